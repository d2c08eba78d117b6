extension GlossaryTranslationService: WordSuggesting {
    /// Words of the glossary that begin with a text. Ignores case and accents.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) throws(TranslationError) -> [Suggestion] {
        try loaded().words(beginningWith: text, direction, limit: limit).map {
            Suggestion(text: $0.word, translation: $0.translation, source: .provider(.glossary))
        }
    }

    /// Words of the glossary that are like a misspelt text, the nearest first: with a letter more or less, another one,
    /// or two swapped. Ignores case and accents.
    public func suggestions(
        nearestTo text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        let glossary = try loaded()
        guard let headwords = glossary.headwords(direction.source) else { throw .unsupportedDirection(direction) }
        return try headwords.nearest(to: text.value, limit: limit).map { (word) throws(TranslationError) in
            let senses = try glossary.senses(of: [Interpretation(headword: word, labels: [])], direction)
            return Suggestion(
                text: word.text, translation: senses.first?.translations.first, source: .provider(.glossary))
        }
    }
}
