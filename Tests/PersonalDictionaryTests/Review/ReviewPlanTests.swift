import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The queries of reviews")
struct ReviewPlanTests {
    @Test("a queue and a rating read no table as a whole, and no index but those of what is new")
    func plans() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let store = try await DictionaryStore.open(file)
            let translation = Translation(text: "собака", provider: .user, date: ManualTime.start)
            let word = Word(
                id: WordID("1"), text: try WordText("dog"), direction: .englishToRussian,
                translation: .translated(translation), createdAt: ManualTime.start, updatedAt: ManualTime.start)
            try await store.words.write { words throws(DictionaryError) in try words.insert(word) }
            await store.close()
            let trace = StatementTrace("\(folder.lastPathComponent)/a.sqlite")
            defer { trace.end() }
            let traced = try await DictionaryStore.open(file)
            let reviews = Reviews(
                traced.reviews, settings: AppSettings(traced.settings), clock: ManualTime().clock, timeZone: .gmt,
                identifiers: .sequence(prefix: "e"))
            let opening = trace.statements.count
            #expect(try await reviews.queue().count == 1)
            try await reviews.rate(ReviewCardID(word.id, .word), .good)
            #expect(try await reviews.queue().count == 0)
            let beforeCount = trace.statements.count
            _ = try await reviews.counts()
            #expect(!trace.statements[beforeCount...].contains { $0.contains("urgency") }, "a count reads no cards")
            let statements = trace.statements[opening...].filter { $0.contains("review_") || $0.contains("is_begun") }
            let database = try #require(traced.database)
            var scans: Set<String> = []
            for statement in Set(statements) {
                let plan = try await database.read { connection in
                    try connection.query("EXPLAIN QUERY PLAN \(statement.replacing(/\?[0-9]*/, with: "1"))") {
                        try $0.text(3)
                    }
                }
                scans.formUnion(plan.filter { $0.hasPrefix("SCAN") })
            }
            await traced.close()
            let allowed: Set = [
                "SCAN due", "SCAN review_card USING INDEX review_card_new", "SCAN word USING INDEX word_new",
            ]
            #expect(statements.count > 8 && scans.subtracting(allowed) == [])
        }
    }
}
