import TerminalTesting
import Testing

@Suite("The screens of the tasks in the window", .timeLimit(.minutes(15)))
@MainActor
struct TaskScreenTests {
    @Test("tasks are added, edited and ticked off, and the header counts them")
    func tasks() async throws {
        try await withTerminal { terminal, _ in
            try terminal.type("t")
            try await terminal.wait(for: "Nothing to do; a adds a task")
            try terminal.type("aBuy milk\r")
            try await terminal.wait { $0[0].contains("To-do (0 of 1 done") && $0[1] == "▸ [ ]   Buy milk" }
            // Down to the priority and the deadline.
            try terminal.type("aRead\u{1B}[B\u{1B}[C\u{1B}[B2020-02-02")
            try await terminal.wait { $0[2].contains("‹ high ›") && $0[3].contains("2020-02-02") }
            try terminal.type("\r")
            try await terminal.wait {
                $0[0].contains("(0 of 2 done") && $0[2] == "  [ ] ! Read  due Feb 2, 2020 (overdue)"
            }
            try terminal.type("\u{1B}[B ")
            try await terminal.wait { $0[0].contains("(1 of 2 done") && $0[2].isEmpty }
            try terminal.type("h")
            try await terminal.wait { $0[2] == "  [x] ! Read  due Feb 2, 2020" }
            try terminal.type("\u{1B}[B\r")
            try await terminal.wait { $0[23].hasPrefix("done ") && $0[23].hasSuffix("; Space reopens it") }
            try terminal.type("\u{1B}[A\r\u{15}2\r")
            try await terminal.wait { $0[1] == "▸ [ ]   2" && $0[2].contains("Read") }
            try terminal.type("d")
            try await terminal.wait { $0[1].contains("Read") && $0[2].isEmpty && $0[23].contains("u brings it back") }
            try terminal.type("u")
            try await terminal.wait { $0[1].contains("[ ]   2") && $0[2].contains("Read") }
            // The changes before: the text, and the tick.
            try terminal.type("u")
            try await terminal.wait { $0[1].contains("[ ]   Buy milk") }
            try terminal.type("u")
            try await terminal.wait { $0[0].contains("(0 of 2 done") }
            try terminal.type("u")
            try await terminal.wait(for: "there is nothing to undo")
            try terminal.type("c")
            try await terminal.wait { $0[0].contains(" › Conflicts") && $0[1].contains("No conflicts") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1].contains("[ ]   Buy milk") }
            try terminal.type("db")
            try await terminal.wait { $0[0].contains(" › Bin") && $0[1] == "▸ Read" && $0[2].contains("removed on") }
            try terminal.type("\r")
            try await terminal.wait(for: "The bin is empty.")
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1].contains("[ ]   Buy milk") }
            try terminal.type("y")
            try await terminal.wait(for: "Kept on this device only; “superapp todo sync --url URL” sets a server")
        }
    }

    @Test("a part is below its task, which is done after a question; a key shows the tasks with a tag")
    func subtasks() async throws {
        try await withTerminal { terminal, _ in
            func add(_ text: String, tag: String = "", parent: String = "") throws {
                let down = { String(repeating: "\u{1B}[B", count: $0) }
                try terminal.type("a\(text)\(down(6))\(tag)\(down(2))\(parent)\r")
            }
            try terminal.type("t")
            try await terminal.wait(for: "Nothing to do; a adds a task")
            try add("Party", tag: "home")
            try await terminal.wait { $0[1] == "▸ [ ]   Party  #home" }
            try add("Call Anna", tag: "phone")
            try await terminal.wait { $0[2].hasPrefix("  [ ]   Call Anna") }
            try add("Cake", parent: "party")
            try await terminal.wait { $0[2] == "    [ ]   Cake" && $0[3] == "  [ ]   Call Anna  #phone" }
            try add("Nobody", parent: "nothing")
            try await terminal.wait(for: "there is no task “nothing”")
            try terminal.type("\u{1B}\u{1B}")
            try await terminal.wait { $0[1] == "▸ [ ]   Party  #home" }
            try terminal.type(" ")
            try await terminal.wait(
                for: "“Party” has 1 open subtask. Complete them, too? a all · o only this one · Esc")
            try terminal.type("\u{1B}")
            // Keys that come with an Escape would be another key.
            try await terminal.wait { $0[1] == "▸ [ ]   Party  #home" && !$0.contains { $0.contains("subtask") } }
            // The answer counts once the question is there.
            try terminal.type(" ")
            try await terminal.wait(for: "Complete them, too?")
            try terminal.type("a")
            try await terminal.wait {
                $0[1] == "▸ [ ]   Call Anna  #phone" && $0[23] == "2 tasks done; u takes it back"
            }
            try terminal.type("u")
            try await terminal.wait { $0[1].hasSuffix("[ ]   Party  #home") && $0[2].hasSuffix("[ ]   Cake") }
            try terminal.type("##")
            try await terminal.wait {
                $0[1] == "#phone · Esc shows all" && $0[2] == "▸ [ ]   Call Anna  #phone" && $0[3].isEmpty
            }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1].contains("Party") && $0[0].contains("To-do") }
        }
    }

    @Test("the editor shows what is wrong, and does not lose an edit by one Escape")
    func editor() async throws {
        try await withTerminal { terminal, _ in
            try terminal.type("ta(A) Read rec:1d")
            try await terminal.wait { $0.contains { $0.contains("priority: high · every day") } }
            try terminal.type("\u{1B}[B\u{1B}[Btomorrow")
            try await terminal.wait { $0.contains { $0.contains("every day · tomorrow") } }
            try terminal.type("\u{15}2020-02-30\r")
            try await terminal.wait { $0[0].contains("› New task") && $0.contains { $0.contains("2020-02-30”") } }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[23].contains("not saved") && $0[0].contains("› New task") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1].contains("Nothing to do") }
        }
    }
}
