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

    /// The removed words, and when each goes.
    @MainActor
    init(_ bin: WordBinViewModel, in localizer: Localizer) {
        let lines = WordTable().lines(bin.items.map(\.word), localizer)
        self.init(
            zip(lines, bin.items).map { "\($0)  \(localizer(bin.message(of: $1)))" }, empty: bin.emptyMessage,
            json: bin.items.map { $0.word.json + ["removedAt": .date($0.removedAt), "deletedAt": .date($0.end)] },
            list: ShownList(item: .removedWord, ids: bin.items.map(\.id.rawValue)), in: localizer)
    }

    /// A word, the dictionary's word for it, those that differ only in case, accents or stress, and what else it may mean.
    init(
        _ word: Word, matched: DictionaryEntry.Match? = nil, similar: [Word] = [],
        otherMeanings: [DictionaryEntry] = [], in localizer: Localizer
    ) {
        var (lines, json) = (WordTable().lines([word], localizer), word.json)
        if let matched {
            lines.append("  → \(localizer.match(matched))")
            json = json + ["matched": matched.json]
        }
        if !similar.isEmpty {
            lines += [localizer(similar.similarTitle)] + WordTable().lines(similar, localizer)
            json = json + ["similar": .array(similar.map(\.json))]
        }
        if !otherMeanings.isEmpty {
            lines.append(localizer(otherMeanings.meaningsTitle))
            lines += otherMeanings.map { "  \($0.headword)  \($0.direction)  \($0.translation.text)" }
            json = json + ["otherMeanings": .array(otherMeanings.map { $0.json(of: word.text.value) })]
        }
        self.init(lines, json: json)
    }

    /// What a text may mean.
    init(_ entries: [DictionaryEntry], of text: String, in localizer: Localizer) {
        // The title says it of all.
        let isSimilar = entries.first?.matched.map { $0.isSimilar || $0.isPart } == true
        let lines = entries.flatMap { entry in
            let match = isSimilar ? nil : entry.matched.map { "  \(localizer.match($0))" }
            return ["\(entry.headword)  \(entry.direction)\(match ?? "")"] + Self.lines(entry.senses, localizer)
        }
        let none = entries.isEmpty ? [localizer(entries.meaningsTitle)] : []
        self.init(
            none + (isSimilar ? [localizer(entries.meaningsTitle)] : []) + lines,
            json: .array(entries.map { $0.json(of: text) }))
    }

    private static func lines(_ senses: [DictionaryEntry.Sense], _ localizer: Localizer) -> [String] {
        senses.enumerated().flatMap { number, sense in
            ["  \(number + 1). \(localizer.sense(sense))"]
                + [localizer.marks(of: sense)].compactMap { $0.map { "     " + $0 } }
                + sense.examples.map { "     \($0.source) – \($0.target)" }
        }
    }

    /// An entry with its senses.
    init(_ word: Word, senses: [DictionaryEntry.Sense], entry: DictionaryEntry?, in localizer: Localizer) {
        var lines = ["\(word.isFavorite ? "★ " : "")\(word.text.value)"]
        if let pronunciation = entry?.pronunciation { lines[0] += "  /\(pronunciation)/" }
        if let matched = entry?.matched { lines[0] += "  \(localizer.match(matched))" }
        lines.append("  \(localizer.direction(word.direction))   \(word.id)")
        if senses.isEmpty { lines.append("  \(localizer.translation(of: word))") }
        lines += Self.lines(senses, localizer)
        lines += [word.tags.message, word.note.message].compactMap(\.self).map { "  " + localizer($0) }
        let service = word.translation.isOwn ? entry?.translation : nil
        for translation in [word.translation.translation, service].compactMap(\.self) {
            lines.append("  " + localizer.source(of: translation))
        }
        self.init(lines, json: word.json + ["entry": entry?.json ?? .null])
    }

    init(_ languages: [Language], direction: TranslationDirection, in localizer: Localizer) {
        let names = languages.map { (code: $0.code, name: $0.name(in: localizer.locale)) }
        self.init(
            [localizer(direction.message)] + names.map { "\($0.code)  \($0.name)" },
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
        let translations = words.map(localizer.translation)
        text = min(words.map(\.text.value.count).reduce(text, max), 28)
        translation = min(translations.map(\.count).reduce(translation, max), 28)
        id = Presentation.idLength(words.map(\.id.rawValue), atLeast: id)
        return zip(words, translations).map { word, said in
            "\(word.isFavorite ? "★" : " ") \(word.text.value.padded(to: text))  \(word.direction)  "
                + "\(said.padded(to: translation))  \(word.id.rawValue.prefix(id))"
        }
    }
}

extension Word {
    fileprivate var json: JSON {
        let own = translation.translation?.alternatives ?? []
        let all: JSON = [
            "id": .string(id.rawValue), "text": .string(text.value),
            "translation": .string(translation.translation?.text), "status": .string(translation.name),
            "provider": .string(translation.translation?.provider.rawValue),
            "sourceLang": .string(direction.source.code), "targetLang": .string(direction.target.code),
            "isFavorite": .bool(isFavorite), "createdAt": .date(createdAt), "updatedAt": .date(updatedAt),
        ]
        return all + (own.isEmpty ? [:] : ["alternatives": .strings(own)])
            + (note == .empty ? [:] : ["note": .string(note.value)])
            + (tags == .empty ? [:] : ["tags": .strings(tags.names)])
    }
}

extension DictionaryEntry {
    fileprivate var json: JSON {
        [
            "headword": .string(headword), "pronunciation": .string(pronunciation),
            "matched": matched?.json ?? .null, "senses": .array(senses.map(\.json)),
            "provider": .string(provider.rawValue), "fetchedAt": .date(date),
        ]
    }

    /// What a text means in one direction. What only a similar text or a part of it means is no translation of it.
    fileprivate func json(of text: String) -> JSON {
        let word: JSON =
            if let matched, matched.isSimilar || matched.isPart {
                [matched.isPart ? "part" : "similar": .string(matched.form), "meaning": .string(translation.text)]
            } else {
                ["translation": .string(translation.text)]
            }
        return ["text": .string(text), "matched": matched?.json ?? .null] + word + [
            "sourceLang": .string(direction.source.code), "targetLang": .string(direction.target.code),
            "provider": .string(provider.rawValue), "senses": .array(senses.map(\.json)),
        ]
    }
}

extension DictionaryEntry.Match {
    fileprivate var json: JSON { ["form": .string(form), "how": .string(how)] }
}

extension DictionaryEntry.Sense {
    fileprivate var json: JSON {
        [
            "partOfSpeech": .string(partOfSpeech), "notes": .strings(notes), "forms": .strings(forms),
            "matched": matched?.json ?? .null, "translations": .strings(translations),
            "marks": .object(marks.sorted { $0.key < $1.key }.map { ($0, .strings($1)) }),
            "examples": .array(examples.map { ["source": .string($0.source), "target": .string($0.target)] }),
        ]
    }
}
