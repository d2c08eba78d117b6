import CoreModule
import SuperappTesting
import TestSupport
import Testing

@Suite("A substring index of several translations and words in any order", .bounded)
struct SubstringIndexTextsTests {
    private struct Entry {
        let key: Int64
        let recency: Int64
        let word: String
        let translations: [String]
    }

    private func insert(_ entry: Entry, into index: inout SubstringIndex) {
        let translations = Array(
            entry.translations.map { Array($0.utf8) }.joined(separator: [SubstringIndex.furtherMark]))
        var word = entry.word
        word.withUTF8 { word in
            translations.withUnsafeBufferPointer {
                index.insert(key: entry.key, recency: entry.recency, word: word, translation: $0, group: 0)
            }
        }
    }

    @Test(
        "each translation can equal a query or begin with it, in the tail and when it is settled", arguments: [0, 1024])
    func ranks(leastDisorder: Int) {
        var index = SubstringIndex(leastDisorder: leastDisorder)
        let translations = [["x", "dog"], ["hotdog"], ["a", "b", "dogma"], ["dog"], ["dogs", "dog", "dogma"], []]
        for (number, texts) in translations.enumerated() {
            insert(Entry(key: Int64(number), recency: Int64(number), word: "w", translations: texts), into: &index)
        }
        #expect(index.search("DOG", in: .both, limit: 9) == [4, 3, 0, 2, 1])
        #expect(index.search("dog", in: .translation, limit: 2, offset: 1) == [3, 0])
        #expect(index.search("dog", in: .word, limit: 9).isEmpty)
        for query in ["xdog", "x dog", "ab", "dogsdog"] {
            #expect(index.search(query, in: .both, limit: 9).isEmpty, "\(query)")
        }
    }

    @Test("without the option, a query is found only as it is")
    func option() {
        var index = SubstringIndex()
        index.insert(key: 1, recency: 1, word: "new york", translation: nil)
        #expect(index.search("york new", in: .both, limit: 9).isEmpty)
        #expect(index.search("york new", in: .both, limit: 9, inAnyOrder: true) == [1])
    }

    @Test("a text of an earlier version is found without the characters that nobody sees in it")
    func unseen() {
        var index = SubstringIndex()
        index.insert(key: 1, recency: 1, word: "Bahn\u{AD}hof", translation: "sta\u{200B}tion")
        for query in ["bahnhof", "station"] {
            #expect(index.search(query, in: .both, limit: 9) == [1], "\(query)")
        }
    }

    @Test("a word begins after anything that is no letter and no digit")
    func beginnings() {
        let texts = [
            "(new york)", "«new» york", "new\u{A0}york", "new—york", "new’york", "newyork", "ünew york", "ñnew york",
        ]
        for (number, text) in texts.enumerated() {
            var index = SubstringIndex()
            index.insert(key: 1, recency: 1, word: text, translation: nil)
            let found = index.search("york new", in: .both, limit: 9, inAnyOrder: true)
            #expect(found == (number < 5 ? [1] : []), "\(text)")
        }
        var index = SubstringIndex()
        index.insert(key: 1, recency: 1, word: "mañana manana", translation: nil)
        #expect(index.search("x mañ", in: .both, limit: 9, inAnyOrder: true).isEmpty)
        #expect(index.search("manana  mañ", in: .both, limit: 9, inAnyOrder: true) == [1])
    }

    @Test("hostile queries of many words are answered", arguments: HostileText.all)
    func hostile(text: String) {
        var index = SubstringIndex()
        index.insert(key: 1, recency: 1, word: "\(text) z", translation: text)
        index.insert(key: 2, recency: 2, word: "x", translation: "y")
        #expect(index.search("z \(text)", in: .word, limit: 9, inAnyOrder: true).allSatisfy { $0 == 1 })
        _ = index.search(String(repeating: "\(text) ", count: 500), in: .both, limit: 9, inAnyOrder: true)
    }

    @Test(
        "a random index finds the same as a comparison with every entry",
        arguments: 0..<UInt64(TestScale.count(8, full: 40)))
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "b", "Ä", "ё", "е", "s", " ", " ", "-", "\0", "\n"]
        func text(_ longest: Int) -> String {
            (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &generator)]
            }.joined()
        }
        var index = SubstringIndex(leastDisorder: Int.random(in: 0...40, using: &generator))
        var model: [Int64: Entry] = [:]
        for _ in 0..<300 {
            if Int.random(in: 0..<20, using: &generator) == 0 { _ = index.search("a", in: .both, limit: 1) }
            let key = Int64.random(in: 0..<60, using: &generator)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                index.remove(key)
                model[key] = nil
            } else {
                let entry = Entry(
                    key: key, recency: Int64.random(in: 0..<5, using: &generator), word: text(9),
                    translations: (0..<Int.random(in: 0...4, using: &generator)).map { _ in text(9) })
                insert(entry, into: &index)
                model[key] = entry
            }
        }
        for _ in 0..<60 {
            let query = text(Bool.random(using: &generator) ? 3 : 6)
            for scope in SubstringIndex.Scope.allCases {
                let found = index.search(query, in: scope, limit: .max, inAnyOrder: true)
                #expect(found == plainSearch(query, in: scope, model), "seed \(seed), query \(query.debugDescription)")
                for limit in 1...3 {
                    let page = index.search(query, in: scope, limit: limit, offset: limit, inAnyOrder: true)
                    #expect(
                        page == Array(found.dropFirst(limit).prefix(limit)),
                        "seed \(seed), query \(query.debugDescription)")
                }
            }
        }
    }

    private func plainSearch(_ query: String, in scope: SubstringIndex.Scope, _ entries: [Int64: Entry]) -> [Int64] {
        func folded(_ text: some StringProtocol) -> [UInt8] { Array(TextFolding.fold(String(text), .search).utf8) }
        let needle = folded(query)
        guard !needle.isEmpty else { return [] }
        let words = query.split(whereSeparator: \.isWhitespace).map(folded)
        func begins(_ word: [UInt8], _ text: [UInt8]) -> Bool {
            text.indices.contains { place in
                let isBeginning =
                    place == 0 || text[place - 1] < 0x80 && !text[place - 1].isLetter && !text[place - 1].isDigit
                return isBeginning && text[place...].starts(with: word)
            }
        }
        func rank(_ texts: [[UInt8]]) -> Int? {
            let ranks = texts.compactMap { hay -> Int? in
                if hay == needle { return 0 }
                if hay.starts(with: needle) { return 1 }
                return hay.indices.contains { hay[$0...].starts(with: needle) } ? 2 : nil
            }
            if let best = ranks.min() { return best }
            guard !words.isEmpty else { return nil }
            return words.allSatisfy { word in texts.contains { begins(word, $0) } } ? 3 : nil
        }
        return entries.values.compactMap { entry -> (Int, Int64, Int64)? in
            let texts = (scope == .translation ? [] : [entry.word]) + (scope == .word ? [] : entry.translations)
            return rank(texts.map(folded)).map { ($0, -entry.recency, -entry.key) }
        }
        .sorted { $0 < $1 }.map { -$0.2 }
    }
}
