import Foundation
import Testing

@Suite("Tasks that begin later", .timeLimit(.minutes(15)))
struct TaskStartTests {
    @Test(
        "a task with a start is listed once it has begun, and with --all; the start is shown, removed, and not after the deadline"
    )
    func start() async throws {
        try await withProgram { program in
            _ = try await program.run("todo", "add", "Taxes", "--start", "2036-12-01", "--deadline", "2036-12-24")
            _ = try await program.run("todo", "add", "Tea")
            let open = try await program.run("todo", "list").output
            #expect(!open.contains("Taxes") && open.contains("1 task begins later"))
            let all = try await program.run("todo", "list", "--all").output
            #expect(all.contains("from Dec 1, 2036, due Dec 24, 2036") && !all.contains("later"))
            #expect(try await program.run("todo", "show", "Taxes").output.contains("start       Dec 1, 2036"))
            let late = try await program.run("todo", "edit", "Taxes", "--start", "2036-12-25")
            #expect(late.status == 1 && late.errors.contains("would begin after its deadline"))
            let json = try await program.run("--json", "todo", "edit", "Taxes", "--start", "none").object()
            #expect(json["start"] is NSNull && json["deadline"] as? String == "2036-12-24")
            #expect(try await program.run("todo", "list").output.contains("Taxes"))
        }
    }
}
