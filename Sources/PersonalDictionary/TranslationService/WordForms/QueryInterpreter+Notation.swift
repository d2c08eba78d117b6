import CoreModule
import Foundation

/// The notation of textbooks and word lists: Haus, das; das Haus, -¨er; gehen, ging, gegangen; etw. kaufen; дом (м.).
extension QueryInterpreter {
    private static let number = SharedRegex(/^\d{1,3}[.)]\s+/)
    private static let inBrackets = SharedRegex(/\s*[(\[{][^()\[\]{}]*[)\]}]/)
    private static let soundOrCase = SharedRegex(/\s+(?:\/[^\/]+\/|\+\s*\S+)$/)
    private static let infinitive = SharedRegex(/[а-яё]+(?:ть|ти|чь)(?:ся|сь)?/)

    /// A text without what such lists write beside a word: what is in brackets, its gender, its other forms, and what stands for an object.
    /// An article behind the word comes before it. Nil if the text has nothing of that, or lists another word.
    func withoutNotation(_ text: String) -> String? {
        guard text.utf8.count <= 200 else { return nil }
        var plain = text
        if plain.first?.isNumber == true { plain = plain.replacing(Self.number, with: "") }
        if plain.contains(where: { "([{/+".contains($0) }) {
            // A gender, a pronunciation, or the case that a verb demands.
            plain = plain.replacing(Self.inBrackets, with: "")
            plain = plain.replacing(Self.soundOrCase, with: "")
        }
        for dash in [" - ", " – ", " — "] { plain = plain.replacing(dash, with: ", ") }
        var segments = plain.split(whereSeparator: { ",;/".contains($0) }).map { segment in
            segment.split(whereSeparator: \.isWhitespace).map(String.init)
        }
        segments.removeAll(where: \.isEmpty)
        guard let first = segments.first else { return nil }
        var words = first.enumerated().filter { $0.offset == 0 || !isEnding($0.element) }.map(\.element)
        words.removeAll { forms.hasRole("placeholder", Self.withoutDots($0)) }
        while words.count > 1, let last = words.last, isNote(last) { words.removeLast() }
        // Of aiutare qualcuno, but not of qualcosa di nuovo.
        if words.count == 2, forms.hasRole("someone", WordForms.letters(words[1])) { words.removeLast() }
        guard !words.isEmpty, !words.allSatisfy({ isNote($0) || isArticle($0) }) else { return nil }
        let word = words.joined(separator: " ")
        let others = segments.dropFirst()
        guard others.allSatisfy({ isBeside($0, word) }) else { return nil }
        let article = others.compactMap(\.first).first(where: isArticle)
        var found = word
        if let article, !isArticle(words[0]) { found = article + (article.hasSuffix("'") ? "" : " ") + word }
        return found == text ? nil : found
    }

    /// Whether words behind a word are its gender, an ending of it, its article or its forms.
    private func isBeside(_ words: [String], _ word: String) -> Bool {
        let words = words.filter { !isNote($0) && !isEnding($0) && !forms.hasRole("ending", WordForms.letters($0)) }
        guard let last = words.last, !words.allSatisfy(isArticle) else { return true }
        let text = words.joined(separator: " ")
        if language == .russian, isAspectPair(word, text) { return true }
        // Of ist gegangen, the last word is the form; fing an is one as a whole.
        let bases = self.words(of: WordText(stored: text)) + self.words(of: WordText(stored: last))
        let plain = plainVariants(of: WordText(stored: word)).last(where: \.isShortened)?.text
        let keys = [word, plain].compactMap(\.self).map { TextFolding.fold($0, .search) }
        return bases.contains { keys.contains(TextFolding.fold($0, .search)) }
    }

    /// Whether two Russian infinitives look like one verb in both aspects: делать and сделать, решать and решить.
    private func isAspectPair(_ one: String, _ other: String) -> Bool {
        let (one, other) = (WordForms.letters(one), WordForms.letters(other))
        let areInfinitives = [one, other].allSatisfy { $0.wholeMatch(of: Self.infinitive) != nil }
        return areInfinitives
            && (one.hasSuffix(other) || other.hasSuffix(one) || one.commonPrefix(with: other).count >= 3)
    }

    private func isArticle(_ word: String) -> Bool { forms.hasRole("article", WordForms.letters(word)) }

    /// Whether a word is an abbreviation of a gender or a part of speech: m, s.f., Adj. Some are only with a dot: муж is a word, муж. is none.
    private func isNote(_ word: String) -> Bool {
        let letters = WordForms.letters(word)
        let parts = letters.split(separator: ".").map(String.init)
        return forms.hasRole("note", letters) || !parts.isEmpty && parts.allSatisfy { forms.hasRole("note", $0) }
    }

    /// Whether a word is an ending: -e, -¨er, ¨-er, ~n.
    private func isEnding(_ word: String) -> Bool { word.first.map { "-–—~¨⸚=".contains($0) } == true }

    private static func withoutDots(_ word: String) -> String {
        WordForms.letters(word).trimmingCharacters(in: CharacterSet(charactersIn: "."))
    }
}
