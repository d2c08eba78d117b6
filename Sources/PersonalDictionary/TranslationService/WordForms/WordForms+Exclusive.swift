/// Regular forms that a word does not have, since it has irregular ones: there is no goed beside went.
extension WordForms {
    /// A form that no word has twice: the irregular one, or the regular one.
    struct ExclusiveForm: Sendable {
        /// How the form ends, as far as that tells it from others with the labels, such as those of other persons.
        let endings: [String]
        /// The part of speech that has the form; nil if any.
        let partOfSpeech: String?
        /// What the form is: one of these.
        let labels: [DictionaryEntry.Match.Label]

        /// How long the ending is; nil if it is another form.
        func length(of form: String) -> Int? { endings.filter(form.hasSuffix).map(\.count).max() }
    }

    /// A candidate of a rule, without what its word has irregular forms for.
    func checked(_ candidate: Candidate) -> Candidate {
        guard let ending = candidate.ending else { return candidate }
        var checked = candidate
        checked.labels.removeAll { label in
            let replacements = replacements(of: candidate, ending, label)
            checked.replacements += replacements
            return !replacements.isEmpty
        }
        // It is another form all the same.
        if !checked.labels.isEmpty { checked.replacements = [] }
        return checked
    }

    /// The irregular forms that a word has instead of a regular one with an ending; none if it has the regular one as well.
    private func replacements(
        of candidate: Candidate, _ ending: String, _ label: DictionaryEntry.Match.Label
    ) -> [String] {
        guard let exclusive = exclusiveForm(ending, label, candidate.partOfSpeech) else { return [] }
        let forms = irregularForms(of: candidate.base, exclusiveForms[exclusive].labels).filter { line in
            // The feminine is of an adjective: gute is not instead of Güter.
            (candidate.partOfSpeech != "noun" || !line.labels.contains("feminine"))
                && line.labels.contains { exclusiveForm(line.form, $0, candidate.partOfSpeech) == exclusive }
        }
        return forms.contains(where: \.hasRegular) ? [] : forms.map(\.form)
    }

    /// The number of the exclusive form that a text or an ending is; nil if it is none.
    private func exclusiveForm(
        _ text: String, _ label: DictionaryEntry.Match.Label, _ partOfSpeech: String?
    ) -> Int? {
        exclusiveForms.indices.compactMap { number -> (number: Int, length: Int)? in
            let form = exclusiveForms[number]
            guard form.labels.contains(label), form.partOfSpeech ?? partOfSpeech == partOfSpeech else { return nil }
            return form.length(of: text).map { (number, $0) }
        }.max { $0.length < $1.length }?.number
    }

    /// The irregular forms of a word that have one of the labels; if it has none, those of the verb without its prefix.
    func irregularForms(of word: String, _ labels: [DictionaryEntry.Match.Label]) -> [IrregularForms.Line] {
        let own = irregular.lines(ofWord: word).filter { $0.labels.contains(where: labels.contains) }
        guard own.isEmpty else { return own }
        let prefix = prefixes.filter { $0.labels.isEmpty && word.hasPrefix($0.base) }.max {
            $0.base.count < $1.base.count
        }
        guard let prefix else { return [] }
        return irregular.lines(ofWord: String(word.dropFirst(prefix.base.count))).filter { line in
            line.labels.contains(where: \.isOfVerb) && line.labels.contains(where: labels.contains)
        }.map { $0.with(prefix: prefix.base) }
    }
}
