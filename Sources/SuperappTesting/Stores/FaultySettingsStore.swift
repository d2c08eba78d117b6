public import CoreModule

/// Settings that can be made to fail.
public final class FaultySettingsStore: SettingsStore {
    private struct Script {
        var error: StoreError?
        var beforeChange: (@Sendable () async throws -> Void)?
    }

    private let base: any SettingsStore
    private let script = Locked(Script())

    /// Creates a store that passes its calls on to another one.
    public init(_ base: any SettingsStore = InMemorySettingsStore()) {
        self.base = base
    }

    /// The error that each call throws now. Nil, as at first: none does.
    public var error: StoreError? {
        get { script.withLock { $0.error } }
        set { script.withLock { $0.error = newValue } }
    }

    /// Sets what is run before each change, such as a change by another process. An error that it throws is the change's.
    package func beforeChange(_ action: (@Sendable () async throws -> Void)?) {
        script.withLock { $0.beforeChange = action }
    }

    /// The path of the other store.
    public var path: String? { base.path }

    /// Reads from the other store, or throws ``error``.
    public func text(_ key: String) async throws(StoreError) -> String? {
        if let error { throw error }
        return try await base.text(key)
    }

    /// Reads from the other store, or throws ``error``.
    public func watchedTexts(_ keys: [String]) async throws(StoreError) -> [String: String] {
        if let error { throw error }
        return try await base.watchedTexts(keys)
    }

    /// Changes the other store, or throws ``error``.
    public func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        if let error { throw error }
        do {
            try await script.withLock(\.self).beforeChange?()
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
        return try await base.change(key, edit)
    }
}
