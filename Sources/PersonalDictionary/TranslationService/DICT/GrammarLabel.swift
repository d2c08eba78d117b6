import CoreModule

/// A part of speech and a gender, as dictionaries abbreviate them.
struct GrammarLabel: Hashable, Sendable {
    /// What stands before and after a label in a line: characters that no text has.
    static let (start, end): (Character, Character) = ("\u{E000}", "\u{E001}")

    /// A text without these characters: a font of its own may have letters there.
    static func unmarked(_ text: String) -> String {
        String(text.unicodeScalars.filter { !isMark($0) })
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{E000}" || scalar == "\u{E001}" }

    var partOfSpeech: String?
    /// As the glossary writes it: `m`, `f`, `n`, or `pl` for a word in the plural.
    var gender: String?

    init() {}

    /// Reads a label, such as `n`, `v.t.`, `сущ. м.` or `n, masc`; nil if a word of it is not known.
    /// - Parameter isOfTranslation: whether it stands behind a translation, where `n` is the neuter and no noun.
    /// - Parameter ignoresOthers: whether words that are not known do not matter.
    init?(_ text: some StringProtocol, isOfTranslation: Bool = false, ignoresOthers: Bool = false) {
        let words = text.lowercased().split { !$0.isLetter }.map(String.init)
        guard !words.isEmpty else { return nil }
        for word in words {
            // After a part of speech n is the neuter.
            let isGender = Self.genders[word] != nil && (isOfTranslation || partOfSpeech != nil)
            if let kind = Self.partsOfSpeech[word], !isGender {
                partOfSpeech = partOfSpeech ?? kind
            } else if let known = Self.genders[word] {
                gender = gender.map { $0 == known ? $0 : "\($0)/\(known)" } ?? known
            } else if !ignoresOthers, !Self.others.contains(word) {
                return nil
            }
        }
        if partOfSpeech == nil, gender == nil { return nil }
    }

    private static let partsOfSpeech: [String: String] = {
        let lists = [
            "noun": "n pn noun subst substantiv s сущ существительное sost sostantivo",
            "verb": "v vb verb vt vi гл глагол verbo",
            "adjective": "adj adjective adjektiv прил прилагательное agg aggettivo",
            "adverb": "adv adverb pronominaladverb нареч наречие avv avverbio",
            "preposition": "prep preposition präp предл предлог",
            "pronoun":
                "pron pronoun indefinitepronoun demonstrativepronoun possessivepronoun personalpronoun мест местоимение",
            "conjunction": "conj conjunction konj союз cong",
            "interjection": "int interj interjection межд междометие inter", "numeral": "num numeral числ числительное",
            "particle": "ptcl particle частица част", "article": "art article артикль", "phrase": "phrase",
        ]
        return Dictionary(
            uniqueKeysWithValues: lists.flatMap { kind, words in words.split(separator: " ").map { (String($0), kind) }
            })
    }()

    private static let genders = [
        "m": "m", "masc": "m", "masculine": "m", "м": "m", "муж": "m", "f": "f", "fem": "f", "feminine": "f", "ж": "f",
        "жен": "f", "n": "n", "neut": "n", "neuter": "n", "ср": "n", "с": "n", "pl": "pl", "мн": "pl",
    ]

    /// Words of grammar beside them.
    private static let others: Set<String> = [
        "sg", "sing", "t", "i", "tr", "intr", "trans", "intrans", "ч", "ед", "р", "род",
    ]

    private static let inBrackets = SharedRegex(/[(\[<]([^)\]>]{1,20})[)\]>]/)
    private static let abbreviation = SharedRegex(/\s*\p{L}+\./)

    /// The label at the beginning of a text, and what follows it: marked, in brackets, each word with a dot, or, if it may be, all of
    /// the text.
    static func leading(_ text: Substring, isWhole: Bool) -> (GrammarLabel, rest: Substring)? {
        if text.first == start, let end = text.firstIndex(of: end) {
            let inside = text[text.index(after: text.startIndex)..<end]
            return GrammarLabel(inside).map { ($0, text[text.index(after: end)...]) }
        }
        if let match = text.prefixMatch(of: inBrackets), let label = GrammarLabel(match.1) {
            return (label, text[match.range.upperBound...])
        }
        var rest = text
        while let match = rest.prefixMatch(of: abbreviation), GrammarLabel(match.0) != nil {
            rest = rest[match.range.upperBound...]
        }
        if rest.startIndex > text.startIndex {
            return GrammarLabel(text[..<rest.startIndex]).map { ($0, rest) }
        }
        guard isWhole, text.count > 1, text.count < 20, let label = GrammarLabel(text) else { return nil }
        return (label, text[text.endIndex...])
    }

    /// A text without marked labels, each of which is given to a body.
    static func removed(from text: String, _ body: (GrammarLabel) -> Void) -> String {
        var (plain, rest) = ("", text[...])
        while let first = rest.firstIndex(of: start), let last = rest[first...].firstIndex(of: end) {
            plain += rest[..<first]
            GrammarLabel(rest[rest.index(after: first)..<last], isOfTranslation: true).map(body)
            rest = rest[rest.index(after: last)...]
        }
        return plain + rest
    }
}
