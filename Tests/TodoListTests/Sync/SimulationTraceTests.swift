import Testing
import TodoList

/// What simulations have found, each as the short trace that it shrank to.
@Suite("Simulations that have broken a law")
struct SimulationTraceTests {
    private func check(_ steps: [SimulationStep], _ setup: SimulationSetup = SimulationSetup()) throws {
        for clocks in [setup.clocks, [3, -2, 0], [-2, 3, 0]] {
            for hasTokens in [setup.server.hasTokens, !setup.server.hasTokens] {
                var setup = setup
                setup.clocks = clocks
                setup.server.hasTokens = hasTokens
                try SimulationTrace(setup: setup, steps: steps).run()
            }
        }
    }

    @Test("what was sent in vain does not make another's edit the older one")
    func sentInVain() throws {
        try check(
            [
                .foreign(.add("f1", .text(2), days: 0)),
                .run(0, actions: 4),
                .edit(0, "f1", [.notes(7)]),
                .run(2, actions: 4),
                .edit(2, "f1", [.deadline(10)]),
                .foreign(.remove("f1")),
                .run(2, actions: 1),
            ], SimulationSetup(clocks: [0, 0, 0]))
    }

    @Test("a device that fills an empty server again with an old version overwrites no edit unseen")
    func filledAgain() throws {
        try check([
            .add(1, "t1", .text(1)),
            .run(1, actions: 8),
            .edit(1, "t1", [.notes(9)]),
            .run(0, actions: 4),
            .edit(0, "t1", [.done(true)]),
            .run(1, actions: 6),
            .server(.wipe),
        ])
    }

    @Test("an edit of a version that the server was set back to overwrites no edit unseen")
    func setBack() throws {
        try check(
            [
                .add(3, "t2", .text(2)),
                .run(3, actions: 7),
                .run(0, actions: 4),
                .server(.backUp),
                .edit(0, "t2", [.deadline(4)]),
                .run(0, actions: 3),
                .edit(3, "t2", [.text(6)]),
                .server(.restore),
                .run(3, actions: 4),
            ],
            SimulationSetup(clocks: [0, 0, 0, 0], server: SimulatedServer.Manner(hasTokens: false)))
    }

    @Test("a removal that is taken back while nobody knows whether the server has heard of it")
    func removalTakenBack() throws {
        try check([
            .add(1, "t1", .text(1)),
            .run(1, actions: 5, .crashAfter),
            .remove(1, "t1"),
            .run(1, actions: 6),
            .undo(1, "t1"),
        ])
    }

    @Test("another program takes back an edit whose arrival was not noticed")
    func edited() throws {
        try check([
            .add(0, "t1", .text(1)),
            .run(0, actions: 6),
            .edit(0, "t1", [.priority(.high)]),
            .run(0, actions: 5, .unanswered),
            .foreign(.edit("t1", .priority(.normal), days: 0)),
        ])
    }

    @Test("a task that came back, and that a program with a slow clock has touched since, is not removed again")
    func cameBack() throws {
        try check([
            .foreign(.add("f2", .text(2), days: 1)),
            .run(1, actions: 4),
            .run(0, actions: 4),
            .remove(1, "f2"),
            .run(1, actions: 5),
            .run(1, actions: 3),
            .undo(1, "f2"),
            .run(1, actions: 3),
            .foreign(.edit("f2", .done(false), days: 0)),
        ])
    }

    @Test("an edit of a version whose stamp was set back has not arrived before it was sent")
    func slowClock() throws {
        try check([
            .foreign(.add("f2", .text(2), days: 1)),
            .run(0, actions: 4),
            .edit(0, "f2", [.text(5)]),
            .run(0, actions: 5),
            .foreign(.edit("f2", .priority(.low), days: 0)),
            .run(0, actions: 4),
            .foreign(.touch("f2", 8)),
            .edit(0, "f2", [.deadline(9)]),
            .run(0, actions: 1),
        ])
    }

    @Test("a task whose place another one had, and has again when the server is set back")
    func placeTakenAndSetBack() throws {
        try check([
            .foreign(.add("f1", .text(1), days: 0)),
            .run(0, actions: 6),
            .server(.backUp),
            .foreign(.reuse("f1", "f2", .text(5))),
            .run(0, actions: 6),
            .edit(0, "f2", [.deadline(9)]),
            .server(.restore),
            .run(0, actions: 5),
        ])
    }

    @Test("a server that was emptied between an edit and its being told")
    func emptiedMeanwhile() throws {
        try check([
            .add(0, "t1", .text(1)),
            .run(0, actions: 6, .crashBefore),
            .edit(0, "t1", [.done(true)]),
            .run(0, actions: 5),
            .server(.wipe),
            .edit(0, "t1", [.done(false)]),
            .run(0, actions: 3),
        ])
    }

    @Test("a device that goes on from a version without its own edit does not pass it off as one with it")
    func withoutOwnEdit() throws {
        try check(
            [
                .add(2, "t1", .text(1)),
                .run(2, actions: 12),
                .server(.backUp),
                .edit(2, "t1", [.deadline(4)]),
                .run(2, actions: 7),
                .run(1, actions: 4),
                .remove(1, "t1"),
                .server(.restore),
                .run(0, actions: 4),
                .run(2, actions: 5),
                .run(2, actions: 11),
                .edit(0, "t1", [.done(true)]),
                .run(1, actions: 6),
                .run(2, actions: 5),
                .run(0, actions: 6),
                .run(2, actions: 4),
                .undo(1, "t1"),
                .edit(2, "t1", [.text(7)]),
                .run(2, actions: 2),
            ], SimulationSetup(clocks: [0, 0, 0]))
    }

    @Test("a removal that an edit elsewhere has undone cannot be undone once more")
    func undoneTwice() throws {
        try check([
            .add(1, "t1", .text(1)),
            .run(1, actions: 5),
            .run(0, actions: 4),
            .remove(0, "t1"),
            .edit(1, "t1", [.text(5)]),
            .run(1, actions: 3),
            .run(1, actions: 8),
            .remove(1, "t1"),
            .run(0, actions: 6),
            .run(1, actions: 5),
            .undo(1, "t1"),
            .run(0, actions: 3),
            .undo(0, "t1"),
        ])
    }

    @Test("a removal that was taken back stays so when the server is set back to before it")
    func takenBackAndSetBack() throws {
        try check(
            [
                .add(2, "t1", .text(1)),
                .run(2, actions: 8),
                .run(0, actions: 4),
                .server(.backUp),
                .run(1, actions: 6),
                .remove(0, "t1"),
                .run(0, actions: 3),
                .undo(0, "t1"),
                .run(1, actions: 3),
                .server(.restore),
                .run(2, actions: 3),
            ], SimulationSetup(clocks: [0, 0, 0]))
    }
}
