import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Broken todo.txt files", .longComputation)
struct TodoTxtFuzzTests {
    private static let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap { Double($0) }
    private static let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) }
    private static let pieces: [[UInt8]] =
        [
            "x ", "x", "(A) ", "(Z)", "2026-01-01 ", "2026-02-30 ", "2026-01-01", " ", "  ", "\t", "\n", "\r\n", "\r",
            "\u{FEFF}", "a", "word ",
            "@home ", "+p ", "due:", "due:2026-01-01 ", " due:x", "pri:A ", " pri:", "k:v ", ":", "://", "ü", "🚲", "\0",
            "\u{85}", "\u{2028}",
        ].map { Array($0.utf8) } + [[0xFF], [0xEF, 0xBB], [0xC3]]

    private struct Broken: Error {
        let law: String
    }

    private static func law(_ law: String, _ holds: Bool) throws {
        if !holds { throw Broken(law: law) }
    }

    private static func check(_ generator: inout SeededGenerator) throws {
        func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &generator)] }
        func bytes() -> [UInt8] { (0..<Int.random(in: 0...14, using: &generator)).flatMap { _ in pick(pieces) } }
        let file = bytes()
        var lines = try TodoTxtFile(parsing: file)
        try law("unedited bytes come back", lines.bytes == file)
        guard !lines.lines.isEmpty else { return }
        let index = Int.random(in: lines.lines.indices, using: &generator)
        let before = lines.lines[index]
        var line = before
        _ = (line.contexts, line.projects, line.pairs, line.isBlank)
        let day = try CalendarDay("2027-03-04")
        let text = String(decoding: bytes(), as: UTF8.self)
        let hasDoubles = TodoTxtLine.knownKeys.contains { key in before.pairs.filter { $0.key == key }.count > 1 }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
            line.setText(text)
            let known = TodoTxtLine.knownKeys
            if before.pairs.allSatisfy({ !known.contains($0.key) }),
                TodoTxtLine(text: text).pairs.allSatisfy({ !known.contains($0.key) })
            {
                try law("a text is what was set", line.text() == TodoTxtLine(text: text).text())
            }
        case 1:
            line.setDue(day)
            try law("a day is what was set", try line.due == day)
        case 2:
            line.setDue(nil)
            try law("no day is left", try line.due == nil)
        case 3:
            line.complete(on: day)
            try law("a completed task is completed", line.isCompleted && line.completionDate == day)
            try law(
                "its text stays",
                (hasDoubles || line.text() == before.text()) && line.creationDate == before.creationDate)
            try law("its priority stays", line.priority == before.priority)
        case 4:
            line.reopen()
            try law("a reopened task is not completed", !line.isCompleted && line.completionDate == nil)
            try law(
                "its text stays",
                (hasDoubles || line.text() == before.text()) && line.creationDate == before.creationDate)
            try law("its priority stays", line.priority == before.priority)
        default:
            let priority = TodoTxtPriority(pick(["A", "B", "Q"]))
            line.setPriority(priority)
            try law(
                "a priority is what was set", line.priority == priority && (hasDoubles || line.text() == before.text()))
        }
        lines.lines[index] = line
        let again = try TodoTxtFile(parsing: lines.bytes)
        try law("what is written is read", again.lines == lines.lines.filter { !$0.bytes.isEmpty })
    }

    @Test("for any bytes, the reader does not crash or lose a byte, and each edit has its effect")
    func fuzz() throws {
        let end = ContinuousClock.now.advanced(by: .seconds(Self.seconds ?? 0))
        var seed = Self.seed ?? 1
        var rounds = 0
        repeat {
            var generator = SeededGenerator(seed: seed)
            do {
                try Self.check(&generator)
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            seed += 1
            rounds += 1
        } while rounds < TestScale.count(300, full: 1000) || (Self.seconds != nil && ContinuousClock.now < end)
        if Self.seconds != nil { print("\(rounds) files, last seed \(seed - 1)") }
    }

    @Test(
        "the time grows linearly with the size", .bounded,
        arguments: ["x ", "(A) ", "due:2026-01-01 ", "k:v ", ":", " ", "a", "\r", "\n", "a\n", "2026-01-01 "])
    func linear(piece: String) throws {
        func cost(_ size: Int) throws -> Duration {
            let bytes = Array(String(repeating: piece, count: size / piece.utf8.count).utf8)
            let start = threadTime()
            var file = try TodoTxtFile(parsing: bytes)
            for index in file.lines.indices {
                _ = (file.lines[index].text(), file.lines[index].pairs)
                file.lines[index].setDue(nil)
                file.lines[index].setText("new")
                file.lines[index].complete(on: try CalendarDay("2026-01-01"))
            }
            #expect(file.bytes.count >= 0)
            return threadTime() - start
        }
        let isLinear = try (0..<5).contains { _ in
            let small = try cost(4_000)
            return try cost(16_000) < small * 9 + .milliseconds(20)
        }
        #expect(isLinear)
    }
}
