import CoreModule
import Foundation
import PersonalDictionary

/// Words and their languages.
extension Presentation {
    init(_ words: [Word], empty: Message, in localizer: Localizer) {
        self.init(
            Self.table(words, localizer), empty: empty, json: words.map(\.json),
            list: ShownList(item: .word, ids: words.map(\.id.rawValue)), in: localizer)
    }

    /// A word, and those that differ from it only in case, accents or stress.
    init(_ word: Word, similar: [Word] = [], in localizer: Localizer) {
        var lines = Self.table([word], localizer)
        var json = word.json
        if !similar.isEmpty {
            lines += [localizer(Message("similar to:"))] + Self.table(similar, localizer)
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
        if senses.isEmpty { lines.append("  \(Self.translation(of: word, localizer))") }
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

    private static func table(_ words: [Word], _ localizer: Localizer) -> [String] {
        let texts = padded(words.map(\.text.value))
        let translations = padded(words.map { translation(of: $0, localizer) })
        let ids = shortest(words.map(\.id.rawValue))
        return words.enumerated().map { index, word in
            "\(word.isFavorite ? "★" : " ") \(texts[index])  \(word.direction)  \(translations[index])  \(ids[index])"
        }
    }

    private static func padded(_ texts: [String]) -> [String] {
        let width = min(texts.map(\.count).max() ?? 0, 28)
        return texts.map { $0.padded(to: width) }
    }

    private static func translation(of word: Word, _ localizer: Localizer) -> String {
        switch word.translation {
        case .translated(let translation): translation.text
        case .pending: localizer(Message("… (pending)"))
        case .notFound: localizer(Message("– (no translation found)"))
        case .failed: localizer(Message("– (look-up failed; will be tried again)"))
        }
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
