import CoreModule
import Foundation

/// Remembers in the store which directions services do not have.
///
/// It is kept among the answers, as the answer to a look-up of no word: a row whose text is empty, which no word's is.
final class SQLiteUnsupportedDirectionRepository: UnsupportedDirectionRepository {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    func lastRefusal(
        of direction: TranslationDirection, by service: TranslationProvider
    ) async throws(DictionaryError) -> Date? {
        do {
            return try await database.read { connection in
                try connection.first(
                    """
                    SELECT looked_up_at FROM translation_cache
                    WHERE service = ? AND text = '' AND source = ? AND target = ?
                    """, Self.key(service, direction)
                ) { Date(millisecondsSince1970: try $0.integer(0)) }
            }
        } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
    }

    func setUnsupported(
        _ isUnsupported: Bool, _ direction: TranslationDirection, by service: TranslationProvider, at date: Date
    ) async throws(DictionaryError) {
        do {
            try await database.write { connection in
                try connection.run(
                    "DELETE FROM translation_cache WHERE service = ? AND text = '' AND source = ? AND target = ?",
                    Self.key(service, direction))
                guard isUnsupported else { return }
                try connection.run(
                    """
                    INSERT INTO translation_cache(service, text, source, target, entry, looked_up_at)
                    VALUES (?, '', ?, ?, NULL, ?)
                    """, Self.key(service, direction) + [.integer(date.millisecondsSince1970)])
            }
        } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
    }

    private static func key(_ service: TranslationProvider, _ direction: TranslationDirection) -> [SQLiteValue] {
        [.text(service.rawValue), .text(direction.source.code), .text(direction.target.code)]
    }
}
