/// How well a card was recalled, as the user says.
public enum ReviewRating: Int, Hashable, Sendable, Codable, CaseIterable {
    /// It was forgotten.
    case again = 1
    /// It was recalled with much effort.
    case hard
    /// It was recalled after a moment.
    case good
    /// It was recalled at once.
    case easy

    /// The name in files and commands: `again`, `hard`, `good` or `easy`.
    public var name: String {
        switch self {
        case .again: "again"
        case .hard: "hard"
        case .good: "good"
        case .easy: "easy"
        }
    }

    /// Finds the rating with a name; nil if there is none.
    public init?(name: String) {
        guard let rating = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = rating
    }
}

/// How well a card is remembered, by the model of FSRS-6. A function of its reviews: ``ReviewScheduler`` computes it.
public struct ReviewMemory: Hashable, Sendable, Codable {
    /// After how many days the probability of recall is 90 %; at least 0.001.
    public let stability: Double
    /// How slowly the stability grows, from 1 to 10.
    public let difficulty: Double

    /// Makes a memory of stored numbers. Those out of range become the nearest in range.
    public init(stability: Double, difficulty: Double) {
        // The comparison is false for NaN.
        self.stability =
            stability > Self.smallestStability ? min(stability, .greatestFiniteMagnitude) : Self.smallestStability
        self.difficulty = difficulty > 1 ? min(difficulty, 10) : 1
    }

    static let smallestStability = 0.001

    private enum CodingKeys: String, CodingKey {
        case stability, difficulty
    }

    /// Reads the numbers as ``init(stability:difficulty:)`` takes them. Throws a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            stability: try values.decode(Double.self, forKey: .stability),
            difficulty: try values.decode(Double.self, forKey: .difficulty))
    }
}
