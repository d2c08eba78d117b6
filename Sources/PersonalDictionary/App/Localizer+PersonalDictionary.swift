public import CoreModule
public import Foundation
import TodoList

extension MessageTable {
    /// The texts of `PersonalDictionary`.
    public static let personalDictionary = MessageTable(.module, englishIsKeys: true)
}

extension Localizer {
    /// A localizer with the texts of the library and of the libraries below it.
    /// - Parameters:
    ///   - locale: the user's language and customs.
    ///   - timeZone: the user's time zone.
    ///   - tables: your own tables, which are searched before the library's.
    public static func personalDictionary(
        locale: Locale = .current, timeZone: TimeZone = .autoupdatingCurrent, tables: [MessageTable] = []
    ) -> Localizer {
        Localizer(
            locale: locale, timeZone: timeZone, tables: tables + [.personalDictionary, .todoList, .coreModule])
    }

    /// The translated part of speech if the tables have it; otherwise the service's own text.
    public func partOfSpeech(_ name: String) -> String {
        text(forKey: "partOfSpeech.\(name)") ?? name
    }

    /// The provider of a translation, for the user.
    public func provider(_ provider: TranslationProvider) -> String {
        if let pivot = provider.pivot {
            let names = pivot.providers.map(self.provider).joined(separator: ", ")
            return self(Message("\(names), through \(pivot.language.name(in: locale))"))
        }
        return text(forKey: "provider.\(provider.rawValue)") ?? provider.rawValue
    }
}
