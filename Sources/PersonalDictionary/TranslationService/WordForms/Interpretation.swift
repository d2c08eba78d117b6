/// One way to understand what the user typed: as a headword, or as a form of one.
package struct Interpretation: Hashable, Sendable {
    /// The headword, with the parts of speech in which the text is a form of it.
    package let headword: Headword
    /// What the text is of it: `plural`, `without the article`; empty if it is the headword itself, but for case and
    /// accents.
    package internal(set) var labels: [DictionaryEntry.Match.Label]

    /// The same for an entry.
    package var match: DictionaryEntry.Match? {
        labels.isEmpty ? nil : .init(form: headword.text, labels: labels)
    }
}
