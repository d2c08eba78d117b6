import CoreModule

extension Glossary {
    /// The headwords of a language; nil if the glossary does not have it.
    package func headwords(_ language: Language) -> (some Headwords<Never>)? {
        languages.firstIndex(of: language).map { GlossaryHeadwords(glossary: self, column: $0) }
    }

    /// The senses of interpretations in a direction, in their order, and of each one first those in which its headword is the usual word.
    /// A sense that is of another word than the first one says of which. Concepts that are translated by the same words are one sense.
    /// - Parameter interpreter: says the principal forms of the words; nil if they are not needed.
    func senses(
        of interpretations: [Interpretation], _ direction: TranslationDirection,
        forms interpreter: QueryInterpreter? = nil
    ) throws(TranslationError) -> [DictionaryEntry.Sense] {
        let (source, target) = try columns(direction)
        var seen: Set<Int> = []
        let senses = interpretations.enumerated().flatMap { number, interpretation -> [DictionaryEntry.Sense] in
            let isFirst = number == 0 || interpretation.match == interpretations[0].match
            let concepts = concepts(interpretation.headword, source).filter { seen.insert($0.number).inserted }
            return concepts.map { number, place in
                let concept = concept(number)
                let translations = concept.cells[target]
                return .init(
                    partOfSpeech: concept.partOfSpeech, translations: translations.map(\.text),
                    marks: Dictionary(
                        translations.map { ($0.text, $0.marks) }, uniquingKeysWith: { first, _ in first }),
                    notes: concept.cells[source][place].marks, matched: isFirst ? nil : interpretation.match,
                    forms: interpreter?.principalForms(
                        of: interpretation.headword.text, partOfSpeech: concept.partOfSpeech) ?? [])
            }
        }
        return senses.reduce(into: []) { distinct, sense in
            if let place = distinct.firstIndex(where: sense.looksLike) {
                distinct[place] = distinct[place].adding(notes: sense.notes)
            } else {
                distinct.append(sense)
            }
        }
    }

    /// Words that begin with a text, each with its usual translation, shorter ones first. Ignores case and accents.
    func words(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) throws(TranslationError) -> [(word: String, translation: String)] {
        let (source, target) = try columns(direction)
        let key = TextFolding.fold(text.value, .search)
        guard !key.isEmpty else { return [] }
        let column = index(source)
        let found = column.keys(beginningWith: key, limit: limit).flatMap { key in
            column.concepts(key).compactMap { number in
                let cells = concept(number).cells
                return cells[source].first { TextFolding.fold($0.text, .search) == key }
                    .map { (word: $0.text, translation: cells[target][0].text) }
            }
        }
        // A word may belong to several concepts.
        return Array(found.prefix(max(0, limit)))
    }

    /// The concepts that have a headword in one of its parts of speech, and its place among their words.
    private func concepts(_ headword: Headword, _ source: Int) -> [(number: Int, place: Int)] {
        index(source).concepts(TextFolding.fold(headword.text, .search)).compactMap { number in
            let concept = concept(number)
            guard headword.partsOfSpeech.contains(concept.partOfSpeech) else { return nil }
            return concept.cells[source].firstIndex { $0.text == headword.text }.map { (number, $0) }
        }
        .sorted { (min($0.place, 1), $0.number) < (min($1.place, 1), $1.number) }
    }

    private func columns(_ direction: TranslationDirection) throws(TranslationError) -> (source: Int, target: Int) {
        guard let source = languages.firstIndex(of: direction.source),
            let target = languages.firstIndex(of: direction.target)
        else { throw .unsupportedDirection(direction) }
        return (source, target)
    }
}

/// The words of a glossary in one language.
private struct GlossaryHeadwords: Headwords {
    let glossary: Glossary
    let column: Int

    /// If the glossary has the word as typed (schon), words with accents (schön) are left out, and a word typed with
    /// accents finds no other. A Russian е may be ё.
    func headwords(_ text: String, ignoresAccents: Bool) -> [Headword] {
        let key = TextFolding.fold(text, .search)
        let concepts = glossary.index(column).concepts(key)
        guard !concepts.isEmpty else { return [] }
        let letters = TextFolding.fold(text, .letters)
        var words: [(text: String, rarities: [String: Headword.Rarity])] = []
        for number in concepts {
            let concept = glossary.concept(number)
            for (place, word) in concept.cells[column].enumerated()
            where TextFolding.fold(word.text, .search) == key {
                let rarity = Headword.Rarity(isSynonym: place > 0, place: number)
                if let known = words.firstIndex(where: { $0.text == word.text }) {
                    words[known].rarities.merge([concept.partOfSpeech: rarity], uniquingKeysWith: min)
                } else {
                    words.append((word.text, [concept.partOfSpeech: rarity]))
                }
            }
        }
        let exact = words.filter { TextFolding.fold($0.text, .letters) == letters }
        let mayHaveAccents = ignoresAccents || glossary.languages[column] == .russian
        let found = exact.isEmpty && mayHaveAccents && key == letters ? words : exact
        return (found.filter { $0.text == text } + found.filter { $0.text != text })
            .map { Headword($0.text, partsOfSpeech: Set($0.rarities.keys), rarities: $0.rarities) }
    }

    func texts(near text: String, _ spelling: Spelling) -> [(rank: Int, text: String)] {
        let keys = glossary.index(column).keys(near: TextFolding.fold(text, .search), edits: spelling.maximumEdits)
        return keys.compactMap { key in
            spelling.rank(of: Array(key.unicodeScalars)[...]).map { (rank: $0, text: key) }
        }
    }
}
