import Foundation

extension DictionaryEntry {
    /// The word of the dictionary as which a text was found: the text is a form of it, or another spelling.
    ///
    /// It is stored as `{"form":"dog","how":"plural"}`.
    public struct Match: Hashable, Sendable, Codable {
        /// The word as the dictionary writes it: `dog`.
        public let form: String
        /// The labels in one text, in English: `past tense, past participle`. `Localizer.match(_:)` translates it.
        public let how: String

        private static let separator = ", "

        /// Creates a match from labels in one text.
        package init(form: String, how: String) {
            self.form = form
            self.how = how
        }

        /// Creates a match.
        public init(form: String, labels: [Label]) {
            self.init(form: form, how: labels.map(\.rawValue).joined(separator: Self.separator))
        }

        /// The relation of the text to the word. A text may be several forms of a word: `past tense` and `past participle`. A label may
        /// be one that this version does not know.
        public var labels: [Label] { how.components(separatedBy: Self.separator).map(Label.init(rawValue:)) }

        /// Whether the text is not known, and the word is only like it.
        public var isSimilar: Bool { how == Label.similar.rawValue }

        /// Whether the text is not known, and the word is a part of it.
        public var isPart: Bool { how == Label.partOfCompound.rawValue }
    }
}

extension DictionaryEntry.Match {
    /// The relation of a text to its word: a grammatical form such as `plural`, or another difference, such as `without “to”`.
    ///
    /// The library has a translation of each of its labels: the message `match.plural`, and for all labels of a
    /// kind that name a word the message of the kind, `match.without “%@”`.
    public struct Label: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The label in English.
        public let rawValue: String

        /// Creates a label. A word that it names is in quotation marks: “to”.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates a label, as ``init(rawValue:)`` does.
        public init(stringLiteral value: String) { self.init(rawValue: value) }

        /// The label with `%@` for the word that it names: `without “%@”`.
        public var kind: String { word.map { rawValue.replacing("“\($0)”", with: "“%@”") } ?? rawValue }

        /// The word that it names, `to` of `without “to”`; nil if it names none.
        public var word: String? { rawValue.firstMatch(of: /“(.+)”/).map { String($0.1) } }

        /// The word is only like the text.
        public static let similar: Label = "similar"
        /// Another spelling of the word.
        public static let spelling: Label = "spelling"
        /// Several words written as one.
        public static let contraction: Label = "contraction"
        /// An abbreviation of the word.
        static let abbreviation: Label = "abbreviation"
        /// A reflexive form.
        public static let reflexive: Label = "reflexive"
        /// The text has what textbooks write beside a word, such as its gender or other forms.
        public static let notation: Label = "without notes"
        /// The text is not known, but made of words that are, of which the word is one.
        public static let partOfCompound: Label = "part of a compound"
        /// The word with punctuation at its ends.
        public static let withoutPunctuation: Label = "without punctuation"
        /// The text has more words, or the word is a part of one that has.
        public static let partOfPhrase: Label = "part of a phrase"
        /// A verb whose prefix stands apart.
        public static let separable: Label = "separable verb"
        /// A negation with the noun that it negates: of kein Hund it is kein.
        public static let withoutNoun: Label = "without the noun"
    }
}
