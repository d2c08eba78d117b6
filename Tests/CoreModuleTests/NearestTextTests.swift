import CoreModule
import SuperappTesting
import TestSupport
import Testing

@Suite("The nearest texts of an index", .timeLimit(.minutes(15)), .longComputation)
struct NearestTextTests {
    private struct Entry {
        let key: Int64
        let recency: Int64
        let word: String
        let translations: [String]
        let group: Int32
    }

    private func insert(_ entry: Entry, into index: inout SubstringIndex) {
        let translations = Array(
            entry.translations.map { Array($0.utf8) }.joined(separator: [SubstringIndex.furtherMark]))
        var word = entry.word
        word.withUTF8 { word in
            translations.withUnsafeBufferPointer {
                index.insert(
                    key: entry.key, recency: entry.recency, word: word, translation: $0, group: entry.group)
            }
        }
    }

    private func nearest(_ text: String, among words: [String], limit: Int = 3) -> [String] {
        var index = SubstringIndex()
        for (number, word) in words.enumerated() {
            index.insert(key: Int64(number), recency: Int64(number), word: word, translation: nil)
        }
        return index.nearest(to: text, in: .both, limit: limit)
    }

    @Test("fewer edits come first, then texts of about the same length, then the newest; each text once")
    func order() {
        let words = ["hot dog", "dig", "Dog", "dug", "dogs", "log", "dog"]
        #expect(nearest("dgo", among: words) == ["dog", "hot dog"])
        #expect(nearest("doog", among: words, limit: 9) == ["dog", "hot dog"])
        #expect(nearest("dxg", among: words, limit: 9) == ["dog", "dug", "dig", "hot dog"])
        #expect(nearest("dxg", among: words, limit: 2) == ["dog", "dug"])
        #expect(nearest("dxg", among: words, limit: 0).isEmpty)
        // Most people know the first letter.
        #expect(nearest("bog", among: ["dog", "bag"]) == ["bag", "dog"])
        // Who types fast swaps it with the second one.
        #expect(nearest("hte", among: ["he", "hate", "the"]) == ["the", "hate", "he"])
    }

    @Test("how many edits there may be follows from the length of the misspelt text")
    func limits() {
        for (text, word, isNear) in [
            ("ab", "abc", false), ("abx", "abc", true), ("axx", "abc", false), ("abxx", "abcd", false),
            ("abxxe", "abcde", true), ("axxxe", "abcde", false), ("abxxefgh", "abcdefgh", true),
            ("xxxdefgh", "abcdefgh", false), ("abcxxxghi", "abcdefghi", true), ("abxxxxghi", "abcdefghi", false),
        ] {
            #expect(nearest(text, among: [word]) == (isNear ? [word] : []), "\(text)")
        }
        let long = String(repeating: "abcde", count: 8)
        #expect(nearest(long, among: ["\(long)x"]) == ["\(long)x"])
        #expect(nearest("\(long)y", among: ["\(long)x"]).isEmpty)
    }

    @Test("a text is compared as a whole, and by its words in any order")
    func words() {
        let words = ["New York", "to run away", "«Zürich» (am See)", "well-known", "straße"]
        for (text, word) in [
            ("Nwe York", "new york"), ("yrok", "new york"), ("newyork", "new york"), ("yrok new", "new york"),
            ("aawy ru", nil), ("awya run", "to run away"), ("runn  awya", "to run away"), ("nuw yurk ark", nil),
            ("zurihc", "«zurich» (am see)"), ("se zurihc", nil), ("see, zurihc", "«zurich» (am see)"),
            ("wel knowm", "well-known"), ("strase", "strasse"), ("???", nil), ("", nil), (" - ", nil),
        ] {
            #expect(nearest(text, among: words) == (word.map { [$0] } ?? []), "\(text)")
        }
        #expect(nearest("noet", among: [" note"]).isEmpty)
    }

    @Test("a letter is one edit, however many bytes it has; a letter that only matches itself is near to its plain one")
    func letters() {
        #expect(nearest("ネコだす", among: ["ネコです"]) == ["ネコです"])
        #expect(nearest("ネコ𝄞す", among: ["ネコです"]) == ["ネコです"])
        #expect(nearest("собкаа", among: ["собака", "кошка"]) == ["собака"])
        #expect(nearest("еж", among: ["ёж"]).isEmpty)
        #expect(nearest("mañana", among: ["manana"]) == ["manana"])
    }

    @Test("hostile texts are compared", arguments: HostileText.all)
    func hostile(text: String) {
        _ = nearest(text, among: HostileText.all)
        #expect(nearest("xyzw", among: ["\(text) xyz"]).count <= 1)
        _ = nearest(String(repeating: "\(text) ", count: 500), among: HostileText.all)
    }

    @Test(
        "a random index has the same nearest texts as a comparison with every text",
        arguments: 0..<UInt64(TestScale.count(6, full: 40)))
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "b", "c", "d", "Ä", "ё", "ж", "か", "ñ", "1", " ", " ", "-", "«", "'", "\0"]
        func text(_ longest: Int) -> String {
            (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &generator)]
            }.joined()
        }
        var index = SubstringIndex(leastDisorder: Int.random(in: 0...40, using: &generator))
        var model: [Int64: Entry] = [:]
        for _ in 0..<200 {
            if Int.random(in: 0..<20, using: &generator) == 0 { _ = index.search("a", in: .both, limit: 1) }
            let key = Int64.random(in: 0..<60, using: &generator)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                index.remove(key)
                model[key] = nil
            } else {
                let entry = Entry(
                    key: key, recency: Int64.random(in: 0..<5, using: &generator), word: text(12),
                    translations: (0..<Int.random(in: 0...4, using: &generator)).map { _ in text(12) },
                    group: Int32.random(in: 0...1, using: &generator))
                insert(entry, into: &index)
                model[key] = entry
            }
        }
        let texts = model.keys.sorted().flatMap { [model[$0]?.word ?? ""] + (model[$0]?.translations ?? []) }
        for _ in 0..<TestScale.count(15, full: 60) {
            // A text with a few edits.
            var typed = Array(texts.randomElement(using: &generator) ?? "")
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: 0...typed.count, using: &generator)
                typed.replaceSubrange(
                    place..<min(typed.count, place + Int.random(in: 0...1, using: &generator)), with: Array(text(1)))
                if place + 1 < typed.count, Bool.random(using: &generator) { typed.swapAt(place, place + 1) }
            }
            for scope in SubstringIndex.Scope.allCases {
                for group in [nil, 0] as [Int32?] {
                    let expected = plainNearest(
                        String(typed), model.values.filter { group == nil || $0.group == group }, scope)
                    for limit in [1, 3, 1000] {
                        #expect(
                            index.nearest(to: String(typed), in: scope, limit: limit, group: group)
                                == Array(expected.prefix(limit)),
                            "seed \(seed), text \(String(typed).debugDescription)")
                    }
                }
            }
        }
    }

    private func plainNearest(
        _ text: String, _ entries: [Entry], _ scope: SubstringIndex.Scope
    ) -> [String] {
        func folded(_ text: String) -> [Unicode.Scalar] { Array(TextFolding.fold(text, .search).unicodeScalars) }
        func words(_ text: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
            text.split { " -«'\0".unicodeScalars.contains($0) }.map(Array.init)
        }
        func edits(_ text: [Unicode.Scalar]) -> Int {
            text.count < 3 || text.count > 40 ? 0 : text.count < 5 ? 1 : text.count < 9 ? 2 : 3
        }
        func rank(_ text: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int? {
            let distance = editDistance(text, other)
            let isSwapped = other.count > 1 && text.starts(with: [other[1], other[0]])
            return distance > edits(text) ? nil : 2 * distance + (text.first == other.first || isSwapped ? 0 : 1)
        }
        let wanted = folded(text)
        guard edits(wanted) > 0 else { return [] }
        func best(_ other: [Unicode.Scalar]) -> Int? {
            var ranks = [rank(wanted, other)]
            let near = words(wanted).map { word in words(other).compactMap { rank(word, $0) }.min() }
            let total = near.compactMap(\.self).map { $0 / 2 }.reduce(0, +)
            if !near.isEmpty, !near.contains(nil), total <= edits(wanted) {
                ranks.append(2 * total + (near.contains { ($0 ?? 0) % 2 == 1 } ? 1 : 0))
            }
            return ranks.compactMap(\.self).min()
        }
        typealias Near = (text: [Unicode.Scalar], order: (Int, Int, Int64, Int64))
        let near = entries.flatMap { entry -> [Near] in
            let texts = (scope == .translation ? [] : [entry.word]) + (scope == .word ? [] : entry.translations)
            return texts.map(folded).compactMap { text in
                guard text.first != " ", !text.isEmpty, let rank = best(text) else { return nil }
                return (text, (rank, abs(text.count - wanted.count), -entry.recency, -entry.key))
            }
        }
        var seen: Set<[Unicode.Scalar]> = []
        return near.sorted { $0.order < $1.order }.map(\.text).filter { seen.insert($0).inserted }.map { text in
            var string = String.UnicodeScalarView()
            string.append(contentsOf: text)
            return String(string)
        }
    }

    /// Optimal string alignment, by its definition.
    private func editDistance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
        var table = Array(repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
        for row in 0...one.count {
            for column in 0...other.count {
                guard row > 0, column > 0 else {
                    table[row][column] = max(row, column)
                    continue
                }
                table[row][column] = min(
                    table[row - 1][column] + 1, table[row][column - 1] + 1,
                    table[row - 1][column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
                }
            }
        }
        return table[one.count][other.count]
    }
}
