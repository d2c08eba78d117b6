/// What the labels of the tables say of a form.
extension DictionaryEntry.Match.Label {
    /// Whether only a verb has the form.
    var isOfVerb: Bool { Self.verbForms.contains(self) }

    /// Whether it is a participle.
    var isParticiple: Bool { Self.participles.contains(self) }

    /// Whether it is a comparative or superlative.
    var isComparison: Bool { Self.comparisons.contains(self) }

    /// Whether the form is seldom used.
    var isRare: Bool { Self.rareForms.contains(self) }

    private static let participles: Set<Self> = [
        "participle", "present participle", "past participle", "feminine past participle", "plural past participle",
        "feminine plural past participle",
    ]

    private static let verbForms: Set<Self> = participles.union([
        "present tense", "past tense", "future tense", "third person", "third person singular", "past historic",
        "imperfect", "imperfect subjunctive", "subjunctive", "present subjunctive", "conditional", "gerund",
        "imperative", "imperative with pronoun",
    ])

    private static let comparisons: Set<Self> = [
        "comparative", "plural comparative", "superlative", "feminine superlative", "plural superlative",
        "feminine plural superlative",
    ]

    private static let rareForms: Set<Self> = [
        "short", "short masculine", "short feminine", "short neuter", "short plural", "truncated", "adverb",
        "imperative", "imperative with pronoun", "subjunctive", "present subjunctive", "imperfect subjunctive",
        "gerund", "participle", "present participle", "feminine past participle", "plural past participle",
        "feminine plural past participle",
    ]
}
