import CoreModule

/// The parts of a word that a dictionary lacks: Küchenschrank is Schrank and Küche, part-time is time and part.
extension QueryInterpreter {
    /// No part that tells anything is shorter.
    private static let shortestPart = 3

    /// The words that a text is made of, the last one first, because the whole is one of its kind. Empty if they are not all headwords.
    package func parts<Words: Headwords>(
        of text: WordText, among headwords: Words
    ) throws(Words.Failure) -> [Headword] {
        let plain = plainForm(of: text)?.text.value ?? text.identity
        guard plain.utf8.count <= 200, !plain.contains(" ") else { return [] }
        let pieces = WordForms.letters(plain).split(separator: "-").map(String.init)
        guard pieces.count == 1 else { return try hyphenated(pieces, headwords) }
        return language == .german ? try compound(WordForms.letters(plain), headwords) : []
    }

    private func hyphenated<Words: Headwords>(
        _ pieces: [String], _ headwords: Words
    ) throws(Words.Failure) -> [Headword] {
        var parts: [Headword] = []
        for piece in pieces.reversed() {
            guard piece.count > 1, let part = try headword(among: [piece] + bases(of: piece), headwords) else {
                return []
            }
            parts.append(part)
        }
        return parts
    }

    /// A German compound ends with a noun, the longest one that leaves a word before it.
    private func compound<Words: Headwords>(
        _ text: String, _ headwords: Words
    ) throws(Words.Failure) -> [Headword] {
        guard text.count >= 2 * Self.shortestPart else { return [] }
        for length in Self.shortestPart...(text.count - Self.shortestPart) {
            let (beginning, end) = (String(text.prefix(length)), String(text.dropFirst(length)))
            guard let last = try headword(among: [end] + bases(of: end), headwords, isNoun: true),
                let first = try headword(among: beginnings(beginning), headwords)
            else { continue }
            return [last, first]
        }
        return []
    }

    /// What the beginning of a compound may be: a word, a word with what links it to the next one, a form, or a stem.
    private func beginnings(_ text: String) -> [String] {
        let links = ["s", "es", "n", "en", "e", "er", "ens", "ns"].filter(text.hasSuffix)
        let words = links.map { String(text.dropLast($0.count)) }.filter { $0.count >= Self.shortestPart }
        return [text] + words + bases(of: text) + [text + "e", text + "en"]
    }

    /// The first of some texts that is a headword; a noun before others that are written so.
    private func headword<Words: Headwords>(
        among texts: [String], _ headwords: Words, isNoun: Bool = false
    ) throws(Words.Failure) -> Headword? {
        for text in texts where text.count > 1 {
            let words = try headwords.headwords(text, ignoresAccents: false)
            let nouns = words.filter { $0.partsOfSpeech.contains("noun") }
            if let word = nouns.first ?? (isNoun ? nil : words.first) { return word }
        }
        return nil
    }
}
