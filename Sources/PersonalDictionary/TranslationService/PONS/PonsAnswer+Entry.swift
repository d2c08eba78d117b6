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
        let all = hits.flatMap(\.roms)
        var roms = PonsHeadword.best(all, text) { $0.headword }
        var senses = Senses()
        senses.append(roms)
        if senses.list.isEmpty, let reference = roms.lazy.compactMap(\.reference).first {
            // Without the number of a homograph.
            let end = reference.replacing(/[0-9]+$/, with: "")
            let headwords = all.map { PonsHeadword.plain($0.headword) }.filter { end.hasSuffix(" \($0)") }
            if let headword = headwords.max(by: { $0.count < $1.count }) {
                roms = all.filter { PonsHeadword.plain($0.headword) == headword }
                senses.append(roms, notes: [reference])
            }
        }
        var headword = roms.first?.headword
        if roms.isEmpty {
            let lines = PonsHeadword.best(hits.compactMap(\.translation), text) { $0.source ?? "" }
            headword = lines.first?.source
            senses.append(lines, partOfSpeech: nil)
            senses.appendPhrases(nil)
        }
        let pronunciations = roms.lazy.compactMap { $0.fullHeadword.map(PonsMarkup.init)?.pronunciation }
        return try DictionaryEntry(
            headword: headword.map(PonsHeadword.plain) ?? text.value, direction: direction,
            pronunciation: pronunciations.first, senses: senses.whole, provider: .pons, date: date)
    }
}

extension PonsAnswer.Rom {
    /// What refers to another word in place of a sense, or of its translation: `→ pitch-black`.
    fileprivate var reference: String? {
        arabs?.lazy.flatMap { arab in
            let lines = (arab.translations ?? []).filter { PonsMarkup($0.source ?? "").isHeadword }
            return [arab.header] + lines.map(\.target)
        }.compactMap { PonsMarkup($0 ?? "").reference }.first
    }
}

private struct Senses {
    /// Those with translations of the word.
    private(set) var list: [DictionaryEntry.Sense] = []
    /// Those with phrases only, after the others.
    private var phrases: [DictionaryEntry.Sense] = []
    /// Examples that stand before the first sense of a headword.
    private var leading: [DictionaryEntry.Example] = []
    /// Where the senses of a headword begin.
    private var start = 0

    mutating func append(_ roms: [PonsAnswer.Rom], notes: [String] = []) {
        for rom in roms {
            let name = rom.partOfSpeech.map { PonsMarkup($0).text }
            let partOfSpeech = name?.isEmpty == true ? nil : name
            start = list.count
            for arab in rom.arabs ?? [] {
                append(
                    arab.translations ?? [], partOfSpeech: partOfSpeech,
                    notes: notes + PonsMarkup(arab.header ?? "").marks)
            }
            appendPhrases(partOfSpeech)
        }
    }

    /// All senses. One with phrases only has the translation of the first phrase.
    var whole: [DictionaryEntry.Sense] { list + phrases }

    /// Makes a sense of the phrases of a headword that has nothing else.
    mutating func appendPhrases(_ partOfSpeech: String?) {
        guard let first = leading.first else { return }
        phrases.append(
            DictionaryEntry.Sense(
                partOfSpeech: partOfSpeech, translations: [first.target], examples: leading,
                marks: [first.target: [first.source]]))
        leading = []
    }

    mutating func append(_ lines: [PonsAnswer.Translation], partOfSpeech: String?, notes: [String] = []) {
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
        if !translations.isEmpty {
            list.append(
                DictionaryEntry.Sense(
                    partOfSpeech: partOfSpeech, translations: translations, examples: leading + examples, marks: marks,
                    notes: notes))
            leading = []
        } else if let last = list.indices.last, start <= last {
            // No sense of its own: examples of the sense before.
            list[last].examples += examples
        } else {
            leading += examples
        }
    }
}
