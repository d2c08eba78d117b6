/// Makes plain text of the little HTML that is in the fields of Anki's notes.
enum HTMLText {
    /// The text of a piece of HTML: `<br>` is a line break, and so is the border of a block; other tags are dropped.
    /// Of the entities, those of HTML's own characters and numbers are resolved; a no-break space becomes a space, since
    /// Anki's editor makes them of spaces. What is no HTML stays as it is. Linear in the length.
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

    private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]

    private static func beginsTag(_ source: [UInt8], at index: Int) -> Bool {
        guard index < source.count else { return false }
        let byte = source[index]
        return byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!")
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func tagName(_ tag: ArraySlice<UInt8>) -> String {
        let name = tag.drop { $0 == UInt8(ascii: "/") }.prefix(8).prefix { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    /// What the entity at the beginning stands for, and its length in bytes.
    private static func entity(_ source: ArraySlice<UInt8>) -> (text: String?, length: Int) {
        guard let end = source.prefix(12).firstIndex(of: UInt8(ascii: ";")) else { return (nil, 0) }
        let name = String(decoding: source[(source.startIndex + 1)..<end], as: UTF8.self)
        let length = end - source.startIndex + 1
        guard name.hasPrefix("#") else { return (entities[name], length) }
        let isHexadecimal = name.dropFirst().first?.lowercased() == "x"
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.first != "+", digits.first != "-", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            let scalar = Unicode.Scalar(value)
        else { return (nil, 0) }
        return (value == 0xA0 ? " " : String(Character(scalar)), length)
    }
}
