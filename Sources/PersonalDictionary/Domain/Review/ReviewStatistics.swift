import Foundation

/// The reviews in numbers.
public struct ReviewStatistics: Hashable, Sendable {
    /// The number of days that are looked at, back and ahead.
    public static let days = 30

    /// How much was remembered: of the first reviews of a card on a day, those of cards that had been reviewed on an earlier day.
    public struct Retention: Hashable, Sendable {
        /// The number of reviews.
        public let reviews: Int
        /// Those that were not "again".
        public let remembered: Int

        /// Makes a retention.
        public init(reviews: Int, remembered: Int) {
            (self.reviews, self.remembered) = (reviews, remembered)
        }

        /// The share of what was remembered, from 0 to 1.
        public var rate: Double { reviews == 0 ? 0 : Double(remembered) / Double(reviews) }

        /// Where the true share lies with a probability of 95 %: Wilson's interval.
        public var interval: ClosedRange<Double> {
            guard reviews > 0 else { return 0...1 }
            let (count, z) = (Double(reviews), 1.959963984540054)
            let middle = (rate + z * z / (2 * count)) / (1 + z * z / count)
            let half =
                z * (rate * (1 - rate) / count + z * z / (4 * count * count)).squareRoot() / (1 + z * z / count)
            return max(0, middle - half)...min(1, middle + half)
        }
    }

    /// The number of the day.
    public let day: Int
    /// The number of cards to review on this day, without new ones, and with one side of a word only.
    public let due: Int
    /// The number of cards that become due on each of the next days, from the next one on.
    public let forecast: [Int]
    /// The number of reviews on each of the last days, of which this day is the last.
    public let reviews: [Int]
    /// What was remembered in the last days. Nil if nothing was asked again.
    public let retention: Retention?
    /// Words of which no card was reviewed.
    public let new: Int
    /// Words that are neither new, known nor suspended.
    public let learning: Int
    /// Words whose recall is above 90 % for 21 days on.
    public let known: Int
    /// Words that are not asked, because they were suspended. They are neither new, learning nor known.
    public let suspended: Int
    /// The number of days with reviews up to this day, without a gap. A day without reviews that is not over is no gap.
    public let streak: Int

    /// The number of reviews on this day.
    public var reviewedToday: Int { reviews.last ?? 0 }

    /// Makes the numbers.
    /// - Parameters:
    ///   - day: the number of the day.
    ///   - due: the number of cards to review on this day.
    ///   - dueDays: the number of cards that become due on each day.
    ///   - ratings: the number of reviews of each day.
    ///   - retention: what was remembered in the last days; nil if nothing was asked again.
    ///   - words: the new, learning, known and suspended words.
    public init(
        day: Int, due: Int, dueDays: [Int: Int], ratings: [Int: Int], retention: Retention?,
        words: (new: Int, learning: Int, known: Int, suspended: Int)
    ) {
        (self.day, self.due, self.retention) = (day, due, retention)
        (new, learning, known, suspended) = words
        forecast = (1...Self.days).map { dueDays[day + $0] ?? 0 }
        reviews = (1 - Self.days...0).map { ratings[day + $0] ?? 0 }
        var last = ratings[day] == nil ? day - 1 : day
        var streak = 0
        while ratings[last] != nil { (last, streak) = (last - 1, streak + 1) }
        self.streak = streak
    }

    /// What was remembered in events of several days.
    /// - Parameters:
    ///   - events: those of the days, in their order.
    ///   - isOld: whether a card was reviewed before these days.
    public static func retention(_ events: [ReviewEvent], isOld: (ReviewCardID) -> Bool) -> Retention? {
        var lastDays: [ReviewCardID: Int] = [:]
        var (reviews, remembered) = (0, 0)
        for event in events {
            guard let rating = event.rating else { continue }
            let last = lastDays[event.card]
            lastDays[event.card] = max(last ?? event.day, event.day)
            guard last.map({ $0 < event.day }) ?? isOld(event.card) else { continue }
            reviews += 1
            if rating != .again { remembered += 1 }
        }
        return reviews == 0 ? nil : Retention(reviews: reviews, remembered: remembered)
    }
}
