import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The log of reviews")
struct ReviewLogTests {
    private let time = ManualTime()

    private let words = InMemoryWordRepository()

    /// After the events.
    init() { time.advance(by: 4 * 86_400) }

    /// All have the same words: “a” and “a,"b”.
    private func reviews() async throws -> Reviews {
        for id in ["a", "a,\"b"] {
            let word = try Word.make(id, id, createdAt: time.now)
            try await words.write { words throws(DictionaryError) in
                if try words.word(word.id) == nil { try words.insert(word) }
            }
        }
        return Reviews(
            InMemoryReviewRepository(words: words), settings: AppSettings(InMemorySettingsStore()), clock: time.clock,
            timeZone: .gmt, identifiers: .sequence(prefix: "e"))
    }

    private static let events: [ReviewEvent] = {
        let kinds: [ReviewEvent.Kind] = [
            .rated(.good, milliseconds: 1234), .rated(.again, milliseconds: 1), .rated(.hard, milliseconds: 0),
            .suspended, .resumed, .rated(.easy, milliseconds: 99), .reset,
        ]
        return kinds.enumerated().map { number, kind in
            ReviewEvent(
                id: ReviewEventID("e\(number)"), card: ReviewCardID(WordID("a,\"b"), number == 2 ? .meaning : .word),
                kind: kind, date: ManualTime.start + Double(number) * 43_200.001,
                day: ReviewCalendar(.gmt).day(of: ManualTime.start + Double(number) * 43_200.001))
        }
    }()

    private func exported(_ reviews: Reviews, _ format: ReviewLog.Format) async throws -> String {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "log")
            try await ReviewLog(reviews).exportEvents(to: file, format: format)
            return try String(contentsOf: file, encoding: .utf8)
        }
    }

    private func imported(_ text: String, _ format: ReviewLog.Format, into reviews: Reviews) async throws
        -> ReviewLogReport
    {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "log")
            try Data(text.utf8).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            return try await ReviewLog(reviews).importEvents(from: handle, named: "log", format: format)
        }
    }

    @Test("JSON Lines keep all events, and are imported once")
    func jsonLines() async throws {
        let (one, other) = (try await reviews(), try await reviews())
        _ = try await one.merge(Self.events)
        let text = try await exported(one, .jsonl)
        #expect(
            text.hasPrefix(
                #"{"id":"e0","word":"a,\"b","side":"word","kind":"rated","rating":"good","milliseconds":1234,"date":""#)
        )
        #expect(try await imported(text, .jsonl, into: other).report.added == 7)
        #expect(try await other.events(limit: 100) == Self.events)
        #expect(try await imported(text, .jsonl, into: other).report.unchanged == 7)
    }

    @Test(
        "Anki's columns keep reviews and resets, and are imported once, also beside the events that they were made of")
    func revlog() async throws {
        let (one, other) = (try await reviews(), try await reviews())
        _ = try await one.merge(Self.events)
        let text = try await exported(one, .csv)
        let rows = text.split(separator: "\r\n").map(String.init)
        let first = ManualTime.start.millisecondsSince1970
        #expect(
            rows.prefix(3) == [
                "id,cid,usn,ease,ivl,lastIvl,factor,time,type", "\(first),\"a,\"\"b/word\",-1,3,2,0,224,1234,0",
                "\(first + 43_200_001),\"a,\"\"b/word\",-1,1,0,2,811,1,1",
            ])
        #expect(rows.count == 6)
        #expect(try await imported(text, .csv, into: one).report.unchanged == 5)
        #expect(try await imported(text, .csv, into: other).report.added == 5)
        #expect(try await imported(text, .csv, into: other).report.unchanged == 5)
        let seen = { (events: [ReviewEvent]) in events.map { "\($0.card) \($0.kind) \($0.date) \($0.day)" } }
        let kept = Self.events.filter { ![.suspended, .resumed].contains($0.kind) }
        #expect(try await seen(other.events(limit: 100)) == seen(kept))
    }

    @Test("an event is imported once, in whichever format it comes first", arguments: [true, false])
    func bothFormats(isTableFirst: Bool) async throws {
        let (one, other) = (try await reviews(), try await reviews())
        let events = Self.events.filter { ![.suspended, .resumed].contains($0.kind) }
        _ = try await one.merge(events)
        let formats: [ReviewLog.Format] = isTableFirst ? [.csv, .jsonl] : [.jsonl, .csv]
        for (format, count) in zip(formats, [5, 0]) {
            let report = try await imported(exported(one, format), format, into: other).report
            #expect(report.added == count && report.added + report.unchanged == 5, "\(format)")
        }
    }

    @Test("events of words that are not there are kept, and counted apart")
    func absentWords() async throws {
        let reviews = try await reviews()
        let line = #"{"id":"x","word":"c","side":"word","kind":"suspended","date":"2026-11-21T10:00:00Z","day":20778}"#
        for _ in 0..<2 {
            let report = try await imported(line, .jsonl, into: reviews)
            #expect(report.withoutWord == 1 && report.report.total == 0)
        }
        #expect(try await reviews.events(limit: 9).count == 1)
    }

    @Test("lines that are no events are rejected with their numbers, and the others are imported")
    func rejections() async throws {
        let good = #"{"id":"x","word":"a","side":"word","kind":"suspended","date":"2026-11-21T10:00:00Z","day":20778}"#
        let bad = [
            "{", "[]", "{}", good.replacing("word\",", with: "back\","), good.replacing("suspended", with: "rated"),
            good.replacing("20778", with: "99999999999"), good.replacing("20778", with: "9999999999999999999999"),
            good.replacing("\"a\"", with: "\"\""), good.replacing("10:00", with: "25:00"),
            good.replacing("\"x\"", with: "\"a\\u0000b\""),
        ]
        let report = try await imported(([good, ""] + bad).joined(separator: "\n"), .jsonl, into: try await reviews())
            .report
        #expect(report.added == 1 && report.rejected.map(\.line) == Array(3...12))
        let rows = [
            "1,a/word,-1,3,1,0,0,5,1", "1,a/word,-1,3", "x,a/word,-1,3,1,0,0,5,1", "1,a,-1,3,1,0,0,5,1",
            "1,a/word,-1,5,1,0,0,5,1", "1,a/word,-1,0,1,0,0,5,5", "9999999999999999999,a/word,-1,3,1,0,0,5,1",
        ]
        let table = try await imported("\u{FEFF}" + rows.joined(separator: "\n"), .csv, into: try await reviews())
            .report
        #expect(table.added == 1 && table.rejected.map(\.line) == Array(2...7))
    }

    @Test("events that cannot have happened yet, or before 1970, are rejected with their lines and the reason")
    func impossibleTimes() async throws {
        let good = #"{"id":"x","word":"a","side":"word","kind":"suspended","date":"2026-11-21T10:00:00Z","day":20778}"#
        let times = [("2999-01-01", "375835"), ("2026-11-28", "20785"), ("1969-12-31", "-1"), ("2026-11-21", "20781")]
        let bad = times.map { good.replacing("2026-11-21", with: $0).replacing("20778", with: $1) }
        let rows = ["-1,a/word,-1,3,1,0,0,5,1", "32472144000000,a/word,-1,3,1,0,0,5,1"]
        for (format, lines, count) in [(.jsonl, [good] + bad, 1), (.csv, rows, 0)]
            as [(ReviewLog.Format, [String], Int)]
        {
            let report = try await imported(lines.joined(separator: "\n"), format, into: try await reviews()).report
            #expect(report.added == count && report.rejected.count == lines.count - count, "\(format)")
            let reason = Message("an event cannot have this time")
            #expect(report.rejected.allSatisfy { $0.reason == reason }, "\(format)")
        }
    }

    @Test("a log is read in parts: a cancelled import does not wait for the end of a pipe", .bounded)
    func pipe() async throws {
        let (reviews, pipe) = (try await reviews(), Pipe())
        try pipe.fileHandleForWriting.write(contentsOf: Data("{}\n".utf8))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ReviewLog(reviews).importEvents(
                from: pipe.fileHandleForReading, named: "pipe", format: .jsonl)
        }
        await #expect(throws: DictionaryError.self) { try await task.value }
        try pipe.fileHandleForWriting.close()
    }
}
