/// Keeps which screens are open between runs.
public protocol NavigationStateRepository: Sendable {
    /// What was saved last; `nil` where nothing was, or where it is a newer version's and cannot be understood.
    func state() async throws(DictionaryError) -> NavigationState?
    /// Saves what is open.
    func save(_ state: NavigationState) async throws(DictionaryError)
}

/// Keeps which screens are open in memory.
public actor InMemoryNavigationStateRepository: NavigationStateRepository {
    private var saved: NavigationState?

    /// Makes a repository in which nothing was saved.
    public init() {}

    /// What was saved last.
    public func state() throws(DictionaryError) -> NavigationState? { saved }

    /// Saves what is open.
    public func save(_ state: NavigationState) throws(DictionaryError) { saved = state }
}
