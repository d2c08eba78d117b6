import Foundation
import PersonalDictionary
import TerminalAppKit
import TerminalTesting
import Testing

@Suite("Reviews in the window", .timeLimit(.minutes(15)))
@MainActor
struct ReviewWindowTests {
    @Test("a session by keys: shown, typed, rated, taken back, and counted at its end")
    func session() async throws {
        try await withTerminal { terminal, _ in
            try await terminal.wait(for: "No words yet; n adds one")
            try terminal.type("v")
            try await terminal.wait { $0[1].hasPrefix("There is nothing to review") }
            try terminal.type("\u{1B}")
            try await terminal.wait(for: "No words yet; n adds one")
            try terminal.type("ndog\r")
            try await terminal.wait { $0[2].contains("dog  en→ru  собака") }
            try terminal.type("cat\r")
            try await terminal.wait { $0[2].contains("cat  en→ru  кошка") }
            try terminal.type("\u{1B}")
            try await terminal.wait { $0[1] == "▸   cat  en→ru  кошка" }
            try terminal.type("v")
            try await terminal.wait { $0[1] == "  cat" && $0[2] == "What does it mean?" }
            try terminal.type(" ")
            try await terminal.wait { $0.contains("  1 Again  in this session") && $0.contains("  3 Good  in 2 days") }
            try terminal.type("1")
            try await terminal.wait { $0[1] == "  dog" && $0.contains("due: 1, new: 1") }
            try terminal.type("u")
            try await terminal.wait { $0[1] == "  cat" && $0.contains("due: 0, new: 2") }
            try terminal.type(" 3")
            try await terminal.wait { $0[1] == "  dog" }
            try terminal.type("tСОБАКА\r")
            try await terminal.wait(for: "Right. It is written “собака”.")
            try terminal.type("\r")
            try await terminal.wait { $0[1] == "2 cards are done." && $0[2].hasPrefix("Answers: 2, forgotten: 0") }
            try terminal.type("i")
            try await terminal.wait { $0.contains("reviewed today: 2") && $0.contains("words being learnt: 2") }
            try terminal.type("-o>")
            try await terminal.wait {
                $0.contains("new words a day: 9") && $0.contains("first the oldest words")
                    && $0.contains("wanted retention: 0.91")
            }
        }
    }
}
