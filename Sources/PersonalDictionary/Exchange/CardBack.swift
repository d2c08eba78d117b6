import CoreModule
import Foundation

/// The back of a card for Anki: the translations of a word, one sense on each line, with articles, genders and stress.
enum CardBack {
    private static let germanArticles = ["m": "der", "f": "die", "n": "das"]

    /// The text of a record's card. Empty if there is no translation.
    static func text(of record: ExchangeRecord) -> String {
        let own = [record.translation].compactMap(\.self) + record.alternatives
        let isOwn = record.provider == TranslationProvider.user.rawValue
        let senses = record.entry?.senses ?? []
        let lines = senses.map { line($0, record.targetLang) }
        let all = senses.isEmpty || isOwn ? [own.joined(separator: ", ")] + lines : lines
        let filled = all.filter { !$0.isEmpty }
        return filled.count == 1 ? filled[0] : filled.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n")
    }

    private static func line(_ sense: DictionaryEntry.Sense, _ language: String?) -> String {
        let details = sense.details
        let notes = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        let label = ((sense.partOfSpeech ?? "") + notes).trimmingCharacters(in: .whitespaces)
        let translations = sense.translations.map { marked($0, sense.marks[$0] ?? [], language) }
        return (label.isEmpty ? "" : label + ": ") + translations.joined(separator: ", ")
    }

    /// A translation with its marks: `das Haus`, `соба́ка (f)`.
    private static func marked(_ text: String, _ marks: [String], _ language: String?) -> String {
        // A mark may be the word itself with its stress.
        func isWord(_ mark: String) -> Bool {
            mark.unicodeScalars.filter { $0 != "\u{301}" }.elementsEqual(text.unicodeScalars)
        }
        let word = marks.first(where: isWord) ?? text
        var rest = marks.filter { !isWord($0) }
        var article: String?
        if let gender = rest.first, !text.contains(" ") {
            article = language == Language.german.code ? germanArticles[gender] : nil
            if language == Language.italian.code { article = italianArticle(gender, text) }
            if article != nil { rest.removeFirst() }
        }
        let spaced = article.map { $0.hasSuffix("’") ? $0 : $0 + " " } ?? ""
        return spaced + word + (rest.isEmpty ? "" : " (\(rest.joined(separator: ", ")))")
    }

    /// How words begin that have the articles lo and uno.
    private static let takesLo = SharedRegex(/z|x|y|gn|ps|pn|s[^aeiou]/)

    private static func italianArticle(_ gender: String, _ text: String) -> String? {
        guard ["m", "f"].contains(gender) else { return nil }
        let letters = TextFolding.fold(text, .search)
        if letters.first.map({ "aeiouh".contains($0) }) == true { return "l’" }
        if gender == "f" { return "la" }
        return letters.prefixMatch(of: takesLo) != nil ? "lo" : "il"
    }
}
