package import CoreModule

/// The words that a dictionary has in one language, among which inflected forms and misspelt words are found.
package protocol Headwords<Failure>: Sendable {
    /// Why the words cannot be read: `Never` if they are in memory.
    associatedtype Failure: Error = Never

    /// The headwords that are written as a text, ignoring case; the one with the text's case first.
    /// - Parameter ignoresAccents: also those with accents that the text lacks, if no headword is written without.
    func headwords(_ text: String, ignoresAccents: Bool) throws(Failure) -> [Headword]

    /// Texts that are within the edits of a misspelt one, each with its rank (``Spelling/rank(of:)``); of one rank the most
    /// common word first, if that is known. ``headwords(_:ignoresAccents:)`` finds their words.
    func texts(near text: String, _ spelling: Spelling) throws(Failure) -> [(rank: Int, text: String)]
}

/// A word that a dictionary has.
package struct Headword: Hashable, Sendable {
    /// The word as the dictionary writes it.
    package let text: String
    /// The parts of speech in which it is there; empty if that is unknown.
    package let partsOfSpeech: Set<String>
    /// How rare it is in each part of speech; empty if that is unknown.
    package let rarities: [String: Rarity]

    package init(_ text: String, partsOfSpeech: Set<String> = [], rarities: [String: Rarity] = [:]) {
        self.text = text
        self.partsOfSpeech = partsOfSpeech
        self.rarities = rarities
    }

    /// How rare a word is, as far as a dictionary that begins with everyday words shows.
    package struct Rarity: Hashable, Comparable, Sendable {
        /// Whether it is not the usual word for a concept.
        let isSynonym: Bool
        /// The number of the concept.
        let place: Int

        /// The number of concepts of a band. The glossary begins with everyday words, by subjects, so within a band the place says little.
        private static let bandSize = 2867

        /// Words of all parts of speech compare by this: 0 for the everyday words at the beginning.
        var band: Int { place / Self.bandSize }

        package static func < (one: Rarity, other: Rarity) -> Bool {
            (one.isSynonym ? 1 : 0, one.place) < (other.isSynonym ? 1 : 0, other.place)
        }
    }
}

extension Headwords {
    /// The headwords nearest to a misspelt text. None for a text of one or two letters.
    package func nearest(to text: String, limit: Int = 3) throws(Failure) -> [Headword] {
        let text = WordText(stored: text).identity
        let spelling = Spelling(folding: text)
        guard spelling.maximumEdits > 0 else { return [] }
        // Rank 0 is the text itself with other accents.
        let ranked = try texts(near: text, spelling)
        var found: [Headword] = []
        for rank in 0...(2 * spelling.maximumEdits + 1) {
            for near in ranked where near.rank == rank && found.count < limit {
                if let word = try headwords(near.text, ignoresAccents: true).first, !found.contains(word),
                    rank > 0 || WordForms.letters(word.text) != WordForms.letters(text)
                {
                    found.append(word)
                }
            }
        }
        return found
    }
}

extension Spelling {
    /// Reads a text as it is.
    init(folding text: String) {
        self.init(Array(TextFolding.fold(text, .search).unicodeScalars)[...])
    }
}
