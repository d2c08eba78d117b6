import CoreModule
import Foundation

/// The inflected forms of a language: a table of irregular forms, and rules for the endings of regular ones. They say what a text may be
/// a form of. Whether there is such a word, a dictionary knows: see ``Headwords``.
package struct WordForms: Sendable {
    /// What of a form may be missing in a text.
    enum Accents: CaseIterable {
        case significant, ignored, ignoredWithApostrophes
    }

    /// A word that a text may be a form of.
    struct Candidate {
        let base: String
        /// The part of speech that it must have; nil if any.
        let partOfSpeech: String?
        var labels: [DictionaryEntry.Match.Label]
        /// Whether a word that is written as the text makes this unlikely.
        var isWeak = false
        /// Whether the form is more common than a word that is written so.
        var isFirst = false
        /// Whether it is in the table of irregular forms.
        var isIrregular = false
        /// Whether other forms are likelier, since this one is seldom used.
        var isRare: Bool {
            // Of an adverb only its comparison is a form.
            if partOfSpeech == "adverb" { return !labels.contains(where: \.isComparison) }
            // Not so книг and проблем: they are weak only since many words end without a vowel.
            return isWeak && labels != ["genitive plural"] || isDeclined
                || labels.allSatisfy { $0.isRare && !(isIrregular && $0 == "imperative") }
        }
        /// Whether it is a participle's form.
        var isDeclined = false
        /// The ending that a rule took off; nil if it is in the table.
        var ending: String?
        /// The irregular forms that the word has instead, if it has no such form.
        var replacements: [String] = []

        fileprivate func with(base: String, partOfSpeech: String? = nil) -> Candidate {
            Candidate(
                base: base, partOfSpeech: partOfSpeech ?? self.partOfSpeech, labels: labels, isWeak: isWeak,
                ending: ending)
        }
    }

    /// A rule of the table: what a text begins or ends with, and what stands there in the word.
    struct Rule: Sendable {
        let kind: Substring
        let text: String
        let base: String
        let labels: [DictionaryEntry.Match.Label]

        var isBeginning: Bool { kind.hasPrefix("start") }
        /// What the word may be beside a verb: `subject`, `auxiliary`, or the `prefix` of a separable one.
        var role: String? {
            kind == "prefix"
                ? labels.isEmpty ? "prefix" : nil : kind.hasPrefix("word:") ? String(kind.dropFirst(5)) : nil
        }

        /// The parts of speech that follow a beginning as a rule; empty if any.
        var following: Set<String> {
            switch kind {
            case "start:noun", "start:not", "start:genitive", "start:plural":
                ["noun", "adjective", "pronoun", "numeral"]
            case "start:verb": ["verb"]
            default: []
            }
        }

        /// The form in which a noun follows a beginning, if it has it: des is before a genitive; nil if any.
        var followingForm: DictionaryEntry.Match.Label? {
            switch kind {
            case "start:genitive": "genitive"
            case "start:plural": "plural"
            default: nil
            }
        }

        fileprivate func candidate(_ base: String) -> Candidate {
            let isWeak = kind.hasSuffix("?")
            let part = String(isWeak ? kind.dropLast() : kind)
            // No dictionary has a German participle as a part of speech of its own.
            return Candidate(
                base: base, partOfSpeech: part == "participle" ? "verb" : part, labels: labels, isWeak: isWeak,
                ending: text)
        }
    }

    /// What texts begin with beside the word: articles and particles.
    let beginnings: [Rule]
    let prefixes: [Rule]
    /// The words that have a role beside a verb: `subject`, `auxiliary`.
    private let roles: [String: Set<String>]
    /// With each reflexive pronoun its subjects, and after a dash how its verbs end.
    private let reflexives: [String: [String]]
    private let endings: [String: [Rule]]
    private let longestEnding: Int
    /// How words end that never get an ending as they are: there is no babys and no stoped.
    private let impossible: [String: [String]]
    let exclusiveForms: [ExclusiveForm]
    let irregular: IrregularForms

    /// - Parameters:
    ///   - rules: the lines of a language, each with four cells: the kind, the endings, the bases, and what the form is.
    ///   - irregular: the table of irregular forms.
    init(rules lines: [[Substring]], irregular: IrregularForms) {
        exclusiveForms = lines.filter { $0[0] == "exclusive" }.map { cells in
            ExclusiveForm(
                endings: cells[1].split(separator: "|", omittingEmptySubsequences: false).map(String.init),
                partOfSpeech: cells[2].isEmpty ? nil : String(cells[2]), labels: IrregularForms.labels(cells[3]))
        }
        var impossible: [String: [String]] = [:]
        for cells in lines where cells[0] == "never" {
            for ending in cells[1].split(separator: "|") {
                impossible[String(ending), default: []] += cells[2].split(separator: "|").map(String.init)
            }
        }
        self.impossible = impossible
        let rules = lines.filter { $0[0] != "exclusive" && $0[0] != "never" }.flatMap { cells in
            let labels = IrregularForms.labels(cells[3])
            return cells[1].split(separator: "|", omittingEmptySubsequences: false).flatMap { text in
                cells[2].split(separator: "|", omittingEmptySubsequences: false).map { base in
                    Rule(kind: cells[0], text: String(text), base: String(base), labels: labels)
                }
            }
        }
        beginnings = rules.filter(\.isBeginning)
        prefixes = rules.filter { $0.kind == "prefix" }
        var roles: [String: Set<String>] = [:]
        for rule in rules {
            if let role = rule.role { roles[role, default: []].insert(rule.text) }
        }
        self.roles = roles
        reflexives = Dictionary(grouping: rules.filter { $0.role == "reflexive" }, by: \.text).mapValues {
            $0.map(\.base)
        }
        endings = Dictionary(
            grouping: rules.filter { !$0.isBeginning && $0.role == nil && $0.kind != "prefix" }, by: \.text)
        longestEnding = endings.keys.map(\.count).max() ?? 0
        self.irregular = irregular
    }

    /// Whether a word may have a role beside a verb; a separable prefix has the role `prefix`.
    func hasRole(_ role: String, _ word: String) -> Bool { roles[role]?.contains(word) == true }

    /// Whether a word is a reflexive pronoun of a verb's form. Of er fragt mich it is not.
    func isReflexive(_ word: String, subject: String?, verb: String) -> Bool {
        (reflexives[word] ?? []).contains { other in
            subject.map { other == $0 } ?? (other.first == "-" && verb.hasSuffix(other.dropFirst()))
        }
    }

    /// A text as the rules compare it.
    static func letters(_ text: String) -> String { plainSigns(TextFolding.fold(text, .letters)) }

    private static let otherSigns = Set("’ʼ´`′\u{2010}\u{2011}".unicodeScalars)

    /// A text with the apostrophe and the hyphen of the tables, whichever its keyboard or its book has: don´t, well‑known.
    static func plainSigns(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: otherSigns.contains) else { return text }
        return String(
            text.map { sign in
                switch sign {
                case "’", "ʼ", "´", "`", "′": "'"
                case "\u{2010}", "\u{2011}": "-"
                default: sign
                }
            })
    }

    /// What a text may be a form of: first by the table, then by the rules, those with the longest endings first. A regular form that the
    /// word does not have, since it has an irregular one, is none.
    /// - Parameters:
    ///   - text: as ``letters(_:)`` returns it.
    ///   - accents: how irregular forms are compared.
    func candidates(_ text: String, _ accents: Accents) -> [Candidate] {
        allCandidates(text, accents, isInner: false).map(checked).filter { $0.replacements.isEmpty }
    }

    /// What a text would be a form of, if its word were regular: with the forms that it has instead.
    func wrongForms(_ text: String) -> [Candidate] {
        allCandidates(text, .significant, isInner: false).map(checked).filter { !$0.replacements.isEmpty }
    }

    /// - Parameter isInner: whether the text is the rest of another one, which only one rule may be applied to.
    private func allCandidates(_ text: String, _ accents: Accents, isInner: Bool) -> [Candidate] {
        var found = irregularForms(text, accents)
        // The rules have been applied to a text without accents before.
        if accents == .ignoredWithApostrophes { return found }
        var place = text.index(text.endIndex, offsetBy: -longestEnding, limitedBy: text.startIndex) ?? text.startIndex
        while true {
            let (stem, ending) = (text[..<place], text[place...])
            var rules = (endings[String(ending)] ?? []).map { ($0, $0.base) }
            if let first = ending.first, Self.isConsonant(first) {
                let patterns = ending.dropFirst().first == first ? ["%%" + ending.dropFirst(2)] : []
                for pattern in patterns + ["%" + ending.dropFirst()] {
                    rules += (endings[pattern] ?? []).map { ($0, $0.base.replacing("%", with: String(first))) }
                }
            }
            found += rules.flatMap { rule, base in apply(rule, base, to: stem, accents, isInner: isInner) }
            guard place < text.endIndex else { break }
            place = text.index(after: place)
        }
        return isInner ? found : found + prefixes.flatMap { prefixed(text, accents, $0) }
    }

    /// The irregular forms that are written as a text; if there are none, those that differ in what may.
    func irregularForms(_ text: String, _ accents: Accents) -> [Candidate] {
        let key = TextFolding.fold(text, .search)
        let lines = irregular.lines(of: key.filter { $0 != "'" })
        func candidates(where isEqual: (String) -> Bool) -> [Candidate] {
            lines.filter { isEqual($0.form) }.map { line in
                Candidate(
                    base: line.word, partOfSpeech: line.labels.contains(where: \.isOfVerb) ? "verb" : nil,
                    labels: line.labels, isFirst: line.isFirst, isIrregular: true)
            }
        }
        // German ß is written ss as well.
        let plainText = text.replacing("ß", with: "ss")
        let exact = candidates { Self.letters($0).replacing("ß", with: "ss") == plainText }
        guard exact.isEmpty else { return exact }
        if text == key, accents != .significant {
            let plain = candidates { TextFolding.fold($0, .search) == key }
            return plain.isEmpty && accents == .ignoredWithApostrophes ? candidates { _ in true } : plain
        }
        // A Russian е may be ё.
        return text.contains("ё") ? [] : candidates { Self.letters($0).replacing("ё", with: "е") == text }
    }

    private func apply(
        _ rule: Rule, _ base: String, to stem: Substring, _ accents: Accents, isInner: Bool
    ) -> [Candidate] {
        switch rule.kind {
        case "declined", "suffix":
            guard !isInner, stem.count > 1 else { return [] }
            // A declined participle is read as its first form, a reflexive verb as the plain one.
            let isSuffix = rule.kind == "suffix"
            return allCandidates(String(stem) + (isSuffix ? "" : base), accents, isInner: true)
                .filter { isSuffix || $0.labels.contains(where: \.isParticiple) }
                .map { candidate in
                    if isSuffix { return candidate.with(base: candidate.base + base) }
                    var declined = candidate
                    declined.isDeclined = true
                    return declined
                }
        default:
            // One letter is a stem in Russian: учу.
            guard stem.utf8.count > 1 else { return [] }
            guard !(base.isEmpty && isImpossible(rule.text, behind: stem)) else { return [] }
            guard base.first == "~" else { return [rule.candidate(stem + base)] }
            // The stem may have an umlaut more than the word.
            let candidates = [String(stem), Self.withoutUmlaut(stem)].compactMap(\.self).map {
                rule.candidate($0 + base.dropFirst())
            }
            return rule.text.isEmpty ? Array(candidates.dropFirst()) : candidates
        }
    }

    /// What a text is a form of after a prefix: a verb, or what the prefix demands.
    private func prefixed(_ text: String, _ accents: Accents, _ prefix: Rule) -> [Candidate] {
        guard text.hasPrefix(prefix.text), text.count > prefix.text.count + 2 else { return [] }
        return allCandidates(String(text.dropFirst(prefix.text.count)), accents, isInner: true).filter { candidate in
            prefix.labels.isEmpty
                ? candidate.partOfSpeech == nil || candidate.partOfSpeech == "verb"
                : prefix.labels.allSatisfy(candidate.labels.contains)
        }
        .map { $0.with(base: prefix.base + $0.base, partOfSpeech: prefix.labels.isEmpty ? "verb" : $0.partOfSpeech) }
    }

    /// Whether a word never gets an ending as it is. In the table, `%` is a consonant, `&` another letter, and `^` a beginning of one syllable.
    private func isImpossible(_ ending: String, behind word: Substring) -> Bool {
        (impossible[ending] ?? []).contains { end in
            var rest = word
            for sign in end.reversed() {
                if sign == "^" { return rest.allSatisfy(Self.isConsonant) }
                guard let letter = rest.popLast(),
                    sign == "%" ? Self.isConsonant(letter) : sign == "&" ? !Self.isConsonant(letter) : letter == sign
                else { return false }
            }
            return true
        }
    }

    private static func isConsonant(_ letter: Character) -> Bool {
        letter.isLetter && !"aeiouyäöüàèéìòùаеёиоуыэюяьъ".contains(letter)
    }

    private static func withoutUmlaut(_ stem: Substring) -> String? {
        guard let place = stem.lastIndex(where: { "äöü".contains($0) }) else { return nil }
        let plain = stem[place] == "ä" ? "a" : stem[place] == "ö" ? "o" : "u"
        return stem[..<place] + plain + stem[stem.index(after: place)...]
    }
}

extension WordForms {
    /// The bundled forms of a language: none if it is not English, Russian, German or Italian. Throws `MissingResources` if the
    /// resources were not installed with the program, and Foundation's error if they cannot be read.
    package static func bundled(_ language: Language) throws -> WordForms {
        let bundle = try ResourceBundle.personalDictionary.required()
        func bytes(_ name: String) throws -> [UInt8]? {
            try bundle.url(forResource: name, withExtension: "tsv").map { [UInt8](try Data(contentsOf: $0)) }
        }
        guard let irregular = try bytes("forms-\(language)"), let rules = try bytes("endings") else {
            return WordForms(rules: [], irregular: IrregularForms(bytes: []))
        }
        let beginning = Array("\(language)\t".utf8)
        var lines: [[Substring]] = []
        rules.withUnsafeBufferPointer { text in
            text.forEachPart(of: text.indices, separator: UInt8(ascii: "\n")) { line in
                guard text[line].starts(with: beginning) else { return }
                lines.append(
                    String(decoding: text[line.dropFirst(beginning.count)], as: UTF8.self)
                        .split(separator: "\t", omittingEmptySubsequences: false))
            }
        }
        return WordForms(rules: lines, irregular: IrregularForms(bytes: irregular))
    }
}
