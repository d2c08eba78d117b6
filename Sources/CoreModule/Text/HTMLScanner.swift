/// Cuts a piece of HTML into tags and characters.
///
/// Names may be in any case, values with any quotes or none, and the attribute `class` with more than two s, as in live
/// answers of PONS. A `<` without a `>` before the next `<` is text. Linear in the length.
package struct HTMLScanner {
    package enum Token {
        case scalar(Unicode.Scalar)
        /// The character of an entity.
        case entity(Unicode.Scalar)
        case opening(name: String, classes: Set<String>)
        case closing(name: String)
        /// An element without content, such as `<br/>`; a comment or a declaration, whose name begins with `!`.
        case empty(name: String)
    }

    private let source: [Unicode.Scalar]
    private let replacement: Unicode.Scalar?
    private var index = 0

    /// - Parameter replacement: stands for references to 0 and to numbers that are no characters. If nil, those stay as
    ///   they are written.
    package init(_ html: String, replacement: Unicode.Scalar? = nil) {
        self.replacement = replacement
        source = Array(html.unicodeScalars)
    }

    package mutating func next() -> Token? {
        guard let scalar = peek() else { return nil }
        let begin = index
        if scalar == "<" {
            if let tag = readTag() { return tag }
        } else if scalar == "&", let character = readEntity() {
            return .entity(character)
        }
        index = begin + 1
        return .scalar(scalar)
    }

    private func peek() -> Unicode.Scalar? { index < source.count ? source[index] : nil }

    /// Reads up to a character of the set or a `<`, which ends every tag.
    private mutating func read(upTo ends: Set<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = peek(), scalar != "<", !ends.contains(scalar) {
            text.append(scalar)
            index += 1
        }
        return String(text)
    }

    private mutating func skipWhitespace() {
        while let scalar = peek(), scalar.properties.isWhitespace { index += 1 }
    }

    /// Reads a tag; nil if there is none, and then the position does not matter.
    private mutating func readTag() -> Token? {
        index += 1
        let isClosing = peek() == "/"
        if isClosing { index += 1 }
        guard let first = peek(), first == "!" || (first.isASCII && first.properties.isAlphabetic) else { return nil }
        let name = read(upTo: Self.nameEnds).lowercased()
        var classes: Set<String> = []
        var isEmpty = name.hasPrefix("!")
        while true {
            skipWhitespace()
            switch peek() {
            case nil, "<": return nil
            case ">":
                index += 1
                if isClosing { return .closing(name: name) }
                return isEmpty ? .empty(name: name) : .opening(name: name, classes: classes)
            case "/":
                index += 1
                isEmpty = isEmpty || peek() == ">"
            default:
                let (attribute, value) = readAttribute()
                guard attribute.hasPrefix("class"), attribute.dropFirst(5).allSatisfy({ $0 == "s" }) else { continue }
                classes.formUnion(value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
            }
        }
    }

    private static let nameEnds: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r", "\u{A0}", "=", ">", "/"]
    private static let valueEnds: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r", "\u{A0}", ">", "/"]

    private mutating func readAttribute() -> (name: String, value: String) {
        let name = read(upTo: Self.nameEnds).lowercased()
        skipWhitespace()
        guard peek() == "=" else { return (name, "") }
        index += 1
        skipWhitespace()
        guard let quote = peek(), quote == "\"" || quote == "'" else { return (name, read(upTo: Self.valueEnds)) }
        index += 1
        let begin = index
        let value = read(upTo: [quote])
        if peek() == quote {
            index += 1
            return (name, value)
        }
        // The closing quote is missing: the value ends like one without quotes.
        index = begin
        return (name, read(upTo: Self.valueEnds))
    }

    private mutating func readEntity() -> Unicode.Scalar? {
        guard let end = source[index...].prefix(HTMLEntity.maximumLength).firstIndex(of: ";"),
            let value = HTMLEntity.codePoint(String(String.UnicodeScalarView(source[(index + 1)..<end])))
        else { return nil }
        let scalar = value == 0 && replacement != nil ? replacement : Unicode.Scalar(value) ?? replacement
        if scalar != nil { index = end + 1 }
        return scalar
    }
}
