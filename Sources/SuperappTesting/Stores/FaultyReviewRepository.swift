import CoreModule
public import PersonalDictionary

/// A review repository whose calls can be made to fail, for tests of what a screen shows then.
public final class FaultyReviewRepository: ReviewRepository {
    /// The error of a failing call.
    public static let error = FaultyWordRepository.error

    private let base: any ReviewRepository
    private let fails = Locked(false)

    /// Creates a repository that passes its calls on to another one.
    public init(_ base: any ReviewRepository = InMemoryReviewRepository()) {
        self.base = base
    }

    /// Whether each call fails now. At first none does.
    public var isFailing: Bool {
        get { fails.withLock { $0 } }
        set { fails.withLock { $0 = newValue } }
    }

    private func check() throws(DictionaryError) {
        if isFailing { throw Self.error }
    }

    /// Reads from the other repository, or throws ``error``.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try check()
        return try await base.read(body)
    }

    /// Writes to the other repository, or throws ``error``.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try check()
        return try await base.write(body)
    }

    /// Asks the other repository, or throws ``error``.
    public func hasExternalChanges() async throws(DictionaryError) -> Bool {
        try check()
        return try await base.hasExternalChanges()
    }
}
