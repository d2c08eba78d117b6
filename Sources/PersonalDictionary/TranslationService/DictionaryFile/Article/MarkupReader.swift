import CoreModule

/// Reads the HTML, XDXF and Pango markup of StarDict's dictionaries as lines.
///
/// A text in italics, in an abbreviation or in a font of its own that is grammar is a label. Scripts, styles, sounds and pictures are no text.
struct MarkupReader {
    private let markup: DictionaryArticle.Markup

    init(_ markup: DictionaryArticle.Markup) {
        self.markup = markup
    }

    private static let blocks: Set<String> = [
        "br", "p", "div", "li", "ol", "ul", "tr", "td", "table", "h1", "h2", "h3", "h4", "dt", "dd", "dl", "hr",
        "blockquote", "def", "ar", "deftext", "sr", "ex",
    ]
    private static let hidden: Set<String> = ["script", "style", "rref", "audio", "head"]
    private static let labels: Set<String> = [
        "i", "em", "font", "span", "abbr", "abr", "acronym", "gr", "pos", "c", "small", "sub", "sup",
    ]

    /// An open element whose text is kept apart, and that text.
    private typealias Open = (name: String, text: String)

    func read(_ text: String, into article: inout DictionaryArticle) {
        var scanner = HTMLScanner(text)
        var line = DictionaryArticle.Line()
        var open: [Open] = []
        var hiddenName: String?
        func append(_ text: String) {
            if open.isEmpty { line.text += text } else { open[open.count - 1].text += text }
        }
        func endLine() {
            if !line.text.allSatisfy(\.isWhitespace) || !line.notes.isEmpty { article.lines.append(line) }
            line = DictionaryArticle.Line()
        }
        func close(_ element: Open) {
            switch element.name {
            case "tr": article.notePronunciation(element.text)
            case "k": article.names.append(element.text)
            case "co": line.notes.append(element.text)
            case _ where Self.isShort(element.text) && GrammarLabel(element.text) != nil:
                append(" \(GrammarLabel.start)\(element.text)\(GrammarLabel.end) ")
            case "abr", "abbr", "gr", "pos": line.notes.append(element.text)
            default: append(element.text)
            }
        }
        func isApart(_ name: String) -> Bool {
            Self.labels.contains(name) || (markup == .xdxf && ["tr", "k", "co"].contains(name))
        }
        while let token = scanner.next() {
            if let name = hiddenName {
                if case .closing(name) = token { hiddenName = nil }
                continue
            }
            switch token {
            case .scalar(let scalar), .entity(let scalar):
                // In HTML a line break is a space.
                if markup != .html, scalar == "\n" || scalar == "\r" {
                    while let element = open.popLast() { close(element) }
                    let isExample = line.isExample
                    endLine()
                    line.isExample = isExample
                } else if !GrammarLabel.isMark(scalar) {
                    append(String(scalar))
                }
            case .opening(let name, _) where Self.hidden.contains(name): hiddenName = name
            case .opening(let name, _) where isApart(name):
                if open.count < DictionaryArticle.maximumDepth { open.append((name, "")) }
            case .closing(let name) where isApart(name):
                // What was not closed inside of it ends with it.
                guard let place = open.lastIndex(where: { $0.name == name }) else { continue }
                while open.count > place { close(open.removeLast()) }
            case .opening("ex_tran", _): append(" — ")
            case .opening(let name, _), .closing(let name), .empty(let name):
                guard Self.blocks.contains(name) else { continue }
                while let element = open.popLast() { close(element) }
                endLine()
                if case .opening("ex", _) = token { line.isExample = true }
            }
        }
        while let element = open.popLast() { close(element) }
        endLine()
    }

    private static func isShort(_ text: String) -> Bool { text.count < 20 }
}
