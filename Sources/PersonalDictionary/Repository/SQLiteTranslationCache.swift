import CoreModule
import Foundation

/// Keeps answers in the store.
///
/// No text is stored as the empty text, which no word has.
final class SQLiteTranslationCache: TranslationCache {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    func answer(
        of service: TranslationProvider, to text: WordText?, _ direction: TranslationDirection
    ) async throws(DictionaryError) -> (answer: CachedAnswer, date: Date)? {
        try await database.reading { connection in
            try connection.first(
                "SELECT entry, looked_up_at FROM translation_cache WHERE \(Self.isKey)",
                Self.key(service, text, direction)
            ) { row in
                let answer: CachedAnswer =
                    try row.optionalText(0).map { .found(try DictionaryEntry(stored: $0)) } ?? .notFound
                return (answer, Date(millisecondsSince1970: try row.integer(1)))
            }
        }
    }

    func keep(
        _ answer: CachedAnswer?, of service: TranslationProvider, to text: WordText?,
        _ direction: TranslationDirection, at date: Date
    ) async throws(DictionaryError) {
        try await database.writing { connection in
            let key = Self.key(service, text, direction)
            guard let answer else {
                try connection.run("DELETE FROM translation_cache WHERE \(Self.isKey)", key)
                return
            }
            let json: String? = if case .found(let entry) = answer { try entry.stored } else { nil }
            try connection.run(
                """
                INSERT INTO translation_cache(service, text, source, target, entry, looked_up_at, folded)
                VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT(service, text, source, target)
                DO UPDATE SET entry = excluded.entry, looked_up_at = excluded.looked_up_at
                """,
                key + [
                    .text(json), .integer(date.millisecondsSince1970),
                    .text(text.map { TextFolding.fold($0.value, .search) }),
                ])
        }
    }

    func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) async throws(DictionaryError) -> [DictionaryEntry] {
        let folded = TextFolding.fold(prefix, .search)
        guard !folded.isEmpty else { return [] }
        return try await database.reading { connection in
            // A range, not LIKE: the prefix may contain wildcards, and the index finds a range.
            try connection.query(
                """
                SELECT entry FROM translation_cache
                WHERE source = ?1 AND target = ?2 AND entry IS NOT NULL AND folded BETWEEN ?3 AND ?3 || char(1114111)
                ORDER BY length(text), text, service LIMIT ?4
                """,
                [
                    .text(direction.source.code), .text(direction.target.code), .text(folded),
                    .integer(Int64(max(0, limit))),
                ]
            ) { try DictionaryEntry(stored: try $0.text(0)) }
        }
    }

    private static let isKey = "service = ? AND text = ? AND source = ? AND target = ?"

    private static func key(
        _ service: TranslationProvider, _ text: WordText?, _ direction: TranslationDirection
    ) -> [SQLiteValue] {
        [
            .text(service.rawValue), .text(text?.value ?? ""), .text(direction.source.code),
            .text(direction.target.code),
        ]
    }
}

extension SQLiteDatabase {
    /// Reads, with the dictionary's errors.
    func reading<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws(DictionaryError) -> Value {
        do { return try await read(body) } catch { throw DictionaryError(wrapping: error, path: path) }
    }

    /// Writes, with the dictionary's errors.
    @discardableResult
    func writing<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws(DictionaryError) -> Value {
        do { return try await write(body) } catch { throw DictionaryError(wrapping: error, path: path) }
    }
}

extension DictionaryEntry {
    /// The entry as it lies in a store.
    var stored: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    /// Reads an entry. Those of earlier versions may have control characters.
    init(stored json: String) throws {
        do {
            let entry = try JSONDecoder().decode(DictionaryEntry.self, from: Data(json.utf8))
            self = entry.cleaned ?? entry
        } catch {
            throw StoreError(
                .damaged, path: nil,
                message: Message("a dictionary entry in the store cannot be read: \(String(describing: error))"))
        }
    }
}
