public import CoreModule
public import Foundation

/// A dictionary entry: what a translation service says about a word.
public struct DictionaryEntry: Hashable, Sendable, Codable {
    /// The word as the service writes it.
    public let headword: String
    /// The direction of the translation.
    public let direction: TranslationDirection
    /// The pronunciation in the service's notation (mostly IPA), without slashes.
    public let pronunciation: String?
    /// The senses, the main one first. Never empty.
    public private(set) var senses: [Sense]
    /// The provider.
    public let provider: TranslationProvider
    private let milliseconds: Int64
    /// What was found, if it is not the text as it was typed.
    public private(set) var matched: Match?

    /// Creates an entry. Throws ``TranslationError/notFound`` if no sense has a translation.
    public init(
        headword: String, direction: TranslationDirection, pronunciation: String? = nil, senses: [Sense],
        provider: TranslationProvider, date: Date, matched: Match? = nil
    ) throws(TranslationError) {
        let senses = senses.filter { !$0.translations.isEmpty }
        guard !senses.isEmpty else { throw .notFound }
        self.headword = headword
        self.direction = direction
        self.pronunciation = pronunciation
        self.senses = senses
        self.provider = provider
        milliseconds = date.millisecondsSince1970
        self.matched = matched
    }

    /// Creates an entry of a word that has only a translation.
    init(_ translation: Translation, of word: Word) {
        headword = word.text.value
        direction = word.direction
        pronunciation = nil
        senses = [Sense(translations: [translation.text])]
        provider = translation.provider
        milliseconds = translation.date.millisecondsSince1970
        matched = nil
    }

    /// The entry of a text that stands for another one.
    func matching(_ match: Match) -> DictionaryEntry {
        var entry = self
        entry.matched = match
        return entry
    }

    /// The entry with further senses, except those whose translations it has.
    func adding(_ further: [Sense]) -> DictionaryEntry {
        let known = Set(senses.flatMap(\.translations))
        var entry = self
        entry.senses += further.filter { !known.isSuperset(of: $0.translations) }
        return entry
    }

    /// The entry without control characters, or nil if no translation is left.
    var withoutControlCharacters: DictionaryEntry? { changingTexts(\.withoutControlCharacters) }

    /// The entry without control characters and those that nobody sees, or nil if no translation is left.
    var cleaned: DictionaryEntry? { changingTexts { $0.withoutControlCharacters.withoutUnseenCharacters } }

    private func changingTexts(_ clean: (String) -> String) -> DictionaryEntry? {
        func cleaned(_ match: Match) -> Match { Match(form: clean(match.form), how: clean(match.how)) }
        let senses = senses.map { sense in
            Sense(
                partOfSpeech: sense.partOfSpeech.map(clean), translations: sense.translations.map(clean),
                examples: sense.examples.map { Example(source: clean($0.source), target: clean($0.target)) },
                marks: Dictionary(sense.marks.map { (clean($0), $1.map(clean)) }, uniquingKeysWith: +),
                notes: sense.notes.map(clean), matched: sense.matched.map(cleaned), forms: sense.forms.map(clean))
        }
        do {
            return try DictionaryEntry(
                headword: clean(headword), direction: direction, pronunciation: pronunciation.map(clean),
                senses: senses, provider: provider, date: date, matched: matched.map(cleaned))
        } catch {
            return nil
        }
    }

    /// The entry of a word that was found for a text.
    func found(for text: WordText, as match: Match?) throws(TranslationError) -> DictionaryEntry {
        try DictionaryEntry(
            headword: text.value, direction: direction, pronunciation: pronunciation, senses: senses,
            provider: provider, date: date, matched: match)
    }

    /// The date of the look-up, in whole milliseconds.
    public var date: Date { Date(millisecondsSince1970: milliseconds) }

    /// The first translation of the first sense, for lists.
    public var translation: Translation {
        Translation(text: senses.first?.translations.first ?? "", provider: provider, date: date)
    }

    /// One meaning of a word.
    public struct Sense: Hashable, Sendable, Codable {
        /// The part of speech in the service's words: `noun`, `verb`.
        public let partOfSpeech: String?
        /// The translations, the most common one first.
        public private(set) var translations: [String]
        /// Examples of use.
        public internal(set) var examples: [Example]
        /// Notes on a translation, such as gender, style, region. The keys are translations; no value is empty.
        public let marks: [String: [String]]
        /// Notes on the whole sense, such as what is meant, the region, the topic.
        public let notes: [String]
        /// The word of this sense, if it is another one than the word of the entry.
        public let matched: Match?
        /// The principal forms of the word, as far as they are irregular and known: `went`, `gone`; `gli uomini`.
        public let forms: [String]

        /// Creates a sense. Empty translations are removed, and marks without a translation.
        public init(
            partOfSpeech: String? = nil, translations: [String], examples: [Example] = [],
            marks: [String: [String]] = [:], notes: [String] = [], matched: Match? = nil,
            forms: [String] = []
        ) {
            let translations = translations.filter { !$0.isEmpty }
            self.partOfSpeech = partOfSpeech
            self.translations = translations
            self.examples = examples
            self.marks = marks.filter { !$0.value.isEmpty && translations.contains($0.key) }
            self.notes = notes
            self.matched = matched
            self.forms = forms
        }

        /// Whether a reader cannot tell it from another sense: the same translations of the same word, in any order.
        func looksLike(_ other: Sense) -> Bool {
            partOfSpeech == other.partOfSpeech && matched == other.matched
                && Set(translations) == Set(other.translations)
        }

        /// Its notes and, if it is one of the entry's own word, the principal forms: those of another word would look like the entry's.
        var details: [String] { notes + (matched == nil ? forms : []) }

        /// The sense with notes that it does not have.
        func adding(notes further: [String]) -> Sense {
            Sense(
                partOfSpeech: partOfSpeech, translations: translations, examples: examples, marks: marks,
                notes: notes + further.filter { !notes.contains($0) }, matched: matched, forms: forms)
        }

        /// Moves a translation to the beginning.
        mutating func moveToFront(_ place: Int) { translations.insert(translations.remove(at: place), at: 0) }

        private enum CodingKeys: CodingKey {
            case partOfSpeech, translations, examples, marks, notes, matched, forms
        }

        /// Reads a sense. Marks, notes, the match and the forms may be missing.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                partOfSpeech: try container.decodeIfPresent(String.self, forKey: .partOfSpeech),
                translations: try container.decode([String].self, forKey: .translations),
                examples: try container.decode([Example].self, forKey: .examples),
                marks: try container.decodeIfPresent([String: [String]].self, forKey: .marks) ?? [:],
                notes: try container.decodeIfPresent([String].self, forKey: .notes) ?? [],
                matched: try container.decodeIfPresent(Match.self, forKey: .matched),
                forms: try container.decodeIfPresent([String].self, forKey: .forms) ?? [])
        }

        /// Writes a sense, without marks, notes, a match and forms if there are none.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(partOfSpeech, forKey: .partOfSpeech)
            try container.encode(translations, forKey: .translations)
            try container.encode(examples, forKey: .examples)
            if !marks.isEmpty { try container.encode(marks, forKey: .marks) }
            if !notes.isEmpty { try container.encode(notes, forKey: .notes) }
            try container.encodeIfPresent(matched, forKey: .matched)
            if !forms.isEmpty { try container.encode(forms, forKey: .forms) }
        }
    }

    /// A phrase with its translation.
    public struct Example: Hashable, Sendable, Codable {
        /// The phrase in the word's language.
        public let source: String
        /// Its translation.
        public let target: String

        /// Creates an example.
        public init(source: String, target: String) {
            self.source = source
            self.target = target
        }
    }

    private enum CodingKeys: String, CodingKey {
        case headword, direction, pronunciation, senses, provider, matched
        case milliseconds = "date"
    }

    /// Reads an entry. The date is in milliseconds since 1970, as it is written, or a text in ISO 8601.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            headword: container.decode(String.self, forKey: .headword),
            direction: container.decode(TranslationDirection.self, forKey: .direction),
            pronunciation: container.decodeIfPresent(String.self, forKey: .pronunciation),
            senses: container.decode([Sense].self, forKey: .senses),
            provider: container.decode(TranslationProvider.self, forKey: .provider),
            date: Self.date(in: container), matched: container.decodeIfPresent(Match.self, forKey: .matched))
    }

    private static func date(in container: KeyedDecodingContainer<CodingKeys>) throws -> Date {
        do {
            return Date(millisecondsSince1970: try container.decode(Int64.self, forKey: .milliseconds))
        } catch DecodingError.typeMismatch {
            guard let date = ISO8601Date.date(try container.decode(String.self, forKey: .milliseconds)) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .milliseconds, in: container, debugDescription: "no date")
            }
            return date
        }
    }
}

extension Word {
    /// Its senses with those of its entry: the user's own translations are a sense without a part of speech, before the others.
    func senses(with entry: DictionaryEntry?) -> [DictionaryEntry.Sense] {
        let listed = translation.translation.map { [DictionaryEntry.Sense(translations: $0.all)] } ?? []
        guard let entry else { return listed }
        return translation.isOwn ? listed + entry.senses : entry.senses
    }
}

extension [DictionaryEntry] {
    /// The title of a list of words that a text may mean: similar words, its parts, or entries in other directions. If the list is
    /// empty, it says that there are none.
    public var meaningsTitle: Message {
        guard let first else { return Message("no translation found") }
        if first.matched?.isSimilar == true { return Message("did you mean:") }
        return first.matched?.isPart == true ? Message("its parts are:") : Message("known in another direction:")
    }
}
