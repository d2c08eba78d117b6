import CoreModule

/// The words behind a command's name: positional arguments, and options with their values.
struct Arguments: Sendable {
    var positional: [String] = []
    private var values: [String: String] = [:]

    /// Parses words. An option may stand anywhere; its value is the next word or stands behind `=`. What follows `--` is
    /// positional.
    /// - Parameter mayLackText: whether a missing `TEXT` is an empty text.
    init(_ words: [String], by usage: Usage, mayLackText: Bool = false) throws(CommandLineError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            // By bytes: to compare texts, Swift puts a character's marks in order, and a word may have a hundred thousand.
            guard word.utf8.starts(with: "--".utf8) else {
                positional.append(word)
                continue
            }
            guard word.utf8.count > 2 else {
                positional += rest
                break
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = parts[0]
            switch usage.value(of: name) {
            case nil: throw .usage(Message("unknown option \(word)"))
            case .flag:
                guard parts.count == 1 else { throw .usage(Message("unknown option \(word)")) }
                values[name] = ""
            default:
                guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                    throw .usage(Message("\(name) needs a value"))
                }
                guard !usage.repeatable.contains(name) || !value.allSatisfy(\.isWhitespace) else {
                    throw .usage(Message("\(name) needs a value"))
                }
                let given = values.updateValue(value, forKey: name)
                if let given, usage.repeatable.contains(name) {
                    values[name] = given + "\n" + value
                } else if given != nil {
                    throw .usage(Message("\(name) is given twice"))
                }
            }
        }
        try checkPositional(usage, mayLackText: mayLackText)
        for (name, value) in usage.options { try check(name, value) }
    }

    private func checkPositional(_ usage: Usage, mayLackText: Bool) throws(CommandLineError) {
        for placeholder in usage.placeholders.dropFirst(positional.count) {
            guard let name = Usage.required(placeholder), name != "TEXT" || !mayLackText else { continue }
            throw .missing(name)
        }
        if positional.count > usage.placeholders.count, !usage.isUnbounded {
            let extra = positional[usage.placeholders.count]
            throw .usage(
                extra.utf8.count > 1 && extra.hasPrefix("-")
                    ? Message("unknown option \(extra)") : Message("unexpected argument “\(extra)”"))
        }
    }

    private mutating func check(_ name: String, _ value: Usage.Value) throws(CommandLineError) {
        guard let text = values[name] else { return }
        switch value {
        case .number where Int(text).map({ $0 < 0 }) ?? true:
            throw .usage(Message("\(name) needs a whole number, not “\(text)”"))
        case .choice(let known):
            values[name] = text.lowercased()
            guard !known.contains(text.lowercased()) else { return }
            throw .usage(Message("\(name) is one of \(known.joined(separator: ", ")), not “\(text)”"))
        default: break
        }
    }

    /// Checks that there is either an argument at an index, or an option.
    func check(_ placeholder: String, at index: Int, or option: String) throws(CommandLineError) {
        guard has(option) == (positional.count > index) else { return }
        guard has(option) else { throw .missing(placeholder) }
        throw .usage(Message("\(Help.placeholder(placeholder)) and \(option) exclude each other"))
    }

    /// Checks that an option comes without some others.
    func check(_ option: String, without others: [String]) throws(CommandLineError) {
        guard has(option), let other = others.first(where: has) else { return }
        throw .usage(Message("\(option) and \(other) exclude each other"))
    }

    /// Checks that there is one of the options that change something.
    func checkEdit(_ command: String, _ options: String...) throws(CommandLineError) {
        guard !options.contains(where: has) else { return }
        throw .usage(Message("\(command) needs one of \(options.joined(separator: ", "))"))
    }

    func has(_ flag: String) -> Bool { values[flag] != nil }

    func value(_ option: String) -> String? { values[option] }

    /// The values of an option that may be given several times.
    func values(_ option: String) -> [String] {
        values[option]?.split(separator: "\n").map(String.init) ?? []
    }

    mutating func setValue(_ value: String, of option: String) { values[option] = value }

    /// A whole number that is not negative.
    func number(_ option: String) -> Int? { values[option].flatMap { Int($0) } }

    /// One of the values that the usage names.
    func choice<Choice: RawRepresentable<String>>(_ option: String) -> Choice? {
        values[option].flatMap { Choice(rawValue: $0) }
    }

    /// The positional arguments from one on as one text, so that it needs no quotes.
    func text(from index: Int = 0) -> String { positional.dropFirst(index).joined(separator: " ") }
}

/// Splits a line of a session into words at white space. A word that begins with a quote ends at the same quote at the end of
/// a word; an apostrophe within a word is just that.
func splitLine(_ bytes: some Collection<UInt8>) throws(CommandLineError) -> [String] {
    guard let line = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    var words: [String] = []
    var rest = line.unicodeScalars[...]
    /// Quotes that are not closed in the rest of the line, so that it is not searched for them again and again.
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
