import CoreModule
import TestSupport
import Testing
import TodoList

/// Traces of failures that simulations found, shortened.
@Suite("Simulations that broke an invariant", .timeLimit(.minutes(15)), .longComputation)
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

    @Test("a failed write does not make another device's edit the older one")
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

    @Test("refilling an emptied server with an old version does not silently overwrite an edit")
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

    @Test("editing a version restored from a backup does not silently overwrite an edit")
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

    @Test("undoing a removal whose delivery is uncertain")
    func removalTakenBack() throws {
        try check([
            .add(1, "t1", .text(1)),
            .run(1, actions: 5, .crashAfter),
            .remove(1, "t1"),
            .run(1, actions: 6),
            .undo(1, "t1"),
        ])
    }

    @Test("another program reverts an edit whose acknowledgement was lost")
    func edited() throws {
        try check([
            .add(0, "t1", .text(1)),
            .run(0, actions: 6),
            .edit(0, "t1", [.priority(.high)]),
            .run(0, actions: 5, .unanswered),
            .foreign(.edit("t1", .priority(.normal), days: 0)),
        ])
    }

    @Test("a restored task that a program with a slow clock edited is not removed again")
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

    @Test("an edit of a version with an older stamp does not count as delivered before it was sent")
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

    @Test("a path that another task had and gets back when the server is reset")
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

    @Test("the server is emptied between an edit and its delivery")
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

    @Test("a device that continues from a version without its own edit does not claim to include it")
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

    @Test("a removal that an edit elsewhere has undone cannot be undone again")
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

    @Test("an undone removal stays undone when the server is reset to before it")
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

    @Test("a move of which the server reports only one half is not taken for another task")
    func halfMoved() throws {
        for tokens in SimulatedServer.Tokens.allCases {
            let setup = SimulationSetup(clocks: [0, 0, 0], server: SimulatedServer.Manner(tokens: tokens))
            try check(
                [
                    .add(2, "t1", .text(1)),
                    .server(.expireTokens),
                    .run(2, actions: 4),
                    .remove(2, "t1"),
                    .run(2, actions: 6),
                    .foreign(.touch("t1", 6)),
                    .foreign(.move("t1", 7)),
                ], setup)
            try check(
                [
                    .add(0, "t1", .text(1)),
                    .run(0, actions: 5),
                    .run(1, actions: 5, .crashBefore),
                    .foreign(.replace("t1", 6)),
                    .run(1, actions: 7),
                    .run(2, actions: 4),
                    .remove(1, "t1"),
                    .server(.wipe),
                ], setup)
        }
    }

    @Test("of two resources with one identifier, both are sent again if the server loses them")
    func twoOfOneIdentifier() throws {
        try check(
            [
                .add(2, "t1", .text(1)),
                .run(2, actions: 12),
                .run(0, actions: 6),
                .foreign(.reuse("t1", "f4", .text(7))),
                .run(0, actions: 7),
                .server(.wipe),
                .edit(2, "t1", [.notes(11)]),
                .edit(0, "f4", [.priority(.high)]),
                .run(2, actions: 9),
                .run(0, actions: 4),
                .server(.wipe),
            ], SimulationSetup(clocks: [0, 0, 0], server: SimulatedServer.Manner(tokens: .outliving)))
    }

    @Test(
        "a removed task that comes back at another one's path is the same task, although its old path is not reported")
    func removedMoved() throws {
        try check(
            [
                .add(0, "t1", .text(1)),
                .run(0, actions: 13),
                .foreign(.reuse("t1", "f2", .text(2))),
                .foreign(.touch("f2", 3)),
                .run(0, actions: 6),
                .run(1, actions: 4),
                .remove(1, "t1"),
                .server(.wipe),
            ], SimulationSetup(clocks: [0, 0], server: SimulatedServer.Manner(tokens: .times)))
        try check(
            [
                .add(0, "t4", .text(5)),
                .run(0, actions: 12),
                .server(.backUp),
                .foreign(.reuse("t4", "f5", .text(6))),
                .run(0, actions: 7),
                .remove(0, "t4"),
                .server(.restore),
            ], SimulationSetup(clocks: [0, 0], server: SimulatedServer.Manner(tokens: .pruned)))
    }

    @Test("of a task whose removal was undone after it had arrived, an older version does not win unnoticed")
    func resurrected() throws {
        let removal: [SimulationStep] = [
            .add(1, "t1", .text(1)),
            .add(1, "t2", .text(5)),
            .run(1, actions: 7, .crashAfter),
            .foreign(.edit("t2", .notes(10), days: 0)),
            .run(0, actions: 4),
            .remove(0, "t2"),
        ]
        let undo: [SimulationStep] = [
            .undo(0, "t2"),
            .run(1, actions: 5),
            .foreign(.edit("t2", .deadline(13), days: 0)),
        ]
        try check(
            removal + [.server(.expireTokens), .run(0, actions: 2)] + undo, SimulationSetup(clocks: [0, 0]))
        try check(
            removal + [.run(0, actions: 3)] + undo,
            SimulationSetup(clocks: [0, 0], server: SimulatedServer.Manner(tokens: .times)))
    }

    @Test("a removed task that comes back in a later batch of changes, under another path, stays removed")
    func removedMovedLater() throws {
        try check(
            [
                .add(2, "t1", .text(1)),
                .run(2, actions: 12),
                .edit(2, "t1", [.text(10)]),
                .run(2, actions: 6),
                .remove(2, "t1"),
                .foreign(.move("t1", 12)),
                .run(2, actions: 2),
                .run(2, actions: 6),
            ], SimulationSetup(clocks: [0, 0, 0], batch: 1))
        try check(
            [
                .add(1, "t2", .text(2)),
                .run(1, actions: 5),
                .run(0, actions: 4),
                .run(1, actions: 7),
                .foreign(.reuse("t2", "f3", .text(7))),
                .foreign(.add("f4", .text(8), days: 0)),
                .run(1, actions: 6),
                .remove(0, "t2"),
            ], SimulationSetup(clocks: [0, 0], batch: 2))
    }

    @Test("if tokens are times, what changes after two synchronizations in a row is seen before everything is compared")
    func twoInARow() throws {
        try check(
            [
                .add(0, "t1", .text(1)),
                .foreign(.other(5)),
                .run(0, actions: 13),
                .run(0, actions: 5),
                .foreign(.replace("t1", 3)),
            ], SimulationSetup(clocks: [0, 0], server: SimulatedServer.Manner(tokens: .times)))
    }

    @Test("a recurring task that a set back server has lost comes back with its rule")
    func restoredSeries() throws {
        let trace = SimulationTrace(
            setup: SimulationSetup(clocks: [0, 0], server: SimulatedServer.Manner(hasTokens: false)),
            steps: [
                .add(1, "t1", .text(1)), .run(1, actions: 4), .run(0, actions: 4), .server(.backUp),
                .add(1, "t3", .text(6)), .edit(1, "t3", [.rule(3)]), .run(1, actions: 6), .server(.restore),
                .remove(0, "t1"), .run(1, actions: 3),
            ])
        var world = try trace.run()
        try world.perform(.restore(1, 0))
        #expect(world.devices[1].todo("t3")?.recurrence?.rule == "FREQ=DAILY;COUNT=3")
    }

    @Test("two devices end a series, one after a step, and one removes the task: no deadline is lost unseen")
    func endedTwice() throws {
        try check(
            [
                .add(3, "t1", .text(1)), .edit(3, "t1", [.rule(3)]), .run(3, actions: 5), .run(2, actions: 4),
                .edit(2, "t1", [.done(true)]), .edit(2, "t1", [.rule(0)]), .run(1, actions: 4),
                .edit(1, "t1", [.rule(0)]), .run(1, actions: 2), .remove(1, "t1"),
            ], SimulationSetup(clocks: [0, 0, 0, 0]))
    }

    @Test("a series without a date whose removal is taken back is the same series")
    func seriesWithoutDate() throws {
        try check(
            [
                .foreign(.add("f3", .text(4), days: 0)), .run(0, actions: 2),
                .foreign(.edit("f3", .rule(3), days: 0)), .run(0, actions: 2), .remove(0, "f3"), .undo(0, "f3"),
            ], SimulationSetup(clocks: [0, 0]))
    }

    @Test("if tokens are times, a moved task that was removed keeps its identifier")
    func movedWithinASecond() throws {
        try check(
            [
                .add(1, "t1", .text(1)), .foreign(.add("f2", .text(2), days: 0)),
                .foreign(.add("f3", .text(3), days: 0)), .run(1, actions: 6), .foreign(.move("f2", 4)),
                .run(1, actions: 6), .remove(1, "f2"),
            ], SimulationSetup(clocks: [0, 0], server: SimulatedServer.Manner(tokens: .times)))
    }

    @Test("a backup of the same time as what was made of it does not undo the end of a series")
    func setBackWithinASecond() throws {
        try check([
            .foreign(.add("f2", .text(2), days: 4)), .run(1, actions: 4), .edit(1, "f2", [.rule(4)]), .server(.backUp),
            .run(1, actions: 2), .run(0, actions: 4), .edit(0, "f2", [.rule(0)]), .run(0, actions: 3),
            .server(.restore),
        ])
    }

    @Test("of another program's version without a later stamp, no device knows whether it is the later one")
    func undatedVersion() throws {
        try check(
            [
                .foreign(.add("f2", .text(3), days: 0)), .run(1, actions: 4), .foreign(.edit("f2", .text(6), days: 0)),
                .foreign(.edit("f2", .done(false), days: -3)), .run(3, actions: 4), .server(.wipe),
            ], SimulationSetup(clocks: [0, 0, 0, 0]))
    }
}
