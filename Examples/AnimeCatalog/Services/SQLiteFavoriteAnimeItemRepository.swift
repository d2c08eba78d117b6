package import AnimeCatalogDomain
package import CoreModule
package import Foundation

/// Keeps favourites in a file, which is opened when it is first used. So a file that cannot be read does not keep the catalogue from
/// opening: reads and changes throw why, and the file stays as it is.
package actor SQLiteFavoriteAnimeItemRepository: FavoriteAnimeItemRepository {
    package let file: URL
    private var opened: SQLiteDatabase?
    /// Opens the file once, however many calls need it.
    private let opening = AsyncMutex()

    private static let schema = SQLiteSchema(
        name: "anime", tables: ["favorite"],
        migrations: [
            SQLiteMigration(
                version: 1,
                script: """
                    CREATE TABLE favorite(
                        position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, rank INTEGER,
                        type TEXT, page TEXT, picture TEXT, "start" TEXT, "end" TEXT) STRICT
                    """)
        ])

    package init(file: URL) {
        self.file = file
    }

    /// Closes the file. Later calls throw if it was open.
    package func close() async {
        await opening.enter()
        defer { opening.leave() }
        await opened?.close()
    }

    package func favorites() async throws(StoreError) -> [Favorite] {
        try await perform { database in
            try await database.read { try $0.query("SELECT * FROM favorite ORDER BY position", [], Self.favorite) }
        }
    }

    @discardableResult
    package func add(_ item: CatalogItem) async throws(StoreError) -> Favorite {
        let values: [SQLiteValue] = [
            .text(item.id.rawValue), .text(item.title), .integer(item.rank.map { Int64($0) }), .text(item.type),
            .text(item.page?.absoluteString), .text(item.picture?.absoluteString), .text(item.start?.description),
            .text(item.end?.description),
        ]
        return try await perform { database in
            try await database.write { connection in
                let known = try connection.first(
                    "SELECT * FROM favorite WHERE id = ?", [.text(item.id.rawValue)], Self.favorite)
                if let known { return known }
                let added = try connection.query(
                    "INSERT INTO favorite VALUES(NULL, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *", values, Self.favorite)
                guard let favorite = added.first else { throw Self.damaged }
                return favorite
            }
        }
    }

    package func remove(_ id: CatalogItem.ID) async throws(StoreError) {
        try await perform { database in
            try await database.write { try $0.run("DELETE FROM favorite WHERE id = ?", [.text(id.rawValue)]) }
        }
    }

    /// Converts an error of the database into one of the store.
    @discardableResult
    private func perform<Value>(
        _ operation: (SQLiteDatabase) async throws -> Value
    ) async throws(StoreError) -> Value {
        let database = try await database()
        do {
            return try await operation(database)
        } catch {
            throw StoreError(wrapping: error, path: database.path)
        }
    }

    private func database() async throws(StoreError) -> SQLiteDatabase {
        await opening.enter()
        defer { opening.leave() }
        if let opened { return opened }
        let database = try await SQLiteDatabase.open(.file(file), schemas: [Self.schema])
        opened = database
        return database
    }

    private static let damaged = StoreError(.damaged, path: nil, message: Message("the store is damaged"))

    private static func favorite(_ row: SQLiteRow) throws -> Favorite {
        let item = CatalogItem(
            id: CatalogItem.ID(try row.text(1)), title: try row.text(2), rank: row.optionalInteger(3).map { Int($0) },
            type: try row.optionalText(4), page: try url(row.optionalText(5)), picture: try url(row.optionalText(6)),
            start: try day(row.optionalText(7)), end: try day(row.optionalText(8)))
        return Favorite(item, position: Int(try row.integer(0)))
    }

    private static func url(_ text: String?) throws(StoreError) -> URL? {
        guard let text else { return nil }
        guard let url = URL(string: text) else { throw damaged }
        return url
    }

    private static func day(_ text: String?) throws(StoreError) -> CalendarDay? {
        guard let text else { return nil }
        do { return try CalendarDay(text) } catch { throw damaged }
    }
}
