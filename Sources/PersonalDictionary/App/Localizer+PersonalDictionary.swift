public import CoreModule
public import Foundation
import TodoList

extension MessageTable {
    /// The texts of `PersonalDictionary`.
    public static let personalDictionary = MessageTable(.personalDictionary, englishIsKeys: true)
}

extension Localizer {
    /// A localizer with the texts of the library and of the libraries below it. Tables of your own are searched before them.
    public static func personalDictionary(
        locale: Locale = .current, timeZone: TimeZone = .autoupdatingCurrent, tables: [MessageTable] = []
    ) -> Localizer {
        Localizer(
            locale: locale, timeZone: timeZone, tables: tables + [.personalDictionary, .todoList, .coreModule])
    }

    /// The translated part of speech if the tables have it; otherwise the service's own text.
    package func partOfSpeech(_ name: String) -> String {
        text(forKey: "partOfSpeech.\(name)") ?? name
    }

    /// The translation of a word, or why it has none.
    public func translation(of word: Word) -> String {
        switch word.translation {
        case .translated(let translation): translation.text
        case .pending: self(Message("… (pending)"))
        case .notFound: self(Message("– (no translation found)"))
        case .failed: self(Message("– (look-up failed; will be tried again)"))
        }
    }

    /// The provider and the date of a translation.
    public func source(of translation: Translation) -> String {
        self(Message("from: \(provider(translation.provider)), \(translation.date)"))
    }

    /// Where a suggestion comes from: the user's own words, or a provider.
    public func source(of suggestion: Suggestion) -> String {
        switch suggestion.source {
        case .saved: self(Message("saved"))
        case .provider(let provider): self.provider(provider)
        }
    }

    /// The names of the two languages: `English → Russian`.
    public func direction(_ direction: TranslationDirection) -> String {
        [direction.source, direction.target].map { $0.name(in: locale) }.joined(separator: " → ")
    }

    /// A sense on one line: its part of speech, its word if the entry has another one, its notes and principal forms, and its
    /// translations, such as `noun (m): dog`, `verb (went, gone): gehen` or `verb → leave (past tense): verlassen`.
    public func sense(_ sense: DictionaryEntry.Sense) -> String {
        let details = sense.details
        let notes = details.isEmpty ? nil : "(\(details.joined(separator: ", ")))"
        let matched = sense.matched.map { "→ \(match($0))" }
        let labels = [sense.partOfSpeech.map(partOfSpeech), matched, notes].compactMap(\.self).joined(separator: " ")
        return (labels.isEmpty ? "" : labels + ": ") + sense.translations.joined(separator: ", ")
    }

    /// The translations of a sense that have marks, such as stress and gender, on one line: `соба́ка f, пёс m`; nil if
    /// none has.
    public func marks(of sense: DictionaryEntry.Sense) -> String? {
        let marked = sense.translations.compactMap { text -> String? in
            guard let marks = sense.marks[text] else { return nil }
            // A mark may be the word itself with its stress.
            let isWord = marks.contains { mark in
                mark.unicodeScalars.filter { $0 != "\u{301}" }.elementsEqual(text.unicodeScalars)
            }
            return ((isWord ? [] : [text]) + marks).joined(separator: " ")
        }
        return marked.isEmpty ? nil : marked.joined(separator: ", ")
    }

    /// The word of the dictionary as which a text was found, and the relation of the two: `dog (plural)`.
    public func match(_ match: DictionaryEntry.Match) -> String {
        "\(match.form) (\(match.labels.map(label).joined(separator: ", ")))"
    }

    /// The relation of a text to its word: `past tense`. A label without a translation is shown in English.
    package func label(_ label: DictionaryEntry.Match.Label) -> String {
        guard let text = text(forKey: "match.\(label.kind)") else { return label.rawValue }
        return label.word.map { text.replacing("%@", with: $0) } ?? text
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
