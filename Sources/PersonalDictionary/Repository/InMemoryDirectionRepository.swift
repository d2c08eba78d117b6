/// Keeps the current direction in memory.
public actor InMemoryDirectionRepository: DirectionRepository {
    private var saved: TranslationDirection?

    /// Makes a repository without a direction.
    public init() {}

    /// The direction that was saved last.
    public func direction() throws(DictionaryError) -> TranslationDirection? { saved }

    /// Saves the direction.
    public func save(_ direction: TranslationDirection) throws(DictionaryError) { saved = direction }
}
