package import CoreModule
package import Foundation

/// Where the saved articles and the reader's name are kept.
package struct NewsStore: Sendable {
    package let saved: any SavedArticleRepository
    package let settings: any SettingsStore
    private let database: SQLiteDatabase?

    package init(
        saved: any SavedArticleRepository = InMemorySavedArticleRepository(),
        settings: any SettingsStore = InMemorySettingsStore()
    ) {
        self.saved = saved
        self.settings = settings
        database = nil
    }

    /// Opens a file, and creates it if it does not exist. A file that cannot be read is an error, and is not changed.
    package init(file: URL) async throws(NewsError) {
        let database = try await NewsError.storing { () throws(StoreError) in
            try await SQLiteDatabase.open(
                .file(file), schemas: [SQLiteSavedArticleRepository.schema, SQLiteSettingsStore.schema])
        }
        saved = SQLiteSavedArticleRepository(database: database)
        settings = SQLiteSettingsStore(database)
        self.database = database
    }

    /// Closes the file, if there is one.
    package func close() async { await database?.close() }
}
