package import CoreModule
import Foundation
package import PersonalDictionary

/// Settings that can be made to fail. A test can also change the store between the caller's read and its change.
package final class FailingSettingsStore: SettingsStore {
    package let error = Locked<StoreError?>(nil)
    package let beforeChange = Locked<(@Sendable () async throws -> Void)?>(nil)
    private let base: any SettingsStore

    package init(_ base: any SettingsStore) {
        self.base = base
    }

    package var path: String? { base.path }

    package func text(_ key: String) async throws(StoreError) -> String? {
        if let error = error.withLock({ $0 }) { throw error }
        return try await base.text(key)
    }

    package func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        if let error = error.withLock({ $0 }) { throw error }
        do {
            try await beforeChange.withLock { $0 }?()
        } catch {
            throw StoreError(wrapping: error, path: path)
        }
        return try await base.change(key, edit)
    }
}

extension DictionaryStore {
    /// The settings with their types.
    package var typedSettings: AppSettings { AppSettings(settings) }
    /// The reminder's settings and days.
    package var reminders: ReminderRepository { ReminderRepository(typedSettings) }
}
