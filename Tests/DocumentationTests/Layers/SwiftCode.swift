/// The tokens of Swift source code: identifiers and single punctuation marks, without comments and the text of strings.
///
/// Code that is put into a string by `\(…)` counts as code.
struct SwiftCode {
    enum Token: Equatable {
        case word(Substring)
        case mark(Character)
        case lineEnd
    }

    private(set) var tokens: [Token] = []
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
        readCode(until: nil)
    }

    /// Reads up to the end, or up to the `)` that ends an interpolation.
    private mutating func readCode(until end: Character?) {
        var depth = 0
        while let character = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                skipBlockComment()
            } else if character == "\"" || (character == "#" && rest.drop { $0 == "#" }.first == "\"") {
                readString()
            } else if character.isLetter || character == "_" {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(.word(word))
                rest = rest[word.endIndex...]
            } else {
                rest = rest.dropFirst()
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                if character == end, depth < 0 { return }
                if character.isNewline {
                    tokens.append(.lineEnd)
                } else if !character.isWhitespace {
                    tokens.append(.mark(character))
                }
            }
        }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if rest.hasPrefix("/*") {
                depth += 1
                rest = rest.dropFirst(2)
            } else if rest.hasPrefix("*/") {
                depth -= 1
                rest = rest.dropFirst(2)
            } else {
                rest = rest.dropFirst()
            }
        } while depth > 0 && !rest.isEmpty
    }

    private mutating func readString() {
        let hashes = rest.prefix { $0 == "#" }
        rest = rest[hashes.endIndex...]
        let isMultiline = rest.hasPrefix("\"\"\"")
        let quotes = isMultiline ? "\"\"\"" : "\""
        rest = rest.dropFirst(quotes.count)
        while !rest.isEmpty {
            if rest.hasPrefix(quotes + hashes) {
                rest = rest.dropFirst(quotes.count + hashes.count)
                return
            }
            if rest.hasPrefix("\\" + hashes + "(") {
                rest = rest.dropFirst(hashes.count + 2)
                readCode(until: ")")
            } else if rest.hasPrefix("\\" + hashes) {
                rest = rest.dropFirst(hashes.count + 2)
            } else {
                // A string that is not closed on its line is no string, but a quote in a regular expression.
                if !isMultiline, rest.first?.isNewline == true { return }
                rest = rest.dropFirst()
            }
        }
    }
}
