import CoreModule

/// Converts the HTML in the fields of Anki's notes to plain text.
enum HTMLText {
    private static let blocks: Set<String> = ["div", "p", "li", "tr", "ul", "ol", "table", "h1", "h2", "h3"]

    /// Returns the text of a piece of HTML. `<br>` and the border of a block become line breaks; other tags are removed.
    /// Entities are resolved. That of a no-break space becomes a space, because Anki's editor writes spaces so. Linear time.
    static func plain(_ html: String) -> String {
        var scanner = HTMLScanner(html)
        var text = String.UnicodeScalarView()
        var isAtBorder = false
        while let token = scanner.next() {
            let scalar: Unicode.Scalar
            switch token {
            case .scalar(let next): scalar = next
            case .entity(let next): scalar = next == "\u{A0}" ? " " : next
            case .opening("br", _), .closing("br"), .empty("br"): scalar = "\n"
            case .opening(let name, _), .closing(let name), .empty(let name):
                if blocks.contains(name) { isAtBorder = true }
                continue
            }
            if isAtBorder, let last = text.last, last != "\n" { text.append("\n") }
            isAtBorder = false
            text.append(scalar)
        }
        return String(text)
    }
}
