import CoreModule

/// Expressions and verbs of several words, in the forms in which texts have them: gave it up is give up, ruft mich an is anrufen,
/// ci siamo alzati is alzarsi, machte eine Pause is eine Pause machen.
extension QueryInterpreter {
    /// What a text of several words may be a form of.
    struct Phrase: Hashable {
        let base: String
        let labels: [DictionaryEntry.Match.Label]
        /// Whether only a verb can be meant.
        let isVerb: Bool
    }

    /// A word of a text, in one way to read it.
    private struct Reading {
        let base: String
        var labels: [DictionaryEntry.Match.Label] = []
        var isVerb = false
    }

    /// A text without what stands at its beginning.
    private struct Clause {
        var words: [String]
        var subject: String?
        var auxiliary: String?
    }

    /// No expression has more words, with what may stand between them.
    private static let mostWords = 8
    /// Every word doubles the readings of a text, so they are limited.
    private static let mostReadings = 100

    /// What a text may be a form of, the likeliest first. Of each group those that are headwords count, if none of an earlier one is.
    func phrases(of text: String) -> [[Phrase]] {
        var words = WordForms.letters(text)
            .split(whereSeparator: { $0.isWhitespace || ",.!?;:".contains($0) }).map(String.init)
        // Italian m'alzo is mi alzo.
        if let first = words.first, let end = first.firstIndex(of: "'") {
            let (pronoun, verb) = (String(first[...end]), String(first[first.index(after: end)...]))
            if forms.isReflexive(pronoun, subject: nil, verb: verb) { words[0...0] = [pronoun, verb] }
        }
        // German sich zu waschen.
        if words.count > 2, forms.hasRole("infinitive", words[words.count - 2]) { words.remove(at: words.count - 2) }
        // What is denied is not translated by its opposite.
        guard (2...Self.mostWords).contains(words.count), !words.contains(where: { forms.hasRole("negation", $0) })
        else { return [] }
        var groups: [[Phrase]] = []
        var clause = Clause(words: words)
        while let first = clause.words.first {
            groups += phrases(clause)
            let isSubject = forms.hasRole("subject", first)
            let isAuxiliary = forms.hasRole("auxiliary", first)
            // Italian mi ha detto.
            guard isSubject || isAuxiliary || language == .italian && forms.hasRole("reflexive", first) else { break }
            if isSubject { clause.subject = first }
            if isAuxiliary { clause.auxiliary = clause.auxiliary ?? first }
            clause.words.removeFirst()
        }
        return groups
    }

    private func phrases(_ clause: Clause) -> [[Phrase]] {
        // Of he is fast and è calmo, the rest is no verb.
        if clause.words.count == 1 {
            return clause.subject == nil && clause.auxiliary == nil ? [] : [verbForms(clause.words[0], clause)]
        }
        return switch language {
        case .english: [expressions(clause.words)] + particleVerbs(clause.words)
        case .german: germanVerbs(clause)
        case .italian: italianReflexives(clause) + [expressions(clause.words)]
        default: [expressions(clause.words)]
        }
    }

    /// The readings of a word: as it stands, and what it is a form of; only of participles, if it must be one.
    private func readings(_ word: String, isParticiple: Bool = false) -> [Reading] {
        let own = forms.hasRole("own", word) ? [Reading(base: "one's", labels: [.partOfPhrase])] : []
        let candidates = forms.candidates(word, .significant).filter {
            !$0.isWeak && (!isParticiple || $0.labels.contains(where: \.isParticiple))
        }.map {
            Reading(base: $0.base, labels: $0.labels, isVerb: $0.partOfSpeech == "verb" || $0.partOfSpeech == nil)
        }
        var seen: Set<String> = []
        let inOrder = candidates.filter(\.isVerb) + candidates.filter { !$0.isVerb }
        return (own + [Reading(base: word)] + inOrder).filter { seen.insert($0.base).inserted }
    }

    /// The verbs that a word may be a form of; the first word may be one as it stands.
    private func verbs(_ word: String, isFirst: Bool = true, isParticiple: Bool = false) -> [Reading] {
        readings(word, isParticiple: isParticiple).filter { $0.isVerb || isFirst && $0.labels.isEmpty }
    }

    /// The verbs of which a word is a form that fits what stands before it: after an auxiliary a participle.
    private func verbForms(_ word: String, _ clause: Clause) -> [Phrase] {
        let isParticiple = clause.auxiliary != nil
        return verbs(word, isFirst: false, isParticiple: isParticiple)
            .filter { isParticiple || $0.labels != ["imperative"] }.map { Phrase([$0.base], $0.labels) }
    }

    /// The words with each one in any form.
    private func expressions(_ words: [String]) -> [Phrase] {
        var found: [(bases: [String], labels: [DictionaryEntry.Match.Label])] = [([], [])]
        for word in words {
            let readings = readings(word)
            found = found.prefix(Self.mostReadings).flatMap { begun in
                readings.map { (begun.bases + [$0.base], begun.labels.isEmpty ? $0.labels : begun.labels) }
            }
        }
        return found.prefix(Self.mostReadings).map { Phrase($0.bases, $0.labels, isVerb: false) }
    }

    // MARK: English

    /// A verb with its particle, and what stands between or behind them left out: took her coat off, looked after him.
    private func particleVerbs(_ words: [String]) -> [[Phrase]] {
        words.indices.dropFirst().prefix(4).flatMap { place -> [[Phrase]] in
            let particles = words[place...].prefix { forms.hasRole("particle", $0) }
            guard !particles.isEmpty else { return [] }
            // Of put the book on the table, on belongs to the table, and of ran into the house, into to the house.
            let mayFollow = place == 1 && !forms.hasRole("preposition", words[particles.endIndex - 1])
            guard mayFollow || words[particles.endIndex...].allSatisfy({ forms.hasRole("object", $0) }) else {
                return []
            }
            // Of slowly stood up, the second word is the verb.
            let later = place > 1 ? verbs(words[1], isFirst: false) : []
            return [verbs(words[0]), later].map { verbs in
                verbs.map { Phrase([$0.base] + particles, $0.labels) }
            }
        }
    }

    // MARK: German

    /// A verb at the beginning or after its subject, with its prefix at the end, or a verb at the end; with what belongs to it before it,
    /// as dictionaries write it. Without that, if a prefix, a pronoun or an auxiliary shows that it is the verb.
    private func germanVerbs(_ clause: Clause) -> [[Phrase]] {
        let words = clause.words
        guard let last = words.last else { return [] }
        // Of lebt er, er is no prefix.
        let prefix = forms.hasRole("prefix", last) && !forms.hasRole("subject", last) ? last : nil
        var groups: [[Phrase]] = []
        for place in words.indices.prefix(prefix == nil ? 1 : 4) where place < words.count - 1 {
            var (readings, others) = (verbs(words[place], isFirst: place == 0), Array(words[(place + 1)...]))
            // Of hör auf, the rules do not know the short imperative: most nouns would be one.
            if prefix != nil, place == 0, clause.subject == nil {
                readings.append(Reading(base: words[0] + "en", labels: ["imperative"], isVerb: true))
            }
            guard let prefix else {
                groups += phrases(readings, with: others, after: words[place], clause, mayLeaveOut: false)
                continue
            }
            let joined = readings.map { Reading(base: prefix + $0.base, labels: $0.labels + [.separable]) }
            groups += phrases(joined, with: others.dropLast(), after: words[place], clause, mayLeaveOut: true)
        }
        let (finite, others) = (clause.auxiliary ?? last, Array(words.dropLast()))
        groups += phrases(verbs(last), with: others, after: finite, clause, mayLeaveOut: false)
        return clause.auxiliary == nil ? groups : groups + [verbForms(last, clause)]
    }

    private func phrases(
        _ verbs: [Reading], with others: [String], after finite: String, _ clause: Clause, mayLeaveOut: Bool
    ) -> [[Phrase]] {
        // A reflexive pronoun stands first, or after the subject: an dich is none.
        var others = others
        let place = others.prefix(while: { forms.hasRole("subject", $0) }).endIndex
        let subject = clause.subject ?? (place > 0 ? others[place - 1] : nil)
        let isReflexive = place < others.count && forms.isReflexive(others[place], subject: subject, verb: finite)
        if isReflexive { others.remove(at: place) }
        others.removeFirst(place)
        let reflexive = isReflexive ? ["sich"] : []
        var wholes = [reflexive + others]
        if isReflexive, !others.isEmpty { wholes.append(reflexive) }
        if mayLeaveOut, isReflexive || !others.isEmpty { wholes.append([]) }
        return wholes.map { words in verbs.map { Phrase(words + [$0.base], $0.labels) } }
    }

    // MARK: Italian

    /// With its pronoun before it or, as in lavandosi, behind it.
    private func italianReflexives(_ clause: Clause) -> [[Phrase]] {
        let words = clause.words
        guard words.count > 1 else { return [] }
        let isReflexive = forms.isReflexive(words[0], subject: clause.subject, verb: words[1])
        let rest = isReflexive ? words.dropFirst().drop { forms.hasRole("auxiliary", $0) } : words[...]
        guard let verb = rest.first else { return [] }
        // Of ci siamo alzate, alzate is no present tense.
        let isParticiple = isReflexive && rest.count < words.count - 1
        let verbs = verbs(verb, isParticiple: isParticiple).filter { reading in
            reading.base.hasSuffix("re")
                && (isReflexive || reading.labels.contains { $0.rawValue.hasSuffix("with pronoun") })
        }
        let reflexive = verbs.map { reading in
            let stem = reading.base.hasSuffix("rre") ? reading.base.dropLast(2) : reading.base.dropLast()
            return Reading(base: stem + "si", labels: reading.labels)
        }
        return [rest.dropFirst(), []].map { others in reflexive.map { Phrase([$0.base] + others, $0.labels) } }
    }
}

extension QueryInterpreter.Phrase {
    /// A phrase of which no form says anything is found as a part of the text.
    fileprivate init(_ words: [String], _ labels: [DictionaryEntry.Match.Label], isVerb: Bool = true) {
        self.init(
            base: words.joined(separator: " "), labels: labels.isEmpty ? [.partOfPhrase] : labels, isVerb: isVerb)
    }
}
