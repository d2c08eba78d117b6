import PersonalDictionary

/// A word repository whose reads fail or wait on demand.
actor FailingWords: WordRepository {
    nonisolated let base = InMemoryWordRepository()
    private var error: DictionaryError?
    private var isHolding = false
    private var held: CheckedContinuation<Void, Never>?

    /// Makes reads fail from now on; with nil, they work again.
    func fail(with error: DictionaryError?) {
        self.error = error
    }

    /// Makes the next read wait for ``release()`` before it returns.
    func hold() {
        isHolding = true
    }

    /// Waits until a read waits, at most a minute.
    func waitUntilHeld() async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while held == nil, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(1)) }
    }

    func release() {
        isHolding = false
        held?.resume()
        held = nil
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        if let error { throw error }
        let value = try await base.read(body)
        if isHolding {
            await withCheckedContinuation { held = $0 }
        }
        return value
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await base.write(body)
    }
}
