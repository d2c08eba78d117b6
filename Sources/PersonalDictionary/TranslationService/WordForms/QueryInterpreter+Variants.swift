import CoreModule
import Foundation

extension QueryInterpreter {
    /// A text to look up instead of what was typed.
    struct QueryVariant {
        let text: String
        let labels: [DictionaryEntry.Match.Label]
        /// Whether it is looked up only if there is no such word as typed.
        var isFallback = false
        /// Whether it is what was typed, less what stands around the word.
        var isShortened = false
        /// The parts of speech that are expected of it; empty if any.
        var following: Set<String> = []
        /// The form that is expected of it; nil if any.
        var followingForm: DictionaryEntry.Match.Label?
    }

    private static let punctuation = CharacterSet(charactersIn: " .,!?;:…\"«»„“”‚‘()[]{}¿¡-–—")

    /// The text, without punctuation at its ends, and then without an article or particle.
    func plainVariants(of text: WordText) -> [QueryVariant] {
        var typed = WordForms.plainSigns(text.identity)
        if language == .italian { typed = typed.replacing("' ", with: "'") }
        var variants = [QueryVariant(text: typed, labels: [])]
        let trimmed = typed.trimmingCharacters(in: Self.punctuation)
        if !trimmed.isEmpty, trimmed != typed {
            variants.append(
                QueryVariant(text: trimmed, labels: [.withoutPunctuation], isFallback: true, isShortened: true))
            typed = trimmed
        }
        let letters = WordForms.letters(typed)
        for beginning in forms.beginnings where letters.hasPrefix(beginning.text) && letters != beginning.text {
            let rest = String(typed.dropFirst(beginning.text.count))
            let following = beginning.following
            if beginning.kind == "start:not" {
                // First what makes it the opposite: kein Hund is not a dog.
                variants.append(QueryVariant(text: beginning.base, labels: [.withoutNoun]))
                variants.append(QueryVariant(text: rest, labels: beginning.labels, following: following))
            } else {
                variants.append(
                    QueryVariant(
                        text: beginning.base + rest, labels: beginning.labels, isShortened: beginning.base.isEmpty,
                        following: following, followingForm: beginning.followingForm))
            }
        }
        return variants
    }

    /// These, and with ä for ae, ß for ss or another hyphenation; and what may be a part of the text.
    func variants(of text: WordText) -> (wholes: [QueryVariant], parts: [QueryVariant]) {
        var variants = plainVariants(of: text)
        let typed = (variants.last { $0.isFallback } ?? variants[0]).text
        let letters = WordForms.letters(typed)
        // No word has all of them; each doubles the variants.
        for (text, replacement) in replacements where typed.contains(text) && variants.count <= 8 {
            variants += variants.map { variant in
                QueryVariant(
                    text: variant.text.replacing(text, with: replacement),
                    labels: variant.labels.isEmpty ? [.spelling] : variant.labels, isFallback: true,
                    following: variant.following, followingForm: variant.followingForm)
            }
        }
        // Abbreviations are in the table without spaces and without the last dot: z.B.
        if typed.contains(". ") {
            variants.append(
                QueryVariant(text: typed.replacing(". ", with: "."), labels: [.spelling], isFallback: true))
        }
        if !typed.hasSuffix(".") {
            variants.append(QueryVariant(text: typed + ".", labels: [.spelling], isFallback: true))
        }
        // dov'è is dov' and è; kommt's is kommt and s.
        guard [.german, .italian].contains(language), let end = letters.firstIndex(of: "'"), end > letters.startIndex,
            language == .italian
                || ["'", "'s", "'n", "'m", "'r", "'ne", "'nen", "'nem", "'ner"].contains(letters[end...])
        else { return (variants, []) }
        let part = letters[..<end] + (language == .italian ? "'" : "")
        return (variants, [QueryVariant(text: String(part), labels: [.contraction])])
    }

    /// Other spellings of letters, and of words with a hyphen.
    private var replacements: [(String, String)] {
        let letters: [(String, String)] =
            switch language {
            case .german:
                [
                    ("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("Ae", "Ä"), ("Oe", "Ö"), ("Ue", "Ü"), ("ss", "ß"),
                    ("ß", "ss"),
                ]
            case .italian: [("é", "è"), ("è", "é"), ("ú", "ù"), ("í", "ì"), ("ó", "ò"), ("á", "à")]
            default: []
            }
        return letters + [("-", " "), ("-", ""), (" ", "-")]
    }
}
