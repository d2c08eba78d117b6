import CoreModule
public import Foundation

extension ImportedWord {
    /// Makes a word for a preview or a test, without a check of its text.
    /// - Parameters:
    ///   - text: the text. The identifier is made of it and the direction, without white space: `sample-en-ru-ice_cream`.
    ///   - translations: a service's translations, the most common one first. If there are none, the word waits for them.
    ///   - direction: the direction of the translation.
    ///   - isFavorite: whether it is a favourite.
    ///   - note: the note.
    ///   - createdAt: when it was added; by default at 2026-11-21T10:00:00Z.
    public static func sample(
        _ text: String, _ translations: [String] = [], _ direction: TranslationDirection = .englishToRussian,
        isFavorite: Bool = false, note: String = "", createdAt: Date = Date(timeIntervalSince1970: 1_795_255_200)
    ) -> ImportedWord {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
        var word = Word(
            id: WordID("sample-\(direction.source)-\(direction.target)-\(name)"), text: WordText(stored: text),
            direction: direction,
            isFavorite: isFavorite, note: WordNote(stored: note), createdAt: createdAt, updatedAt: createdAt)
        guard let first = translations.first else { return ImportedWord(word) }
        let translation = Translation(text: first, provider: .glossary, date: createdAt)
        word.translation = .translated(translation)
        let further = translations.dropFirst().map { DictionaryEntry.Sense(translations: [$0]) }
        return ImportedWord(word, entry: DictionaryEntry(translation, of: word).adding(further))
    }
}

extension [ImportedWord] {
    /// Words for previews: with and without a translation, a note and a star, in several directions.
    public static var sample: [ImportedWord] {
        let german = TranslationDirection(unchecked: .german, .english)
        let words: [(Date) -> ImportedWord] = [
            { .sample("serendipity", createdAt: $0) },
            { .sample("dog", ["собака", "пёс"], isFavorite: true, createdAt: $0) },
            { .sample("Fernweh", ["wanderlust"], german, note: "the opposite of Heimweh", createdAt: $0) },
            { .sample("to look forward to", ["ждать с нетерпением"], isFavorite: true, createdAt: $0) },
            { .sample("cat", ["кошка", "кот"], createdAt: $0) },
        ]
        // The first one is the newest.
        let newest = Date(timeIntervalSince1970: 1_795_255_200)
        return words.enumerated().map { number, word in word(newest.addingTimeInterval(-3600 * Double(number))) }
    }
}
