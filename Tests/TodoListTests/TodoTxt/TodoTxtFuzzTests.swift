import CoreModule
import Foundation
import SuperappTesting
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
        let lines = TodoTxtLine.lines(of: file)
        try law("every byte is in one line", lines.flatMap(\.bytes) == file)
        for line in lines { _ = (line.text(), line.due, line.priority, line.value("k"), line.isBlank) }
        let text = String(decoding: bytes(), as: UTF8.self)
        let day = try CalendarDay("2027-03-04")
        let created = pick([nil, day])
        let done = pick([nil, try CalendarDay("2027-03-05")])
        let priority = done == nil ? TodoTxtPriority(pick(["A", "B", "Q", "-"])) : nil
        let line = TodoTxtLine(text: text, priority: priority, creationDate: created, completionDate: done)
        let again = TodoTxtLine.lines(of: line.bytes)
        try law("what is written is one line", again == [line])
        try law("the dates are what was set", line.creationDate == created && line.completionDate == done)
        try law("it is completed if it has a date of that", line.isCompleted == (done != nil))
        if line.value("pri") == nil { try law("the priority is what was set", line.priority == priority) }
        let plain = TodoTxtLine(text: text, creationDate: day)
        try law("the text does not depend on the beginning", line.text(without: []) == plain.text(without: []))
    }

    @Test("for any bytes, the reader does not crash or lose a byte, and what is written is read")
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
            for line in TodoTxtLine.lines(of: bytes) {
                #expect(line.text().utf8.count + (line.value("k")?.utf8.count ?? 0) >= 0)
            }
            return threadTime() - start
        }
        let isLinear = try (0..<5).contains { _ in
            let small = try cost(4_000)
            return try cost(16_000) < small * 9 + .milliseconds(20)
        }
        #expect(isLinear)
    }
}
