import CoreModule
package import PersonalDictionary

/// A word repository whose calls can be made to fail.
package final class FailingWordRepository: WordRepository {
    package static let error = DictionaryError.store(
        StoreError(.unreadable, path: nil, message: Message("the disk is gone")))

    private let base: any WordRepository
    private let fails = Locked(false)

    package init(_ base: any WordRepository) {
        self.base = base
    }

    package var isFailing: Bool {
        get { fails.withLock { $0 } }
        set { fails.withLock { $0 = newValue } }
    }

    private func check() throws(DictionaryError) {
        if isFailing { throw Self.error }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try check()
        return try await base.read(body)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try check()
        return try await base.write(body)
    }

    package func externalChanges() async throws(DictionaryError) -> [WordChange] {
        try check()
        return try await base.externalChanges()
    }
}
