import Foundation

/// The key of a setting, with the form in which its value is stored.
public struct SettingKey<Value: Sendable>: Sendable {
    /// The name under which the setting is stored. It never changes after a release.
    package let name: String
    private let unreadable: Message?
    private let decode: @Sendable (String) throws -> Value
    private let encode: @Sendable (Value) throws -> String

    /// Creates a key with a text form of its own. `unreadable` is the error message for a stored text that cannot be decoded; if
    /// nil, such a text counts as no setting.
    public init(
        _ name: String, unreadable: Message?, decode: @escaping @Sendable (String) throws -> Value,
        encode: @escaping @Sendable (Value) throws -> String
    ) {
        self.name = name
        self.unreadable = unreadable
        self.decode = decode
        self.encode = encode
    }

    /// Creates a key whose value is stored as JSON.
    public init(_ name: String, unreadable: Message?) where Value: Codable {
        self.init(
            name, unreadable: unreadable, decode: { try JSONDecoder().decode(Value.self, from: Data($0.utf8)) },
            encode: {
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                return String(decoding: try encoder.encode($0), as: UTF8.self)
            })
    }

    func value(_ text: String?, _ path: String?) throws(StoreError) -> Value? {
        do { return try text.map(decode) } catch {
            guard let unreadable else { return nil }
            throw StoreError(.damaged, path: path, message: unreadable)
        }
    }

    func text(_ value: Value?, _ path: String?) throws(StoreError) -> String? {
        do { return try value.map(encode) } catch { throw StoreError(wrapping: error, path: path) }
    }
}

/// Settings: typed values under keys. Logs each read and write, without the values.
///
/// If the stored text cannot be decoded, ``value(_:)`` and ``change(_:_:)`` throw ``StoreError/Code/damaged``, unless the key
/// counts such a text as no setting. ``save(_:for:)`` does not read it: it replaces whatever is stored.
public struct AppSettings: Sendable {
    fileprivate let store: any SettingsStore
    private let log: OperationLog

    /// Creates settings in a store.
    public init(_ store: any SettingsStore, logger: EventLogger = .disabled) {
        self.store = store
        log = OperationLog(logger.labelled("store"))
    }

    /// Returns the value of a key, or nil if there is none.
    public func value<Value: Sendable>(_ key: SettingKey<Value>) async throws(StoreError) -> Value? {
        try await log.run("read setting", key.name) { () throws(StoreError) in
            try key.value(try await store.text(key.name), store.path)
        }
    }

    /// Saves a value in place of what is stored, readable or not. Nil removes the setting.
    public func save<Value: Sendable>(_ value: Value?, for key: SettingKey<Value>) async throws(StoreError) {
        try await log.run("save setting", key.name) { () throws(StoreError) in
            let path = store.path
            try await store.change(key.name) { text throws(StoreError) in
                text = try key.text(value, path)
            }
        }
    }

    /// Reads, edits and saves a value in one transaction: no other edit comes between, not even one of another process.
    @discardableResult
    public func change<Value: Sendable, Result: Sendable>(
        _ key: SettingKey<Value>, _ edit: @escaping @Sendable (inout Value?) -> Result
    ) async throws(StoreError) -> Result {
        try await log.run("change setting", key.name) { () throws(StoreError) in
            let path = store.path
            return try await store.change(key.name) { text throws(StoreError) in
                var value = try key.value(text, path)
                let result = edit(&value)
                text = try key.text(value, path)
                return result
            }
        }
    }
}

/// Follows settings that this process or another one may change.
@MainActor
package final class SettingsWatcher {
    private struct Followed {
        let name: String
        let apply: @MainActor (_ text: String?) async throws(StoreError) -> Void
    }

    private let store: any SettingsStore
    private var followed: [Followed] = []
    /// What was read last; nil before the first look.
    private var seen: [String: String]?

    /// Makes a watcher that follows nothing yet.
    package init(_ settings: AppSettings) { store = settings.store }

    /// Calls the closure with each new value; nil if the setting was removed.
    package func follow<Value: Sendable>(_ key: SettingKey<Value>, _ apply: @escaping @MainActor (Value?) async -> Void)
    {
        let path = store.path
        followed.append(
            Followed(name: key.name) { text throws(StoreError) in await apply(try key.value(text, path)) })
    }

    /// Finds what has changed since the last look. The first one only remembers what there is.
    package func look() async throws(StoreError) {
        let texts = try await store.watchedTexts(followed.map(\.name))
        let before = seen
        seen = texts
        guard let before else { return }
        var failure: StoreError?
        for setting in followed where texts[setting.name] != before[setting.name] {
            do throws(StoreError) { try await setting.apply(texts[setting.name]) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
