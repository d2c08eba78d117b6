import CoreModule
import Foundation

/// Who was asked for translations, as the settings of a SQLite file have it.
enum ProviderSetting {
    /// Those noted last; `nil` where none were, or where the note is a newer version's and cannot be understood.
    static func read(_ connection: SQLiteConnection) throws -> Set<TranslationProvider>? {
        let text = try connection.first("SELECT value FROM setting WHERE key = 'providers'") { try $0.text(0) }
        guard let text else { return nil }
        do {
            return Set(try JSONDecoder().decode([String].self, from: Data(text.utf8)).map(TranslationProvider.init))
        } catch {
            return nil
        }
    }

    /// Notes them in place of those before.
    static func save(_ providers: Set<TranslationProvider>, _ connection: SQLiteConnection) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let json = try encoder.encode(providers.map(\.rawValue).sorted())
        try connection.run(
            """
            INSERT INTO setting(key, value) VALUES ('providers', ?)
            ON CONFLICT(key) DO UPDATE SET value = excluded.value
            """, [.text(String(decoding: json, as: UTF8.self))])
    }
}
