/// What a piece of PONS's HTML says: its plain text, and what was marked up beside it.
///
/// White space of any kind and control characters become one space, and escape sequences of terminals nothing; stress marks stay. A span that is never closed ends with
/// the text. Linear in the length, whatever is in it.
package struct PonsMarkup: Hashable, Sendable {
    /// The text without what stands beside it, trimmed.
    package let text: String
    /// What stands beside it, in order: gender, style, region and so on.
    package let marks: [String]
    /// How it is pronounced, without brackets.
    package let pronunciation: String?
    /// Whether this is a word, not a phrase that it is used in.
    package let isHeadword: Bool

    /// Reads a piece of HTML.
    package init(_ html: String) {
        var scanner = PonsHTMLScanner(html)
        var reader = Reader()
        while let token = scanner.next() { reader.take(token) }
        reader.endMark()
        text = reader.text.value
        marks = reader.marks
        pronunciation = reader.pronunciation
        isHeadword = reader.holdsHeadword || !reader.holdsPhrase
    }
}

/// What has been read, and what is open.
private struct Reader {
    private(set) var text = PlainText()
    private(set) var marks: [String] = []
    private(set) var pronunciation: String?
    private(set) var holdsPhrase = false
    private(set) var holdsHeadword = false

    private enum Span { case plain, phrase, mark }

    /// The spans that are open. Only they are ever left out, so that it does not matter where other elements end.
    private var spans: [Span] = []
    private var openPhrases = 0
    private var mark: (text: PlainText, depth: Int, isPhonetic: Bool)?

    /// Spans that stand beside a text and are no part of it.
    private static let markClasses: Set<String> = [
        "auxiliary_verb", "case", "collocator", "flexion", "genus", "info", "number", "phonetics", "region", "rhetoric",
        "sense", "style", "topic", "verbclass", "wordclass",
    ]
    /// Spans around a phrase that a word is used in.
    private static let phraseClasses: Set<String> = [
        "example", "full_collocation", "grammatical_construction", "idiom_proverb",
    ]

    mutating func take(_ token: PonsHTMLScanner.Token) {
        switch token {
        case .scalar(let scalar):
            if mark == nil { text.append(scalar) } else { mark?.text.append(scalar) }
        case .opening(let name, let classes):
            if openPhrases == 0, classes.contains("headword") { holdsHeadword = true }
            if name == "span" { open(classes) }
        case .closing(let name):
            guard name == "span", let span = spans.popLast() else { return }
            if span == .phrase { openPhrases -= 1 }
            if let depth = mark?.depth, spans.count < depth { endMark() }
        case .other:
            break
        }
    }

    private mutating func open(_ classes: Set<String>) {
        if !classes.isDisjoint(with: Self.phraseClasses) {
            spans.append(.phrase)
            openPhrases += 1
            holdsPhrase = true
        } else if Self.isMark(classes) {
            spans.append(.mark)
            if mark == nil { mark = (PlainText(), spans.count, classes.contains("phonetics")) }
        } else {
            spans.append(.plain)
        }
    }

    private static func isMark(_ classes: Set<String>) -> Bool {
        classes.contains { markClasses.contains($0) || $0.hasPrefix("indirect_reference") }
    }

    mutating func endMark() {
        guard let mark else { return }
        self.mark = nil
        text.noteMark()
        let value = mark.text.value
        if !mark.isPhonetic {
            if !value.isEmpty { marks.append(value) }
        } else if pronunciation == nil {
            let sound = value.drop { "[/ ".contains($0) }
            pronunciation = sound.lastIndex { !"]/ ".contains($0) }.map { String(sound[...$0]) }
        }
    }
}

/// Text whose white space is made even.
private struct PlainText {
    private var scalars = String.UnicodeScalarView()
    private var isSpaceOwed = false
    private var isBehindMark = false
    private var sequence = EscapeSequence.none

    /// Where in a terminal's escape sequence the text is: `ESC [`, parameters, and a letter that ends it.
    private enum EscapeSequence { case none, escape, parameters }

    var value: String { String(scalars) }

    mutating func append(_ scalar: Unicode.Scalar) {
        guard !isOfEscapeSequence(scalar) else { return }
        guard !scalar.properties.isWhitespace, scalar.properties.generalCategory != .control else {
            isSpaceOwed = true
            isBehindMark = false
            return
        }
        // The space before a mark belongs to the mark where a comma or a bracket follows: "Student m, Hörer m".
        let isSpaceOfMark = isBehindMark && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        if isSpaceOwed, !isSpaceOfMark, !scalars.isEmpty { scalars.append(" ") }
        scalars.append(scalar)
        isSpaceOwed = false
        isBehindMark = false
    }

    /// Whether a character belongs to an escape sequence: one that is known to be so only by the next one is a space till then.
    private mutating func isOfEscapeSequence(_ scalar: Unicode.Scalar) -> Bool {
        switch (sequence, scalar.value) {
        case (.escape, 0x5B), (_, 0x9B):
            sequence = .parameters
            return true
        case (.parameters, 0x20...0x3F): return true
        case (.parameters, 0x40...0x7E):
            sequence = .none
            return true
        default:
            // An escape that begins no sequence stands between words, as other control characters do.
            if sequence == .escape { isSpaceOwed = true }
            sequence = scalar.value == 0x1B ? .escape : .none
            return sequence == .escape
        }
    }

    /// Something was left out here.
    mutating func noteMark() {
        isBehindMark = true
    }
}
