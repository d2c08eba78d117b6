import Benchmark
import CoreModule
import Foundation
import Measuring
import PersonalDictionary

/// The queue of a day of many cards, and ratings, each on the disk before the next.
func reviewing(_ size: Int) {
    var some = Benchmark.defaultConfiguration
    some.maxIterations = 300

    Benchmark("\(size) words | one durable rating | superapp", configuration: some) { benchmark, store in
        let reviews = reviews(of: store)
        let number = benchmark.currentIteration % size
        let word = try await Fixtures.shared.sample(size).words[number]
        benchmark.startMeasurement()
        try await reviews.rate(ReviewCardID(word.id, .word), .good)
        benchmark.stopMeasurement()
    } setup: {
        try await DictionaryStore.open(Fixtures.shared.reviewedCopy(size))
    }
    for (name, days) in [("a day", 14), ("a backlog of all", 400)] {
        Benchmark("\(size) words | queue of \(name) | superapp", configuration: some) { benchmark, store in
            let reviews = reviews(of: store, after: days)
            benchmark.startMeasurement()
            let queue = try await reviews.queue()
            benchmark.stopMeasurement()
            guard !queue.cards.isEmpty else { throw DictionaryError.notFound("cards that are due") }
        } setup: {
            try await DictionaryStore.open(Fixtures.shared.reviewedCopy(size))
        }
    }
}

private let start = Date(timeIntervalSince1970: 1_795_255_200)

private func reviews(of store: DictionaryStore, after days: Int = 14) -> Reviews {
    let clock = WallClock { start + Double(days) * 86_400 }
    return Reviews(
        store.reviews, settings: AppSettings(store.settings), clock: clock, timeZone: .gmt,
        identifiers: .uuidV7(clock: .system))
}

extension Fixtures {
    /// A file of the caller's own with as many words, and two cards for each. They become due in the course of 50 days.
    fileprivate func reviewedCopy(_ size: Int) async throws -> URL {
        let source = try await store(size)
        let words = try sample(size).words
        let file = try await FixtureFolder.shared.file("\(size)-reviewed.sqlite") { file in
            try FileManager.default.copyItem(at: source, to: file)
            let store = try await DictionaryStore.open(file)
            let reviews = reviews(of: store)
            let events = words.enumerated().flatMap { number, word in
                ReviewSide.allCases.map { side in
                    let day = number % 50
                    let ratings: [ReviewRating] = [.good, .easy]
                    return ratings.enumerated().map { step, rating in
                        let date = start + Double((step * 10 - day) * 86_400)
                        return ReviewEvent(
                            id: ReviewEventID("\(number) \(side) \(step)"), card: ReviewCardID(word.id, side),
                            kind: .rated(rating, milliseconds: 2000), date: date, day: reviews.calendar.day(of: date))
                    }
                }.flatMap(\.self)
            }
            _ = try await reviews.merge(events)
            await store.close()
        }
        return try await FixtureFolder.shared.copy(of: file)
    }
}
