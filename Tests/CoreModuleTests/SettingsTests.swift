import CoreModule
import Foundation
import TestSupport
import Testing

enum SettingsStoreKind: CaseIterable, Sendable {
    case inMemory, sqlite

    /// Passes an empty store to a test, and removes its file afterwards.
    func withStore(_ body: (any SettingsStore) async throws -> Void) async throws {
        guard self == .sqlite else { return try await body(InMemorySettingsStore()) }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "settings.sqlite")
            let database = try await SQLiteDatabase.open(.file(file), schemas: [SQLiteSettingsStore.schema])
            let store = SQLiteSettingsStore(database)
            #expect(store.path == file.systemPath)
            try await body(store)
            await database.close()
        }
    }
}

@Suite("Settings in every store", .bounded)
struct SettingsTests {
    @Test(
        "the error of an unreadable setting names the store's file, and the setting stays as it is",
        arguments: SettingsStoreKind.allCases)
    func unreadable(kind: SettingsStoreKind) async throws {
        try await kind.withStore { store in
            try await store.change("count") { text throws(StoreError) in text = "many" }
            let settings = AppSettings(store)
            let message = Message("the count is not a number")
            let count = SettingKey<Int>("count", unreadable: message)
            let error = StoreError(.damaged, path: store.path, message: message)
            await #expect(throws: error) { try await settings.value(count) }
            await #expect(throws: error) { try await settings.change(count) { $0 = 1 } }
            #expect(try await store.text("count") == "many")
            let optional = SettingKey<Int>("count", unreadable: nil)
            #expect(try await settings.value(optional) == nil)
            try await settings.change(optional) { $0 = ($0 ?? 0) + 1 }
            #expect(try await settings.value(count) == 1)
        }
    }
}
