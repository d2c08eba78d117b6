import CoreModule

/// The plain text of a piece of PONS's HTML, and the marks beside it.
///
/// White space and control characters become one space; escape sequences of terminals, bidirectional controls, scripts and styles are
/// removed. A text is cut after 500 characters. A span that is never closed ends with the text.
package struct PonsMarkup: Hashable, Sendable {
    /// The text without the marks, trimmed.
    package let text: String
    /// The marks beside the text, in order: gender, style, region and so on.
    package let marks: [String]
    /// What refers to another word, among the marks: `→ pitch-black`. A text that begins with an arrow is one too.
    package let reference: String?
    /// The pronunciation, without brackets.
    package let pronunciation: String?
    /// Whether this is the word itself, not a phrase with it.
    package let isHeadword: Bool

    package init(_ html: String) {
        var scanner = HTMLScanner(html, replacement: "\u{FFFD}")
        var reader = Reader()
        while let token = scanner.next() { reader.take(token) }
        reader.endMark()
        let value = reader.text.value
        let ownReference = value.hasPrefix("→") ? value : nil
        text = ownReference == nil ? value : ""
        marks = reader.marks + [ownReference].compactMap(\.self)
        reference = reader.reference ?? ownReference
        pronunciation = reader.pronunciation
        isHeadword = reader.holdsHeadword || !reader.holdsPhrase
    }
}

/// The text that was read so far, and the open spans.
private struct Reader {
    private(set) var text = PlainText()
    private(set) var marks: [String] = []
    private(set) var reference: String?
    private(set) var pronunciation: String?
    private(set) var holdsPhrase = false
    private(set) var holdsHeadword = false

    /// Whether each open span is a phrase. Only spans are ever left out, so the ends of other elements do not matter.
    private var spans: [Bool] = []
    private var openPhrases = 0
    private var mark: (text: PlainText, depth: Int, kind: MarkKind)?
    /// The element that is open and whose content is no text.
    private var hidden: String?

    private enum MarkKind { case note, phonetics, reference }

    /// Classes of spans that are no part of the text.
    private static let markClasses: Set<String> = [
        "auxiliary_verb", "case", "collocator", "flexion", "genus", "info", "number", "phonetics", "region", "rhetoric",
        "sense", "style", "topic", "verbclass", "wordclass",
    ]
    /// Classes of spans around a phrase with the word.
    private static let phraseClasses: Set<String> = [
        "example", "full_collocation", "grammatical_construction", "idiom_proverb",
    ]

    mutating func take(_ token: HTMLScanner.Token) {
        if let hidden {
            if case .closing(hidden) = token { self.hidden = nil }
            return
        }
        switch token {
        case .scalar(let scalar), .entity(let scalar):
            if mark == nil { text.append(scalar) } else { mark?.text.append(scalar) }
        case .opening(let name, let classes):
            if name == "script" || name == "style" { hidden = name }
            if openPhrases == 0, classes.contains("headword") { holdsHeadword = true }
            if classes.contains("tilde") { holdsPhrase = true }
            if name == "span" { open(classes) }
        case .closing(let name):
            guard name == "span", let isPhrase = spans.popLast() else { return }
            if isPhrase { openPhrases -= 1 }
            if let depth = mark?.depth, spans.count < depth { endMark() }
        case .empty:
            break
        }
    }

    private mutating func open(_ classes: Set<String>) {
        let isPhrase = !classes.isDisjoint(with: Self.phraseClasses)
        let isReference = classes.contains { $0.hasPrefix("indirect_reference") }
        let isMark = isReference || !classes.isDisjoint(with: Self.markClasses)
        spans.append(isPhrase)
        if isPhrase {
            openPhrases += 1
            holdsPhrase = true
        } else if isMark, mark == nil {
            mark = (
                PlainText(), spans.count,
                isReference ? .reference : classes.contains("phonetics") ? .phonetics : .note
            )
        }
    }

    mutating func endMark() {
        guard let mark else { return }
        self.mark = nil
        text.noteMark()
        let value = mark.text.value
        if mark.kind != .phonetics {
            // Without brackets around the whole: who shows it adds some.
            let inner =
                value.hasPrefix("(") && value.firstIndex(of: ")") == value.indices.last
                ? value.dropFirst().dropLast() : value[...]
            if !inner.isEmpty { marks.append(String(inner)) }
            if mark.kind == .reference { reference = reference ?? value }
        } else if pronunciation == nil {
            let sound = value.drop { "[/ ".contains($0) }
            pronunciation = sound.lastIndex { !"]/ ".contains($0) }.map { String(sound[...$0]) }
        }
    }
}

/// Text with single spaces, cut to the length of a word.
private struct PlainText {
    private var scalars = String.UnicodeScalarView()
    private var needsSpace = false
    private var isBehindMark = false
    private var sequence = EscapeSequence.none

    /// The position in a terminal's escape sequence: `ESC [`, parameters, and a letter that ends it.
    private enum EscapeSequence { case none, escape, parameters }

    var value: String {
        let text = String(scalars)
        return text.count > WordText.maximumLength ? text.prefix(WordText.maximumLength - 1) + "…" : text
    }

    mutating func append(_ scalar: Unicode.Scalar) {
        guard !isOfEscapeSequence(scalar), !scalar.properties.isBidiControl else { return }
        guard !scalar.properties.isWhitespace, scalar.properties.generalCategory != .control else {
            needsSpace = true
            isBehindMark = false
            return
        }
        // The space before a mark belongs to the mark if a comma or a bracket follows: "Student m, Hörer m".
        let isSpaceOfMark = isBehindMark && !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        if needsSpace, !isSpaceOfMark, !scalars.isEmpty { scalars.append(" ") }
        scalars.append(scalar)
        needsSpace = false
        isBehindMark = false
    }

    /// Whether a character belongs to an escape sequence. ESC counts as a space until the next character shows that it
    /// does.
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
            // An ESC that begins no sequence separates words, like other control characters.
            if sequence == .escape { needsSpace = true }
            sequence = scalar.value == 0x1B ? .escape : .none
            return sequence == .escape
        }
    }

    mutating func noteMark() {
        isBehindMark = true
    }
}
