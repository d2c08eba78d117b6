import Foundation
import TestSupport
import Testing

@Suite("The tree of a session", .timeLimit(.minutes(5)))
struct LiveTreeTests {
    @Test("in the window only what is installed is drawn, and one page of it fits")
    func window() async throws {
        try await withTerminal(rows: 80) { terminal, _ in
            try terminal.type("favorites\rtree\r")
            try await terminal.wait { $0[1].hasPrefix("App") && $0.contains { $0.contains("[Favorites]") } }
            for screen in [" NewWord]", "[NewWord]", "[Search]", " TodoList (", "[DictionaryEntry]"] {
                #expect(!terminal.lines.contains { $0.contains(screen) }, "\(screen)")
            }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "No favourite words")
            try terminal.type("todo\rtree\r")
            try await terminal.wait { $0[1].hasPrefix("App") && $0.contains { $0.contains("TodoList (") } }
        }
    }

    @Test("lines of standard input, which leave no screen open, have every screen drawn as the command alone has")
    func script() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let alone = try await program.run("tree").output
            #expect(try await program.run(["--ephemeral"], input: "favorites\ntree\n").output.hasSuffix(alone))
        }
    }
}
