import CoreModule
import Foundation

extension PonsAnswer {
    /// The entry of a word: only the hits with that headword, not those with compounds. Throws
    /// ``TranslationError/notFound`` if there is none.
    func entry(
        _ text: WordText, _ direction: TranslationDirection, at date: Date
    ) throws(TranslationError) -> DictionaryEntry {
        // Not simply the first block: a word may exist in both languages.
        let hits = blocks.filter { $0.language == direction.source }.flatMap(\.hits)
        let roms = PonsHeadword.best(hits.flatMap(\.roms), text) { $0.headword }
        var senses = Senses()
        var headword = roms.first?.headword
        for rom in roms { senses.append(rom) }
        if roms.isEmpty {
            let lines = PonsHeadword.best(hits.compactMap(\.translation), text) { $0.source ?? "" }
            headword = lines.first?.source
            senses.append(lines, partOfSpeech: nil)
        }
        let pronunciations = roms.lazy.compactMap { $0.fullHeadword.map(PonsMarkup.init)?.pronunciation }
        return try DictionaryEntry(
            headword: headword.map(PonsHeadword.plain) ?? text.value, direction: direction,
            pronunciation: pronunciations.first, senses: senses.list, provider: .pons, date: date)
    }
}

private struct Senses {
    private(set) var list: [DictionaryEntry.Sense] = []

    mutating func append(_ rom: PonsAnswer.Rom) {
        let partOfSpeech = rom.partOfSpeech.map { PonsMarkup($0).text }
        for arab in rom.arabs ?? [] {
            append(arab.translations ?? [], partOfSpeech: partOfSpeech?.isEmpty == true ? nil : partOfSpeech)
        }
    }

    mutating func append(_ lines: [PonsAnswer.Translation], partOfSpeech: String?) {
        var translations: [String] = []
        var marks: [String: [String]] = [:]
        var examples: [DictionaryEntry.Example] = []
        for line in lines {
            let (source, target) = (PonsMarkup(line.source ?? ""), PonsMarkup(line.target ?? ""))
            // A reference to another word has an empty target.
            guard !target.text.isEmpty else { continue }
            if !source.isHeadword {
                examples.append(DictionaryEntry.Example(source: source.text, target: target.text))
            } else if marks[target.text] == nil {
                translations.append(target.text)
                marks[target.text] = target.marks
            }
        }
        if translations.isEmpty {
            // No sense of its own: examples of the sense before.
            if let last = list.indices.last { list[last].examples += examples }
        } else {
            list.append(
                DictionaryEntry.Sense(
                    partOfSpeech: partOfSpeech, translations: translations, examples: examples, marks: marks))
        }
    }
}
