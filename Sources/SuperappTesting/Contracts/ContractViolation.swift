/// A law of a contract that an implementation breaks.
public struct ContractViolation: Hashable, Sendable, CustomStringConvertible {
    /// The law, as a sentence.
    public let law: String
    /// What was found instead.
    public let details: String

    /// Creates a violation.
    public init(law: String, details: String) {
        self.law = law
        self.details = details
    }

    /// The law and the details.
    public var description: String { "\(law): \(details)" }
}
