import CoreModule

/// Converts the HTML in the fields of Anki's notes to plain text.
enum HTMLText {
    /// Returns the text of a piece of HTML. `<br>` and the border of a block become line breaks; other tags are removed. Entities are
    /// resolved; a no-break space becomes a space, because Anki's editor writes spaces so. What is no HTML stays. Linear time.
    static func plain(_ html: String) -> String {
        let source = Array(html.utf8)
        var result: [UInt8] = []
        var index = 0
        var isAtBorder = false
        let lastTagEnd = source.lastIndex(of: UInt8(ascii: ">")) ?? -1
        func put(_ bytes: some Sequence<UInt8>) {
            if isAtBorder, let last = result.last, last != .lineFeed { result.append(.lineFeed) }
            isAtBorder = false
            result.append(contentsOf: bytes)
        }
        while index < source.count {
            switch source[index] {
            case UInt8(ascii: "<") where index < lastTagEnd && beginsTag(source, at: index + 1):
                let end = source[index...].firstIndex(of: UInt8(ascii: ">")) ?? lastTagEnd
                let name = tagName(source[(index + 1)..<end])
                if name == "br" { put([.lineFeed]) } else if blocks.contains(name) { isAtBorder = true }
                index = end + 1
            case UInt8(ascii: "&"):
                let (text, length) = entity(source[index...])
                put(text.map { Array($0.utf8) } ?? [source[index]])
                index += text == nil ? 1 : length
            default:
                let end = source.firstIndex(
                    of: UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "&"), from: index + 1)
                put(source[index..<end])
                index = end
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static let blocks: Set<String> = ["div", "p", "li", "tr", "ul", "ol", "table", "h1", "h2", "h3"]

    private static func beginsTag(_ source: [UInt8], at index: Int) -> Bool {
        guard index < source.count else { return false }
        let byte = source[index]
        return byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") || byte.isLetter
    }

    private static func tagName(_ tag: ArraySlice<UInt8>) -> String {
        let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix(8).prefix { $0.isLetter || $0.isDigit }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// The character of the entity at the beginning, and the length of the entity in bytes.
    private static func entity(_ source: ArraySlice<UInt8>) -> (text: String?, length: Int) {
        guard let end = source.prefix(HTMLEntity.maximumLength).firstIndex(of: .semicolon) else { return (nil, 0) }
        let name = String(decoding: source[(source.startIndex + 1)..<end], as: UTF8.self)
        guard let scalar = HTMLEntity.codePoint(name).flatMap(Unicode.Scalar.init) else { return (nil, 0) }
        return (scalar == "\u{A0}" ? " " : String(scalar), end - source.startIndex + 1)
    }
}
