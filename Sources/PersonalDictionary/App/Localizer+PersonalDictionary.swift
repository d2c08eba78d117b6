public import CoreModule
public import Foundation
import TodoList

extension MessageTable {
    /// What `PersonalDictionary` says.
    public static let personalDictionary = MessageTable(.module)
}

extension Localizer {
    /// What the library and those that it stands on say.
    /// - Parameters:
    ///   - locale: the user's language and customs.
    ///   - timeZone: the user's time zone.
    ///   - tables: the embedder's own, which come before the library's.
    public static func personalDictionary(
        locale: Locale = .current, timeZone: TimeZone = .autoupdatingCurrent, tables: [MessageTable] = []
    ) -> Localizer {
        Localizer(
            locale: locale, timeZone: timeZone, tables: tables + [.personalDictionary, .todoList, .coreModule])
    }

    /// A part of speech as services name it, where the tables know it; else as it is.
    public func partOfSpeech(_ name: String) -> String {
        text(forKey: "partOfSpeech.\(name)") ?? name
    }

    /// Who a translation comes from.
    public func provider(_ provider: TranslationProvider) -> String {
        if let pivot = provider.pivot {
            let names = pivot.providers.map(self.provider).joined(separator: ", ")
            return self(Message("\(names), through \(pivot.language.name(in: locale))"))
        }
        return text(forKey: "provider.\(provider.rawValue)") ?? provider.rawValue
    }
}
