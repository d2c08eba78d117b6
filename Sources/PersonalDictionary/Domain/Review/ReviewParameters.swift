public import CoreModule

/// The parameters of FSRS-6, `w0` to `w20`. Programs that have a log of reviews fit them to one person.
public struct ReviewParameters: Hashable, Sendable {
    /// The parameters, from `w0` to `w20`.
    public let values: [Double]

    /// Those that fit most people. The source is py-fsrs 6.3.2.
    public static let standard = ReviewParameters(unchecked: [
        0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
        1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
    ])

    /// The smallest and largest value of each. The source is py-fsrs 6.3.2.
    public static let bounds: [ClosedRange<Double>] = [
        0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4, 0.001...0.75, 0...4.5,
        0...0.8,
        0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
    ]

    /// Makes parameters of 21 numbers. Throws an error if there are fewer or more, or if one is out of its bounds.
    public init(_ values: [Double]) throws(ReviewParametersError) {
        guard values.count == Self.bounds.count else { throw .count(values.count) }
        for (index, value) in values.enumerated() where !Self.bounds[index].contains(value) {
            throw .outOfBounds(index: index, value)
        }
        self.values = values
    }

    private init(unchecked values: [Double]) {
        self.values = values
    }

    subscript(index: Int) -> Double { values[index] }
}

/// Why numbers are not the parameters of a scheduler.
public enum ReviewParametersError: ExplainedError, Hashable {
    /// There are not 21 of them, but so many.
    case count(Int)
    /// The one at this index is out of its bounds.
    case outOfBounds(index: Int, Double)
    /// The wanted retention is not from 0.7 to 0.99.
    case retention(Double)

    /// What is wrong, and what would be right.
    public var explanation: Message {
        switch self {
        case .count(let count): Message("FSRS-6 has 21 parameters, not \(String(count))")
        case .outOfBounds(let index, let value):
            Message(
                "the parameter w\(String(index)) is \(String(value)); it is from \(String(ReviewParameters.bounds[index].lowerBound)) to \(String(ReviewParameters.bounds[index].upperBound))"
            )
        case .retention(let value): Message("the wanted retention is \(String(value)); it is from 0.7 to 0.99")
        }
    }
}
