/// The forms by which dictionaries show how a word is inflected.
extension QueryInterpreter {
    /// The principal forms of a word that has irregular ones: went, gone; ging aus, ausgegangen; gli uomini. None if the tables do not
    /// know them for certain, or if the word has regular ones as well.
    func principalForms(of word: String, partOfSpeech: String) -> [String] {
        switch partOfSpeech {
        case "noun": form(of: word, "plural").map { [article(of: $0, word) + $0] } ?? []
        case "verb": verbForms(word)
        case "adjective" where language == .english || language == .german:
            [form(of: word, "comparative"), form(of: word, "superlative")].compactMap(\.self)
        default: []
        }
    }

    private func verbForms(_ verb: String) -> [String] {
        let labels: [DictionaryEntry.Match.Label]
        switch language {
        case .english, .german: labels = ["past tense", "past participle"]
        case .italian: labels = ["past participle"]
        default: return []
        }
        let forms = labels.map { label -> String? in
            switch language {
            // Of give up, gave up.
            case .english:
                let words = verb.split(separator: " ", maxSplits: 1).map(String.init)
                return form(of: words.first ?? verb, label).map { ([$0] + words.dropFirst()).joined(separator: " ") }
            case .german: return germanForm(of: verb.hasPrefix("sich ") ? String(verb.dropFirst(5)) : verb, label)
            default: return form(of: verb, label)
            }
        }
        return forms.contains(nil) ? [] : forms.compactMap(\.self)
    }

    /// A form of a German verb; of one with a prefix, as its prefix demands.
    private func germanForm(of verb: String, _ label: DictionaryEntry.Match.Label) -> String? {
        let hasOwn = forms.irregular.lines(ofWord: verb).contains { $0.labels.contains(label) }
        guard !hasOwn else { return form(of: verb, label) }
        let prefix = forms.prefixes.map(\.base).filter(verb.hasPrefix).max { $0.count < $1.count }
        // Of übersetzen and umgehen, both kinds are in use.
        guard let prefix, !forms.hasRole("ambiguous", prefix),
            let form = form(of: String(verb.dropFirst(prefix.count)), label)
        else { return nil }
        let isParticiple = label == "past participle"
        if forms.hasRole("inseparable", prefix) {
            return prefix + (isParticiple && form.hasPrefix("ge") ? String(form.dropFirst(2)) : form)
        }
        return isParticiple ? prefix + form : form + " " + prefix
    }

    /// What the table has as a form of a word; nil if it has none, or says that there is a regular one as well.
    private func form(of word: String, _ label: DictionaryEntry.Match.Label) -> String? {
        let lines = forms.irregular.lines(ofWord: word).filter { $0.labels.contains(label) }
        // Beamte has another plural with an article; feminine forms are of adjectives.
        let isUnclear = lines.contains {
            $0.hasRegular || $0.labels.contains("with article") || $0.labels.contains("feminine")
        }
        let texts = lines.map(\.form)
        guard !texts.isEmpty, !isUnclear else { return nil }
        switch (language, label) {
        // Of ging, gingst, gingen.
        case (.german, "past tense"):
            return texts.first { text in texts.contains(text + "n") || texts.contains(text + "en") }
        // Of besser, bessere, besserem.
        case (.german, "comparative"): return texts.min { $0.count < $1.count }
        case (.german, "superlative"): return texts.first { $0.hasPrefix("am ") }
        // Of struck and stricken, the shorter one is more common.
        case (.english, _): return texts.sorted { $0.count < $1.count }.prefix(2).joined(separator: "/")
        default: return texts.prefix(2).joined(separator: "/")
        }
    }

    private func article(of plural: String, _ word: String) -> String {
        if language == .german { return "die " }
        guard language == .italian, word.hasSuffix("o"), !plural.contains("/") else { return "" }
        // Of dito, dita and of orecchio, orecchie are feminine.
        if plural.hasSuffix("a") || plural.hasSuffix("e") { return "le " }
        let isSpecial = ["a", "e", "i", "o", "u", "z", "gn", "ps", "x", "y"].contains(where: plural.hasPrefix)
        let second = plural.dropFirst().first
        let isImpure = plural.hasPrefix("s") && second.map { !"aeiou".contains($0) } == true
        return isSpecial || isImpure || word == "dio" ? "gli " : "i "
    }
}
