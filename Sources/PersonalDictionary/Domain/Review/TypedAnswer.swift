import CoreModule

/// What an answer that was typed in a review is worth.
///
/// Case, accents, punctuation, an article and the English “to” do not count, and any of the accepted answers is right:
///
/// ```swift
/// TypedAnswer("strasse", accepted: ["die Straße"], in: .german).verdict  // .right
/// ```
public struct TypedAnswer: Hashable, Sendable {
    /// How near an answer is.
    public enum Verdict: Hashable, Sendable {
        /// It is an accepted answer.
        case right
        /// One letter differs, in a long word two: a slip of the fingers or a small mistake.
        case almost
        /// It is another answer, or none.
        case wrong
    }

    /// A piece of the ``TypedAnswer/expected`` text.
    public struct Piece: Hashable, Sendable {
        /// Its characters, in order.
        public let text: String
        /// Whether they were typed otherwise, or not at all.
        public let differs: Bool
    }

    /// How near the answer is.
    public let verdict: Verdict
    /// The accepted answer that is nearest, as it is written.
    public let expected: String
    /// The ``expected`` text in pieces, which say what was typed otherwise.
    public let pieces: [Piece]

    /// Compares an answer. No accepted answers make every answer wrong.
    /// - Parameters:
    ///   - typed: what the user typed.
    ///   - accepted: the right answers. Each may be several with commas, semicolons or slashes between them, and what is in brackets may be
    ///     left out.
    ///   - language: the language of the answers, for its articles.
    public init(_ typed: String, accepted: [String], in language: Language) {
        let asked = Self.core(of: typed, language)
        let answers = accepted.flatMap(Self.answers).map { text in
            let core = Self.core(of: text, language)
            return (text: text, core: core, edits: asked == core ? 0 : Self.edits(asked, core) ?? .max)
        }
        // Of equally near ones, the one that is accepted first.
        let nearest = answers.min { $0.edits < $1.edits }
        expected = nearest?.text ?? ""
        verdict = nearest.map { Self.verdict(asked, $0.core, edits: $0.edits) } ?? .wrong
        pieces = Self.pieces(of: expected, typed: WordText(stored: typed).identity)
    }

    /// Whether something was forgiven: a right answer that is not written as the ``expected`` one.
    public var isForgiven: Bool { verdict == .right && pieces.contains(where: \.differs) }

    /// The rating that fits, which the user may change.
    public var rating: ReviewRating {
        switch verdict {
        case .right: .good
        case .almost: .hard
        case .wrong: .again
        }
    }

    /// The answers in one text: the whole, and its parts.
    private static func answers(in text: String) -> [String] {
        let parts = text.split { ",;/，；、".contains($0) }.map { WordText(stored: String($0)).identity }
        return [text] + (parts.count > 1 ? parts.filter { !$0.isEmpty } : [])
    }

    private static func verdict(_ asked: String, _ core: String, edits: Int) -> Verdict {
        guard !asked.isEmpty else { return .wrong }
        if asked == core { return .right }
        return edits <= (core.count < 4 ? 0 : core.count <= 8 ? 1 : 2) ? .almost : .wrong
    }

    private static func edits(_ asked: String, _ core: String) -> Int? {
        Spelling(ArraySlice(core.unicodeScalars)).rank(of: ArraySlice(asked.unicodeScalars)).map { $0 / 2 }
    }

    private static let inBrackets = SharedRegex(/\([^)]*\)|\[[^\]]*\]|<[^>]*>/)

    /// What counts of an answer: its letters and digits, folded, without brackets and an article at the beginning. An answer that is only
    /// an article or brackets counts whole.
    private static func core(of text: String, _ language: Language) -> String {
        let folded = TextFolding.fold(text, .search)
        func words(_ text: String) -> [Substring] {
            // The apostrophe of l'amico ends an article; that of don't is left out.
            text.filter { language == .italian || !"'’`".contains($0) }.split { !$0.isLetter && !$0.isNumber }
        }
        let plain = words(folded.replacing(inBrackets, with: " "))
        let all = plain.isEmpty ? words(folded) : plain
        let withoutArticle = all.drop { Self.articles[language.code, default: []].contains(String($0)) }
        return (withoutArticle.isEmpty ? all[...] : withoutArticle).joined(separator: " ")
    }

    private static let articles: [String: Set<String>] = [
        "en": ["a", "an", "the", "to"],
        "de": ["der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "eines"],
        "it": ["il", "lo", "la", "i", "gli", "le", "l", "un", "uno", "una"],
    ]

    private static func pieces(of expected: String, typed: String) -> [Piece] {
        let expected = Array(expected)
        var missing: Set<Int> = []
        for case .insert(let offset, _, _) in expected.difference(from: Array(typed)) { missing.insert(offset) }
        var pieces: [(text: String, differs: Bool)] = []
        for (offset, character) in expected.enumerated() {
            let differs = missing.contains(offset)
            if pieces.last?.differs == differs {
                pieces[pieces.count - 1].text.append(character)
            } else {
                pieces.append((String(character), differs))
            }
        }
        return pieces.map { Piece(text: $0.text, differs: $0.differs) }
    }
}
