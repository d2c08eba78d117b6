/// How likely it is that a text is meant so, the likeliest first.
enum Likelihood: Int {
    case commonForm, exact, irregularForm, form, wordOfContraction, rareForm, otherAccents
    /// Exact but for accents: of everyday words as ``exact``, of others as ``form`` (gute is not first Güte).
    case accented
}

/// The interpretations that were found, each headword once for a part of speech.
struct Interpretations<Words: Headwords> {
    let headwords: Words
    /// The parts of speech that are expected, since an article or particle stands before; empty if any.
    var expected: Set<String> = []
    /// Whether only a part of the text is read.
    var isPart = false
    private var found: [Found] = []
    private var seen: [String: Set<String>] = [:]

    init(headwords: Words) {
        self.headwords = headwords
    }

    private struct Found {
        var interpretation: Interpretation
        let likelihood: Likelihood
        let order: [Int]
        let rarity: Headword.Rarity?

        /// Whether it is less likely than another one in the same part of speech.
        func isLessLikely(than other: Found) -> Bool {
            // земли is of земля first, then of Земля; душу of душа, then of душ.
            if isName != other.isName { return isName }
            if isSeldom != other.isSeldom { return isSeldom }
            guard let rarity, let otherRarity = other.rarity else { return false }
            return otherRarity < rarity
        }

        private var isName: Bool { interpretation.headword.text.first?.isUppercase == true }
        private var isSeldom: Bool {
            let labels = interpretation.labels
            return labels == ["genitive"] || labels.first == "dative" || labels.first == "dative plural"
        }
    }

    var isEmpty: Bool { found.isEmpty }

    /// The likeliest first. Where that leaves a choice between words of a part of speech, the more common one first.
    var inOrder: [Interpretation] {
        let order = found.indices.sorted {
            (found[$0].order + [$0]).lexicographicallyPrecedes(found[$1].order + [$1])
        }
        let groups = Dictionary(grouping: order.indices) { place in
            let one = found[order[place]]
            let parts = one.interpretation.headword.partsOfSpeech
            return one.rarity == nil ? [] : one.order.map(String.init) + parts.sorted()
        }
        var interpretations = order.map { found[$0].interpretation }
        for (key, places) in groups where !key.isEmpty && places.count > 1 {
            let words = places.map { order[$0] }.sorted { one, other in
                if found[other].isLessLikely(than: found[one]) { return true }
                return !found[one].isLessLikely(than: found[other]) && one < other
            }
            for (place, word) in zip(places, words) { interpretations[place] = found[word].interpretation }
        }
        return interpretations
    }

    /// Adds the headwords that are written as a text, and returns whether there are any.
    @discardableResult
    mutating func add(
        _ text: String, _ labels: [DictionaryEntry.Match.Label], _ likelihood: Likelihood, partOfSpeech: String? = nil,
        ignoresAccents: Bool
    ) throws(Words.Failure) -> Bool {
        var words = try headwords.headwords(text, ignoresAccents: ignoresAccents)
        // The table writes its words as dictionaries do: essen is not Essen.
        if !labels.isEmpty, partOfSpeech == nil, words.first?.text == text { words = [words[0]] }
        for word in words {
            var parts = word.partsOfSpeech
            if let partOfSpeech, !parts.isEmpty { parts.formIntersection([partOfSpeech]) }
            parts.subtract(seen[word.text] ?? [])
            guard !parts.isEmpty || word.partsOfSpeech.isEmpty && seen[word.text] == nil else {
                if word.partsOfSpeech.isEmpty, !labels.isEmpty { addLabels(labels, of: word.text, likelihood) }
                continue
            }
            seen[word.text, default: []].formUnion(parts)
            let known = parts.isEmpty ? Set([partOfSpeech].compactMap(\.self)) : parts
            let (likely, others) = (known.intersection(expected), known.subtracting(expected))
            if expected.isEmpty || known.isEmpty {
                insert(word, parts, labels, likelihood)
            } else {
                if !likely.isEmpty { insert(word, parts.intersection(likely), labels, likelihood) }
                if !others.isEmpty { insert(word, parts.intersection(others), labels, likelihood, isExpected: false) }
            }
        }
        return !words.isEmpty
    }

    /// Of a word without a part of speech a text may be several forms: a plural or a third person.
    private mutating func addLabels(
        _ labels: [DictionaryEntry.Match.Label], of word: String, _ likelihood: Likelihood
    ) {
        guard
            let place = found.firstIndex(where: {
                let interpretation = $0.interpretation
                return interpretation.headword.text == word && !interpretation.labels.isEmpty
                    && $0.likelihood == likelihood
            })
        else { return }
        let known = found[place].interpretation.labels
        found[place].interpretation.labels += labels.filter { !known.contains($0) }
    }

    private mutating func insert(
        _ word: Headword, _ parts: Set<String>, _ labels: [DictionaryEntry.Match.Label], _ likelihood: Likelihood,
        isExpected: Bool = true
    ) {
        let isCompared = [.irregularForm, .form, .rareForm, .accented].contains(likelihood)
        let rarity = isCompared ? parts.compactMap { word.rarities[$0] }.min() : nil
        let band = rarity?.band ?? 0
        let order = likelihood != .accented ? likelihood : band == 0 ? .exact : .form
        found.append(
            Found(
                interpretation: Interpretation(headword: Headword(word.text, partsOfSpeech: parts), labels: labels),
                likelihood: likelihood,
                order: [isPart ? 1 : 0, isExpected ? 0 : 1, order.rawValue, band], rarity: rarity))
    }
}

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
