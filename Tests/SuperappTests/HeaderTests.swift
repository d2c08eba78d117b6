import Foundation
import TestSupport
import Testing

@Suite("The header of the window", .timeLimit(.minutes(5)))
struct HeaderTests {
    @Test(
        "at 80 columns it says that words wait, in short",
        arguments: [("en", "1 word waits"), ("ru", "1 слово ждёт перевода")])
    func waiting(language: String, text: String) async throws {
        for columns in [80, 160] {
            try await withTerminal(
                ["--translator", "dict", "--locale", language], columns: columns,
                environment: ["DICT_URL": "dict://127.0.0.1:1"]
            ) { terminal, _ in
                try terminal.type("add dog\r")
                try await terminal.wait { $0[0].contains(text) && $0[0].hasSuffix("en→ru") }
                // What fails is tried again later: until then it pauses.
                let until = language == "en" ? "until" : "до"
                try await terminal.wait { $0[0].contains("\(text) \(until) ") }
            }
        }
    }

    @Test("a window with no room for both shows a word, not where one is in the list")
    func threeRows() async throws {
        try await withTerminal(rows: 3) { terminal, _ in
            try terminal.type("add dog\radd cat\r")
            try await terminal.wait { $0[1] == "1   cat  en→ru  кошка" }
        }
    }

    @Test("a hint that is too long for the window keeps its end")
    func hint() async throws {
        try await withTerminal { terminal, _ in
            try await terminal.wait { $0[22].hasPrefix("3 opens") && $0[22].hasSuffix(" · help") }
        }
    }
}
