import CoreModule

/// What was typed, taken apart: positional arguments, and options with their values.
struct Arguments {
    private(set) var positional: [String] = []
    private var values: [String: String] = [:]

    /// Takes words apart. An option may stand anywhere and have its value as the next word or behind `=`; what follows `--` is
    /// positional.
    /// - Parameters:
    ///   - valued: the options that have a value, as `--limit`.
    ///   - flags: the options that have none.
    init(_ words: [String], valued: Set<String> = [], flags: Set<String> = []) throws(CommandLineError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            // By bytes: to compare texts, Swift puts a character's marks in order, and a word may have a hundred thousand.
            guard word.utf8.starts(with: "--".utf8) else {
                positional.append(word)
                continue
            }
            guard word.utf8.count > 2 else {
                positional += rest
                return
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            if valued.contains(name) {
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                    throw .usage(Message("\(name) needs a value"))
                }
                guard values.updateValue(value, forKey: name) == nil else {
                    throw .usage(Message("\(name) is given twice"))
                }
            } else if flags.contains(name), parts.count == 1 {
                values[name] = ""
            } else {
                throw .usage(Message("unknown option \(word)"))
            }
        }
    }

    func has(_ flag: String) -> Bool { values[flag] != nil }

    func value(_ option: String) -> String? { values[option] }

    /// A whole number that is not negative.
    func number(_ option: String) throws(CommandLineError) -> Int? {
        guard let text = values[option] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw .usage(Message("\(option) needs a whole number, not “\(text)”"))
        }
        return number
    }

    /// One of the values that a raw type knows.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ option: String, _: Choice.Type
    ) throws(CommandLineError) -> Choice? {
        guard let text = values[option] else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage(Message("\(option) is one of \(known), not “\(text)”"))
        }
        return choice
    }

    /// All positional arguments as one text; they need no quotes.
    var text: String { positional.joined(separator: " ") }

    func none() throws(CommandLineError) {
        guard let first = positional.first else { return }
        throw .usage(Message("unexpected argument “\(first)”"))
    }

    func one(_ name: String) throws(CommandLineError) -> String {
        guard let first = positional.first else { throw .missing(name) }
        guard positional.count == 1 else { throw .usage(Message("unexpected argument “\(positional[1])”")) }
        return first
    }

    func oneOrMore(_ name: String) throws(CommandLineError) -> [String] {
        guard !positional.isEmpty else { throw .missing(name) }
        return positional
    }
}

/// Takes a line of a session apart into words, at white space; a word that begins with a quote goes on to the same quote at
/// the end of a word. An apostrophe within a word is just that.
func splitLine(_ line: String) -> [String] {
    var words: [String] = []
    var rest = line.unicodeScalars[...]
    /// Quotes that are closed nowhere in the rest of the line, so that it is not searched for them again and again.
    var unclosed: Set<Unicode.Scalar> = []
    while let start = rest.firstIndex(where: { !$0.properties.isWhitespace }) {
        rest = rest[start...]
        if let quote = rest.first, quote == "\"" || quote == "'", !unclosed.contains(quote) {
            guard let end = closing(quote, in: rest.dropFirst()) else {
                unclosed.insert(quote)
                continue
            }
            words.append(String(rest[rest.index(after: rest.startIndex)..<end]))
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.firstIndex(where: \.properties.isWhitespace) ?? rest.endIndex
            words.append(String(rest[..<end]))
            rest = rest[end...]
        }
    }
    return words
}

private func closing(_ quote: Unicode.Scalar, in text: Substring.UnicodeScalarView) -> String.Index? {
    text.indices.first { index in
        let next = text.index(after: index)
        return text[index] == quote && (next == text.endIndex || text[next].properties.isWhitespace)
    }
}
