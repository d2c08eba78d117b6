import PersonalDictionary

/// A word repository whose reads fail, or wait, while a test wants it.
actor FailingWords: WordRepository {
    nonisolated let base = InMemoryWordRepository()
    private var error: DictionaryError?
    private var isHolding = false
    private var held: CheckedContinuation<Void, Never>?
    private var watcher: CheckedContinuation<Void, Never>?

    /// Makes reads fail from now on; with nil, they work again.
    func fail(with error: DictionaryError?) {
        self.error = error
    }

    /// Makes the next read wait for ``release()`` before it returns.
    func hold() {
        isHolding = true
    }

    /// Waits until a read waits.
    func isHeld() async {
        if held == nil { await withCheckedContinuation { watcher = $0 } }
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
            await withCheckedContinuation { continuation in
                held = continuation
                watcher?.resume()
                watcher = nil
            }
        }
        return value
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await base.write(body)
    }
}
