import CoreModule
import Foundation
import PersonalDictionary

/// Words and their languages.
extension Presentation {
    init(_ words: [Word], empty: Message, _ table: WordTable = WordTable(), in localizer: Localizer) {
        self.init(
            table.lines(words, localizer), empty: empty, json: words.map(\.json),
            list: ShownList(item: .word, ids: words.map(\.id.rawValue)), in: localizer)
    }

    /// A word, and those that differ from it only in case, accents or stress.
    init(_ word: Word, similar: [Word] = [], in localizer: Localizer) {
        var lines = WordTable().lines([word], localizer)
        var json = word.json
        if !similar.isEmpty {
            lines += [localizer(Message("similar to:"))] + WordTable().lines(similar, localizer)
            json = json + ["similar": .array(similar.map(\.json))]
        }
        self.init(lines, json: json)
    }

    /// An entry with its senses.
    init(_ word: Word, senses: [DictionaryEntry.Sense], entry: DictionaryEntry?, in localizer: Localizer) {
        var lines = ["\(word.isFavorite ? "★ " : "")\(word.text.value)"]
        if let pronunciation = entry?.pronunciation { lines[0] += "  /\(pronunciation)/" }
        let names = [word.direction.source, word.direction.target].map { $0.name(in: localizer.locale) }
        lines.append("  \(names.joined(separator: " → "))   \(word.id)")
        if senses.isEmpty { lines.append("  \(WordTable.translation(of: word, localizer))") }
        for (number, sense) in senses.enumerated() {
            let label = sense.partOfSpeech.map { "\(localizer.partOfSpeech($0)): " } ?? ""
            let notes = sense.notes.map { "\($0) " }.joined()
            let translations = sense.translations.joined(separator: ", ")
            lines.append("  \(number + 1). \(label)\(notes)\(translations)")
            lines += sense.examples.map { "     \($0.source) – \($0.target)" }
        }
        let service = word.translation.isOwn ? entry?.translation : nil
        for translation in [word.translation.translation, service].compactMap(\.self) {
            let provider = localizer.provider(translation.provider)
            lines.append("  " + localizer(Message("from: \(provider), \(translation.date)")))
        }
        self.init(lines, json: word.json + ["entry": entry?.json ?? .null])
    }

    init(_ languages: [Language], direction: TranslationDirection, in localizer: Localizer) {
        let names = languages.map { (code: $0.code, name: $0.name(in: localizer.locale)) }
        self.init(
            [localizer(Message("direction: \(direction)"))] + names.map { "\($0.code)  \($0.name)" },
            json: [
                "sourceLang": .string(direction.source.code), "targetLang": .string(direction.target.code),
                "languages": .array(names.map { ["code": .string($0.code), "name": .string($0.name)] }),
            ])
    }
}

/// The columns of a table of words. From page to page they only become wider.
final class WordTable {
    private var text = 0, translation = 0, id = 18

    func lines(_ words: [Word], _ localizer: Localizer) -> [String] {
        let translations = words.map { Self.translation(of: $0, localizer) }
        text = min(words.map(\.text.value.count).reduce(text, max), 28)
        translation = min(translations.map(\.count).reduce(translation, max), 28)
        id = Presentation.idLength(words.map(\.id.rawValue), atLeast: id)
        return zip(words, translations).map { word, said in
            "\(word.isFavorite ? "★" : " ") \(word.text.value.padded(to: text))  \(word.direction)  "
                + "\(said.padded(to: translation))  \(word.id.rawValue.prefix(id))"
        }
    }

    static func translation(of word: Word, _ localizer: Localizer) -> String {
        switch word.translation {
        case .translated(let translation): translation.text
        case .pending: localizer(Message("… (pending)"))
        case .notFound: localizer(Message("– (no translation found)"))
        case .failed: localizer(Message("– (look-up failed; will be tried again)"))
        }
    }
}

extension Word {
    fileprivate var json: JSON {
        [
            "id": .string(id.rawValue), "text": .string(text.value),
            "translation": .string(translation.translation?.text), "status": .string(translation.name),
            "provider": .string(translation.translation?.provider.rawValue),
            "sourceLang": .string(direction.source.code), "targetLang": .string(direction.target.code),
            "isFavorite": .bool(isFavorite), "createdAt": .date(createdAt), "updatedAt": .date(updatedAt),
        ]
    }
}

extension DictionaryEntry {
    fileprivate var json: JSON {
        [
            "headword": .string(headword), "pronunciation": .string(pronunciation),
            "senses": .array(senses.map(\.json)), "provider": .string(provider.rawValue), "fetchedAt": .date(date),
        ]
    }
}

extension DictionaryEntry.Sense {
    fileprivate var json: JSON {
        [
            "partOfSpeech": .string(partOfSpeech), "notes": .strings(notes), "translations": .strings(translations),
            "examples": .array(examples.map { ["source": .string($0.source), "target": .string($0.target)] }),
        ]
    }
}
