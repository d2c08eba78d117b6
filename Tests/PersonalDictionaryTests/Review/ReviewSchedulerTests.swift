import CoreModule
import Foundation
import PersonalDictionary
import Testing

@Suite("The scheduler of reviews")
struct ReviewSchedulerTests {
    private let scheduler = ReviewScheduler()

    /// A card's reviews by py-fsrs 6.3.2, without learning steps and without fuzz. Each has the days since the one before, the rating, and
    /// what the review makes of the card: stability, difficulty and interval.
    private struct Sequence: Decodable {
        let retention: Double
        let reviews: [[Double]]

        static func all() throws -> [Sequence] {
            let file = try #require(Bundle.module.url(forResource: "Fixtures/fsrs", withExtension: "jsonl"))
            return try Data(contentsOf: file).split(separator: UInt8(ascii: "\n"))
                .map { try JSONDecoder().decode(Sequence.self, from: $0) }
        }

        /// The reviews whose memory or interval differs by more than a billionth.
        func differences(from scheduler: ReviewScheduler) -> [String] {
            var memory: ReviewMemory?
            return reviews.compactMap { review in
                guard let rating = ReviewRating(rawValue: Int(review[1])) else { return "\(review)" }
                let next = scheduler.memory(after: rating, of: memory, elapsedDays: Int(review[0]))
                memory = next
                let answers = [next.stability, next.difficulty, Double(scheduler.interval(of: next))]
                let isEqual = zip(answers, review[2...]).allSatisfy { abs($0 - $1) <= 1e-9 * abs($1) }
                return isEqual ? nil : "\(review) is \(answers)"
            }
        }
    }

    @Test("it agrees with the reference, whatever the ratings, the days and the wanted retention")
    func reference() throws {
        let sequences = try Sequence.all()
        #expect(sequences.count == 48 && Set(sequences.map(\.retention)).count == 5)
        let differences = try sequences.flatMap {
            $0.differences(from: try ReviewScheduler(.standard, retention: $0.retention))
        }
        #expect(differences == [])
    }

    @Test("recall is certain at once, 90 % after the stability, and what is wanted after the interval")
    func recall() throws {
        let scheduler = try ReviewScheduler(.standard, retention: 0.8)
        let memory = ReviewMemory(stability: 123.4, difficulty: 5)
        #expect(scheduler.recall(of: memory, after: 0) == 1 && scheduler.recall(of: memory, after: -3) == 1)
        #expect(abs(scheduler.recall(of: memory, after: 123.4) - 0.9) < 1e-12)
        #expect(abs(scheduler.recall(of: memory, after: Double(scheduler.interval(of: memory))) - 0.8) < 0.001)
    }

    @Test("an interval is at least a day and at most a hundred years, also of a memory that was stored wrongly")
    func bounds() throws {
        let stabilities = [-1, 0, .nan, 1e-9, 1e9, .infinity]
        let memories = stabilities.map { ReviewMemory(stability: $0, difficulty: .nan) }
        #expect(memories.map(scheduler.interval(of:)) == [1, 1, 1, 1, 36_500, 36_500])
        #expect(
            [-.infinity, 0.5, 3, 11, .infinity].map { ReviewMemory(stability: 1, difficulty: $0).difficulty } == [
                1, 1, 3, 10, 10,
            ])
        let stored = Data(#"{"stability":-1,"difficulty":99}"#.utf8)
        let read = try JSONDecoder().decode(ReviewMemory.self, from: stored)
        #expect(read == ReviewMemory(stability: 0.001, difficulty: 10))
        let later = memories.map { scheduler.memory(after: .again, of: $0, elapsedDays: .max) }
        #expect(later.allSatisfy { $0.stability.isFinite && $0.stability >= 0.001 && 1...10 ~= $0.difficulty })
    }

    @Test("cards of one day are spread over the days around it, the same card always to the same day")
    func spread() {
        func days(_ stability: Double) -> Set<Int> {
            let memory = ReviewMemory(stability: stability, difficulty: 5)
            let first = (0..<2000).map { scheduler.interval(of: memory, spreadBy: $0) }
            #expect(first == (0..<2000).map { scheduler.interval(of: memory, spreadBy: $0) })
            return Set(first)
        }
        // The ranges are those of py-fsrs 6.3.2.
        #expect([2, 3, 7, 20, 100].map(days) == [[2], Set(2...4), Set(5...9), Set(17...23), Set(93...107)])
        #expect(days(1e6).max() == ReviewScheduler.longestInterval)
    }

    @Test("parameters and a retention that make no sense are refused, with what would be right")
    func parameters() throws {
        #expect(throws: ReviewParametersError.count(20)) { try ReviewParameters(Array(repeating: 1, count: 20)) }
        var values = ReviewParameters.standard.values
        #expect(try ReviewScheduler(ReviewParameters(values)) == scheduler)
        for wrong in [0, .nan, .infinity] {
            values[20] = wrong
            do {
                _ = try ReviewParameters(values)
                Issue.record("\(wrong) is accepted")
            } catch {
                guard case .outOfBounds(20, _) = error else { throw error }
                #expect(Localizer.english(error.explanation).hasSuffix("it is from 0.1 to 0.8"))
            }
        }
        for wrong in [0.69, 1, .nan] {
            #expect(throws: ReviewParametersError.self) { try ReviewScheduler(.standard, retention: wrong) }
        }
    }
}
