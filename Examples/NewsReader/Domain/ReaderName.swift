package import CoreModule
import Foundation

/// The reader's name, by which texts address the reader.
package final class ReaderName: Sendable {
    package static let maximumLength = 80

    private static let key = SettingKey<String>(
        "newsReader.name", unreadable: Message("The reader's name in the store cannot be read"))
    private let settings: AppSettings
    private let stream = EventStream<String?>()

    package init(_ store: any SettingsStore, logger: EventLogger) {
        settings = AppSettings(store, logger: logger)
    }

    /// The names that are saved from now on.
    package var changes: any ModelStreamReader<String?> { stream }

    /// The name; nil if there is none.
    package func read() async throws(NewsError) -> String? {
        try await NewsError.storing { () throws(StoreError) in try await settings.value(Self.key) }
    }

    /// Saves what was typed. A blank name is none.
    package func save(_ typed: String) async throws(NewsError) {
        let name = try Self.name(typed)
        try await NewsError.storing { () throws(StoreError) in try await settings.save(name, for: Self.key) }
        stream.send(name)
    }

    /// The name on one line without white space around it; nil if it is blank.
    static func name(_ typed: String) throws(NewsError) -> String? {
        let name = typed.onOneLine().trimmingCharacters(in: .whitespaces)
        guard name.count <= maximumLength else { throw .nameTooLong(limit: maximumLength) }
        return name.isEmpty ? nil : name
    }
}
