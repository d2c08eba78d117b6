import CoreModule

/// The markup of DSL: tags in square brackets, a tilde for the word, and a backslash before characters that mean themselves.
enum DSLMarkup {
    /// The words of a line: without what stands in braces, which is shown only, with and without what stands in each parentheses.
    /// - Parameter word: what a tilde stands for.
    static func words(_ line: String, of word: String?) -> [String] {
        // Those that end before the open parenthesis have none of it.
        var (texts, without, depth, braces): ([String], [String], Int, Int) = ([""], [], 0, 0)
        var characters = line.makeIterator()
        func append(_ character: Character) {
            for place in texts.indices where braces == 0 { texts[place].append(character) }
        }
        while let character = characters.next() {
            switch character {
            case "\\": characters.next().map(append)
            case "{": braces += 1
            case "}": braces = max(0, braces - 1)
            case "(" where braces == 0:
                if depth == 0, texts.count <= 8 { without = texts }
                depth += 1
            case ")" where braces == 0:
                depth = max(0, depth - 1)
                if depth == 0 { (texts, without) = (texts + without, []) }
            case "~": (word ?? "~").forEach(append)
            default: append(character)
            }
        }
        var seen: Set<String> = []
        return (texts + without).map { DictEntryFormat.normalized($0) }.filter {
            !$0.isEmpty && seen.insert($0).inserted
        }
    }

    /// What an entry says about a word.
    static func article(_ text: String, of word: String) -> DictionaryArticle {
        var reader = Reader(word: word, hasTranslations: text.contains("[trn]"))
        var rest = GrammarLabel.unmarked(text)[...]
        var hasComments = true
        let lastEnd = rest.lastIndex(of: "]") ?? rest.startIndex
        while let character = rest.first {
            if hasComments, rest.hasPrefix("{{") {
                // Without an end it is none, and so are those after it.
                let end = rest.firstRange(of: "}}")?.upperBound
                hasComments = end != nil
                rest = end.map { rest[$0...] } ?? rest.dropFirst(2)
            } else if rest.hasPrefix("<<") || rest.hasPrefix(">>") {
                rest = rest.dropFirst(2)
            } else if character == "[", rest.startIndex < lastEnd, let end = rest.firstIndex(of: "]") {
                reader.tag(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
            } else {
                rest = rest.dropFirst()
                switch character {
                case "\\": rest.popFirst().map { reader.append(String($0)) }
                case "~": reader.append(word)
                case "^" where rest.first == "~":
                    // The word with its first letter in the other case.
                    rest = rest.dropFirst()
                    let first = word.prefix(1)
                    let other = first == first.uppercased() ? first.lowercased() : first.uppercased()
                    reader.append(other + word.dropFirst())
                case _ where character.isNewline: reader.endLine()
                default: reader.append(String(character))
                }
            }
        }
        reader.endLine()
        return reader.article
    }

    private struct Reader {
        let word: String
        /// Whether translations are marked, so that other text is none.
        let hasTranslations: Bool
        private(set) var article = DictionaryArticle()
        private var line = DictionaryArticle.Line()
        private var isTranslation = false
        private var isExample = false
        private var isHidden = false
        /// The open tags whose text is kept apart.
        private var open: [(name: Substring, text: String)] = []

        private static let apart: Set<Substring> = ["p", "i", "c", "com", "t"]
        private static let hidden: Set<Substring> = ["s", "url", "video", "preview"]

        init(word: String, hasTranslations: Bool) {
            (self.word, self.hasTranslations) = (word, hasTranslations)
        }

        mutating func append(_ text: String) {
            if isHidden { return }
            if open.isEmpty {
                if !hasTranslations || isTranslation || line.isExample { line.text += text }
            } else {
                open[open.count - 1].text += text
            }
        }

        mutating func tag(_ tag: Substring) {
            let isEnd = tag.hasPrefix("/")
            let name = tag.drop { $0 == "/" }.prefix { $0 != " " }
            switch name {
            case _ where Self.hidden.contains(name): isHidden = !isEnd
            case _ where Self.apart.contains(name):
                if !isEnd {
                    if open.count < DictionaryArticle.maximumDepth { open.append((name, "")) }
                    return
                }
                guard let place = open.lastIndex(where: { $0.name == name }) else { return }
                while open.count > place { close(open.removeLast()) }
            case "trn": isTranslation = !isEnd
            case "ex":
                isExample = !isEnd
                endLine()
            default: break
            }
        }

        private mutating func close(_ element: (name: Substring, text: String)) {
            if element.name == "t" { return article.notePronunciation(element.text) }
            let isLabel = element.text.count < 20 && GrammarLabel(element.text) != nil
            if isLabel, element.name != "com" {
                let label = " \(GrammarLabel.start)\(element.text)\(GrammarLabel.end) "
                if open.isEmpty { line.text += label } else { append(label) }
            } else if element.name == "p" || element.name == "com", !line.isExample {
                line.notes.append(element.text)
            } else {
                append(element.text)
            }
        }

        mutating func endLine() {
            while let element = open.popLast() { close(element) }
            if !line.text.allSatisfy(\.isWhitespace) || !line.notes.isEmpty { article.lines.append(line) }
            line = DictionaryArticle.Line(isExample: isExample)
        }
    }
}
