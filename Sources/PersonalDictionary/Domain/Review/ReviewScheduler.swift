import CoreModule
import Foundation

/// Says when a card is reviewed next: just before it would be forgotten, by FSRS-6
/// (https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm).
///
/// It is a value without a clock: whole days go in and come out, so when a day begins is the caller's choice. It knows nothing of words.
///
/// ```swift
/// let scheduler = ReviewScheduler()
/// var memory = scheduler.memory(after: .good, of: nil, elapsedDays: 0)
/// memory = scheduler.memory(after: .hard, of: memory, elapsedDays: scheduler.interval(of: memory))
/// ```
public struct ReviewScheduler: Hashable, Sendable {
    /// The longest interval: a hundred years, in days.
    public static let longestInterval = 36_500
    /// The wanted retentions that make sense.
    public static let retentions = 0.7...0.99

    /// The parameters of the model.
    public let parameters: ReviewParameters
    /// The wanted retention: the probability of recall at which a card is reviewed.
    public let retention: Double
    /// The factor in the curve of forgetting, which makes recall 90 % when the stability has passed.
    private let factor: Double

    /// Makes the scheduler that suits most people: they recall 90 % of what is due.
    public init() {
        self.init(unchecked: .standard, 0.9)
    }

    /// Makes a scheduler. Throws ``ReviewParametersError/retention(_:)`` unless the wanted retention is in ``retentions``.
    public init(_ parameters: ReviewParameters, retention: Double = 0.9) throws(ReviewParametersError) {
        guard Self.retentions.contains(retention) else { throw .retention(retention) }
        self.init(unchecked: parameters, retention)
    }

    /// The same with another wanted retention, or the nearest one that makes sense.
    func wanting(_ retention: Double) -> ReviewScheduler {
        ReviewScheduler(
            unchecked: parameters, min(max(retention, Self.retentions.lowerBound), Self.retentions.upperBound))
    }

    private init(unchecked parameters: ReviewParameters, _ retention: Double) {
        self.parameters = parameters
        self.retention = retention
        factor = pow(0.9, -1 / parameters[20]) - 1
    }

    /// The probability that a card is recalled some days after its last review.
    public func recall(of memory: ReviewMemory, after days: Double) -> Double {
        pow(1 + factor * max(0, days) / memory.stability, -parameters[20])
    }

    /// The days until the probability of recall falls to the wanted retention: at least 1, at most ``longestInterval``.
    public func interval(of memory: ReviewMemory) -> Int {
        let days = memory.stability / factor * (pow(retention, -1 / parameters[20]) - 1)
        return Int(min(max(days.rounded(.toNearestOrEven), 1), Double(Self.longestInterval)))
    }

    /// Likewise, but cards of one day come back on different days: intervals from 3 days on are a little shorter or longer. The same seed
    /// gives the same interval on every device: make it of the card and the number of its review.
    public func interval(of memory: ReviewMemory, spreadBy seed: UInt64) -> Int {
        let interval = interval(of: memory)
        let days = Double(interval)
        guard days >= 2.5 else { return interval }
        let spread =
            1 + 0.15 * (min(days, 7) - 2.5) + 0.1 * max(0, min(days, 20) - 7) + 0.05 * max(0, days - 20)
        let last = min(Int((days + spread).rounded(.toNearestOrEven)), Self.longestInterval)
        let first = min(max(Int((days - spread).rounded(.toNearestOrEven)), 2), last)
        return first + Int(Self.mixed(seed) % UInt64(last - first + 1))
    }

    /// The memory after a review.
    /// - Parameters:
    ///   - rating: how well the card was recalled.
    ///   - memory: before the review; nil if it is the first one.
    ///   - elapsedDays: the days since the last review; 0 on the same day.
    public func memory(after rating: ReviewRating, of memory: ReviewMemory?, elapsedDays: Int) -> ReviewMemory {
        guard let memory else {
            return ReviewMemory(stability: parameters[rating.rawValue - 1], difficulty: firstDifficulty(rating))
        }
        let stability =
            if elapsedDays < 1 {
                stabilityOnSameDay(rating, memory)
            } else if rating == .again {
                stabilityAfterForgetting(memory, elapsedDays)
            } else {
                stabilityAfterRecall(rating, memory, elapsedDays)
            }
        return ReviewMemory(stability: stability, difficulty: nextDifficulty(rating, memory.difficulty))
    }

    private func firstDifficulty(_ rating: ReviewRating) -> Double {
        parameters[4] - exp(parameters[5] * Double(rating.rawValue - 1)) + 1
    }

    /// It moves with the rating, more slowly near 10, and a little toward that of an easy card.
    private func nextDifficulty(_ rating: ReviewRating, _ difficulty: Double) -> Double {
        let moved = difficulty + (10 - difficulty) * (-parameters[6] * Double(rating.rawValue - 3)) / 9
        return parameters[7] * firstDifficulty(.easy) + (1 - parameters[7]) * moved
    }

    private func stabilityOnSameDay(_ rating: ReviewRating, _ memory: ReviewMemory) -> Double {
        let growth =
            exp(parameters[17] * (Double(rating.rawValue - 3) + parameters[18]))
            * pow(memory.stability, -parameters[19])
        return memory.stability * (rating == .again ? growth : max(growth, 1))
    }

    private func stabilityAfterRecall(_ rating: ReviewRating, _ memory: ReviewMemory, _ days: Int) -> Double {
        let forgotten = 1 - recall(of: memory, after: Double(days))
        let growth =
            exp(parameters[8]) * (11 - memory.difficulty) * pow(memory.stability, -parameters[9])
            * (exp(parameters[10] * forgotten) - 1)
        let effort =
            switch rating {
            case .hard: parameters[15]
            case .easy: parameters[16]
            case .again, .good: 1.0
            }
        return memory.stability * (1 + growth * effort)
    }

    private func stabilityAfterForgetting(_ memory: ReviewMemory, _ days: Int) -> Double {
        let forgotten = 1 - recall(of: memory, after: Double(days))
        let again =
            parameters[11] * pow(memory.difficulty, -parameters[12])
            * (pow(memory.stability + 1, parameters[13]) - 1) * exp(parameters[14] * forgotten)
        return min(again, memory.stability / exp(parameters[17] * parameters[18]))
    }

    /// SplitMix64 (https://prng.di.unimi.it/splitmix64.c): seeds that differ little give numbers that differ much.
    private static func mixed(_ seed: UInt64) -> UInt64 {
        var bits = seed &+ 0x9e37_79b9_7f4a_7c15
        bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
        bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
        return bits ^ (bits >> 31)
    }
}
