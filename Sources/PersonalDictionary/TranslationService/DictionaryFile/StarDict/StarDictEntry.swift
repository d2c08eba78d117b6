import CoreModule

/// What StarDict's text has at one place: parts of one type each.
enum StarDictEntry {
    typealias Part = (type: UInt8, data: ArraySlice<UInt8>)

    /// Cuts an entry into its parts; nil if it is none. A type in upper case has its size before its data, any other ends with a zero byte.
    /// - Parameter types: the types of the parts in order, whose last one has neither; if empty, each part begins with its type.
    static func parts(_ entry: ArraySlice<UInt8>, types: [UInt8]) -> [Part]? {
        var rest = entry
        var parts: [Part] = []
        var next = types[...]
        // Some programs end an entry with more zero bytes.
        while types.isEmpty ? rest.contains(where: { $0 != 0 }) : !next.isEmpty {
            guard let type = types.isEmpty ? rest.popFirst() : next.popFirst(), type.isLetter else { return nil }
            let isLast = !types.isEmpty && next.isEmpty
            var size = rest.count
            if (0x41...0x5A).contains(type), !isLast {
                guard rest.count >= 4 else { return nil }
                size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(4)
                guard size <= rest.count else { return nil }
            } else if !isLast {
                guard let end = rest.firstIndex(of: 0) else {
                    // The last one may end with the entry.
                    guard types.isEmpty else { return nil }
                    parts.append((type, rest))
                    break
                }
                size = end - rest.startIndex
            }
            parts.append((type, rest.prefix(size)))
            rest = rest.dropFirst(size)
            if !isLast, !(0x41...0x5A).contains(type) { rest = rest.dropFirst() }
        }
        return parts
    }

    /// What the parts say. Nil if no text of them is UTF-8, but one should be. Pictures, sounds and lists of files say nothing.
    static func article(_ parts: [Part]) -> DictionaryArticle? {
        var article = DictionaryArticle()
        var (texts, failures) = (0, 0)
        for part in parts {
            guard let markup = markups[Character(Unicode.Scalar(part.type))] else { continue }
            // Some programs end the last text with a zero byte too.
            guard let text = String(validUTF8: part.data.last == 0 ? part.data.dropLast() : part.data) else {
                failures += 1
                continue
            }
            texts += 1
            article.append(text, markup)
        }
        return texts == 0 && failures > 0 ? nil : article
    }

    private static let markups: [Character: DictionaryArticle.Markup] = [
        "m": .none, "l": .none, "n": .none, "w": .none, "t": .pronunciation, "y": .pronunciation, "g": .pango,
        "x": .xdxf, "h": .html, "k": .html,
    ]
}
