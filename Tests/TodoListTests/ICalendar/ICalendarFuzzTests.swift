import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Broken iCalendar objects", .longComputation)
struct ICalendarFuzzTests {
    /// The duration and the first seed, set by `Scripts/fuzz`.
    private static let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap { Double($0) }
    private static let seed = ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap { UInt64($0) }

    @Test("for any bytes, the reader does not crash, loses no byte and changes only what is edited")
    func fuzz() throws {
        let end = ContinuousClock.now.advanced(by: .seconds(Self.seconds ?? 0))
        var seed = Self.seed ?? 1
        var rounds = 0
        var accepted = 0
        repeat {
            var fuzzer = ICalendarFuzzer(seed: seed)
            let bytes = fuzzer.object()
            // The failure of a round, reported with the seed that reproduces it.
            do {
                if try ICalendarLaws.check(bytes, &fuzzer) { accepted += 1 }
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            seed += 1
            rounds += 1
        } while rounds < 150 || (Self.seconds != nil && ContinuousClock.now < end)
        #expect(accepted * 10 > rounds, "too few objects get as far as to be edited")
        if Self.seconds != nil { print("\(rounds) objects, \(accepted) of them accepted, last seed \(seed - 1)") }
    }

    // MARK: Time

    /// Objects that grow by repeating one element.
    static let growing: [(name: String, object: @Sendable (Int) -> [UInt8])] = [
        ("one long line", { ICalendarFixture.calendar("SUMMARY:" + String(repeating: "a", count: $0)) }),
        (
            "a line folded at every octet",
            { ICalendarFixture.calendar("SUMMARY:" + String(repeating: "\n a", count: $0 / 4)) }
        ),
        ("carriage returns", { ICalendarFixture.calendar("SUMMARY:" + String(repeating: "\r", count: $0)) }),
        ("escapes", { ICalendarFixture.calendar("SUMMARY:" + String(repeating: "\\n", count: $0 / 2)) }),
        ("blank lines", { ICalendarFixture.calendar(String(repeating: "\n", count: $0 / 2)) }),
        ("lines that are none", { ICalendarFixture.calendar(String(repeating: "x\n", count: $0 / 3)) }),
        (
            "one property again and again",
            { ICalendarFixture.calendar(String(repeating: "SUMMARY:a\n", count: $0 / 11)) }
        ),
        ("parameters", { ICalendarFixture.calendar("SUMMARY" + String(repeating: ";A=1", count: $0 / 4) + ":x") }),
        (
            "values of a parameter",
            { ICalendarFixture.calendar("SUMMARY;A=1" + String(repeating: ",\"2\"", count: $0 / 4) + ":x") }
        ),
        ("quotes", { ICalendarFixture.calendar("SUMMARY;A=" + String(repeating: "\"", count: $0) + ":x") }),
        (
            "quotes that are not closed",
            { ICalendarFixture.calendar("SUMMARY;A=" + String(repeating: "a\",\"", count: $0 / 4) + ":x") }
        ),
        ("carets", { ICalendarFixture.calendar("SUMMARY;A=" + String(repeating: "^", count: $0) + ":x") }),
        (
            "tasks",
            {
                ICalendarFixture.crlf(
                    "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VTODO\nUID:1\nEND:VTODO\n", count: $0 / 32)
                        + "END:VCALENDAR")
            }
        ),
        ("alarms", { ICalendarFixture.calendar(String(repeating: "BEGIN:VALARM\nEND:VALARM\n", count: $0 / 26)) }),
        (
            "calendars",
            {
                ICalendarFixture.crlf(
                    String(repeating: "BEGIN:VCALENDAR\nBEGIN:VTODO\nEND:VTODO\nEND:VCALENDAR\n", count: $0 / 58))
            }
        ),
        (
            "time zones and their uses",
            {
                let zones = String(
                    repeating:
                        "BEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:20200101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRDATE:20200101,20210101\nEND:STANDARD\nEND:VTIMEZONE\n",
                    count: $0 / 400)
                let todos = String(repeating: "BEGIN:VTODO\nDUE;TZID=Own:20260101T000000\nEND:VTODO\n", count: $0 / 120)
                return ICalendarFixture.crlf("BEGIN:VCALENDAR\n\(zones)\(todos)END:VCALENDAR")
            }
        ),
        (
            "changes of a time zone and its uses",
            {
                let parts = String(
                    repeating:
                        "BEGIN:STANDARD\nDTSTART:20200101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:STANDARD\n",
                    count: $0 / 220)
                let todos = String(repeating: "BEGIN:VTODO\nDUE;TZID=Own:20260101T000000\nEND:VTODO\n", count: $0 / 120)
                return ICalendarFixture.crlf(
                    "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Own\n\(parts)END:VTIMEZONE\n\(todos)END:VCALENDAR")
            }
        ),
        (
            "dates of a time zone and its uses",
            {
                let dates = String(repeating: ",20210101", count: $0 / 20)
                let todos = String(repeating: "BEGIN:VTODO\nDUE;TZID=Own:20260101T000000\nEND:VTODO\n", count: $0 / 120)
                return ICalendarFixture.crlf(
                    "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Own\nBEGIN:STANDARD\nDTSTART:20200101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRDATE:20200101\(dates)\nEND:STANDARD\nEND:VTIMEZONE\n\(todos)END:VCALENDAR"
                )
            }
        ),
    ]

    @Test(
        "the time grows linearly with the size", .bounded,
        arguments: growing.map(\.name))
    func linear(name: String) throws {
        let make = try #require(Self.growing.first { $0.name == name }?.object)
        func cost(_ size: Int) throws -> Duration {
            let bytes = make(size)
            var fuzzer = ICalendarFuzzer(seed: 1)
            let start = threadTime()
            let isAccepted = try ICalendarLaws.check(bytes, &fuzzer)
            #expect(isAccepted)
            return threadTime() - start
        }
        // Quadratic time would be 16 times as long. Several attempts allow for a busy machine.
        let isLinear = try (0..<5).contains { _ in
            let small = try cost(8_000)
            return try cost(32_000) < small * 9 + .milliseconds(20)
        }
        #expect(isLinear)
    }
}
