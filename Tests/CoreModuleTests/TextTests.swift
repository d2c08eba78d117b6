import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("Folding", .timeLimit(.minutes(15)), .longComputation)
struct TextFoldingTests {
    @Test(
        "a search ignores case, diacritics and ligatures",
        arguments: [
            ("uber", "Über"), ("lodz", "Łódź"), ("strasse", "Straße"), ("STRASSE", "Straße"), ("змея", "змея\u{301}"),
            ("ежик", "Ёжик"), ("ёжик", "ежик"), ("aether", "Æther"), ("istanbul", "İstanbul"), ("istanbul", "ıstanbul"),
            ("dakovo", "Đakovo"), ("smorrebrod", "Smørrebrød"), ("cafe", "cafe\u{301}"), ("café", "cafe\u{301}"),
            ("angstrom", "Ångström"), ("φως", "ΦΩΣ"), ("viet nam", "Việt Nam"), ("한국어", "한국어"), ("cœur", "coeur"),
            ("fi", "ﬁ"),
        ])
    func searchEquals(query: String, text: String) {
        #expect(TextFolding.fold(query, .search) == TextFolding.fold(text, .search))
    }

    @Test(
        "letters of their own stay different",
        arguments: [("й", "и"), ("мой", "мои"), ("か", "が"), ("ў", "у"), ("ї", "і"), ("し", "じ"), ("ä", "b")])
    func searchDiffers(one: String, other: String) {
        #expect(TextFolding.fold(one, .search) != TextFolding.fold(other, .search))
        #expect(
            TextFolding.fold(one.decomposedStringWithCanonicalMapping, .search)
                == TextFolding.fold(one, .search))
    }

    @Test(
        "letters are compared without case, composition and stress marks, and nothing else",
        arguments: [
            ("Dog", "dOG", true), ("змея", "змея\u{301}", true), ("é", "e\u{301}", true), ("небо", "не\u{300}бо", true),
            ("ÜBER", "über", true),
            ("schon", "schön", false), ("Masse", "Maße", false), ("все", "всё", false), ("e", "è", false),
            ("ano", "año", false), ("ice cream", "icecream", false),
        ])
    func letters(one: String, other: String, isEqual: Bool) {
        #expect((TextFolding.fold(one, .letters) == TextFolding.fold(other, .letters)) == isEqual)
    }

    @Test("a text is folded in the same way, with an accent too, whatever letters stand beside it")
    func everyLetter() throws {
        // Letters up to U+052F are folded by C as long as no other ones are in the text.
        for value in 0...UInt32(0x600) where !(0x300..<0x370).contains(value) {
            let letter = try String(#require(Unicode.Scalar(value)))
            for text in [
                letter, "x\(letter)", "\(letter)\u{301}", "\(letter)\u{301}я", "\(letter)\u{306}", "\u{301}\(letter)",
            ] {
                let alone = TextFolding.fold(text, .search)
                #expect(alone + "か" == TextFolding.fold(text + "か", .search), "\(text.debugDescription)")
            }
        }
    }

    @Test("folding a folded text changes nothing", arguments: HostileText.all)
    func idempotent(text: String) {
        for strength in [TextFolding.Strength.search, .letters] {
            let folded = TextFolding.fold(text, strength)
            #expect(TextFolding.fold(folded, strength) == folded)
        }
    }
}

@Suite("Bounded text", .longComputation)
struct BoundedTextTests {
    @Test(
        "a text is normalized in the same way whatever letters it has, without control characters; one that nobody can see is empty"
    )
    func everyScalar() throws {
        for value in UInt32(1)..<0x3100 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for typed in ["\(scalar)", "a\(scalar)", "\(scalar)a", "é\(scalar)б"] {
                let seen = String(
                    String.UnicodeScalarView(
                        typed.unicodeScalars.filter {
                            $0.properties.generalCategory != .control || $0.properties.isWhitespace
                        }))
                let isInvisible = typed == "\(scalar)" && scalar.properties.isDefaultIgnorableCodePoint
                let expected =
                    isInvisible
                    ? ""
                    : seen.withoutUnseenCharacters.trimmingCharacters(in: .whitespacesAndNewlines)
                        .precomposedStringWithCanonicalMapping
                let text = try BoundedText.normalized(typed, maximumLength: 5, maximumScalars: 8)
                #expect(text.unicodeScalars.elementsEqual(expected.unicodeScalars), "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test("a text in JSON is read back, on one line and without control characters")
    func jsonText() throws {
        for value in UInt32(0)..<0x3100 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a\(scalar)б"
            let json = text.jsonQuoted
            #expect(!json.unicodeScalars.contains { CharacterSet.controlCharacters.contains($0) && $0.value < 0xA0 })
            #expect(!json.contains { $0.isNewline })
            let read = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed) as? String
            #expect(read?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "U+\(String(value, radix: 16))")
        }
    }

    private func normalized(_ typed: String) throws(BoundedText.TooLong) -> String {
        try BoundedText.normalized(typed, maximumLength: 3, maximumScalars: 8)
    }

    @Test("is trimmed and composed", arguments: [(" \na\t", "a"), ("e\u{301}", "\u{E9}"), (" \n", ""), ("", "")])
    func normalization(typed: String, expected: String) throws {
        #expect(try Array(normalized(typed).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("counts characters after trimming, and scalars before it")
    func limits() throws {
        #expect(try normalized("  abc   ") == "abc")
        #expect(throws: BoundedText.TooLong(length: 4)) { try normalized(" abcd ") }
        #expect(throws: BoundedText.TooLong(length: 9)) { try normalized("  abc    ") }
        #expect(throws: BoundedText.TooLong(length: 9)) { try normalized("a" + String(repeating: "\u{301}", count: 8)) }
    }
}

/// An entry of the index, as a test remembers it.
private struct Entry {
    let key: Int64
    let recency: Int64
    let word: String
    let translation: String?
    var group: Int32 = 0
}

extension SubstringIndex {
    fileprivate mutating func insert(_ entry: Entry) {
        insert(
            key: entry.key, recency: entry.recency, word: entry.word, translation: entry.translation,
            group: entry.group)
    }
}

@Suite("Substring index", .timeLimit(.minutes(15)), .longComputation)
struct SubstringIndexTests {
    private func index(_ entries: [(word: String, translation: String?)]) -> SubstringIndex {
        var index = SubstringIndex()
        for (number, entry) in entries.enumerated() {
            index.insert(
                key: Int64(number), recency: Int64(number), word: entry.word, translation: entry.translation)
        }
        return index
    }

    @Test("equal texts come first, then those that begin with the query, then the rest; the newest first within each")
    func order() {
        var index = index([
            ("hotdog", nil), ("dog", "x"), ("dogma", nil), ("собака", "Dog"), ("x", "dog-eared"), ("underdog", nil),
        ])
        #expect(index.search("DOG", in: .both, limit: 10) == [3, 1, 4, 2, 5, 0])
        #expect(index.search("dog", in: .both, limit: 2, offset: 1) == [1, 4])
        #expect(index.search("dog", in: .word, limit: 10) == [1, 2, 5, 0])
        #expect(index.search("dog", in: .translation, limit: 10) == [3, 4])
        #expect(index.search("dog", in: .both, limit: 10, offset: 10).isEmpty)
        #expect(index.search("", in: .both, limit: 10).isEmpty)
        #expect(index.search("dog", in: .both, limit: 0).isEmpty)
    }

    @Test("a query with n finds ñ; a query with ñ finds only ñ")
    func ownLetters() {
        var index = index([("ano", nil), ("año", nil), ("x", "mañana"), ("an\u{303}o", nil), ("AÑO nuevo", nil)])
        #expect(Set(index.search("ano", in: .both, limit: 10)) == [0, 1, 3, 4])
        #expect(index.search("año", in: .both, limit: 10) == [3, 1, 4])
        #expect(index.search("Ñ", in: .both, limit: 10).sorted() == [1, 2, 3, 4])
    }

    @Test("no match spans a word and its translation, or two words")
    func borders() {
        var index = index([("ab", "cd"), ("ef", nil)])
        for query in ["bc", "de", "abcd", "\u{FE}", "\u{FF}"] {
            #expect(index.search(query, in: .both, limit: 10).isEmpty)
        }
    }

    @Test("hostile text can be searched", arguments: HostileText.all)
    func hostile(text: String) {
        var index = index([("zzz", "zz"), (text, nil), ("x", text)])
        #expect(index.search(text, in: .both, limit: 10) == [2, 1])
    }

    @Test("the index is correct after thousands of changes in any order")
    func manyChanges() {
        var generator = SeededGenerator(seed: 5)
        var index = SubstringIndex()
        var model: [Int64: Entry] = [:]
        for step in 0..<20_000 {
            let key = Int64.random(in: 0..<3000, using: &generator)
            if step % 5 == 0 {
                index.remove(key)
                model[key] = nil
            } else {
                let recency = Int64.random(in: 0..<1000, using: &generator)
                let entry = Entry(
                    key: key, recency: recency, word: "mañana \(key)", translation: "\(step % 7)")
                index.insert(entry)
                model[key] = entry
            }
            // Searches in between settle the index, so that later changes apply to a settled one.
            if step % 3000 == 2999 { check(&index, model) }
        }
        check(&index, model)
    }

    private func check(_ index: inout SubstringIndex, _ model: [Int64: Entry]) {
        #expect(index.count == model.count)
        for (query, scope) in [
            ("ñana 1", SubstringIndex.Scope.word), ("3", .translation), ("man", .both), ("99", .both),
            ("manana 1", .word), ("manana 123", .both),
        ] {
            let found = index.search(query, in: scope, limit: .max)
            #expect(found == plainSearch(query, in: scope, model))
            #expect(index.search(query, in: scope, limit: 20, offset: 5) == Array(found.dropFirst(5).prefix(20)))
        }
    }

    @Test("keys and recencies of any size are kept")
    func extremes() {
        var index = SubstringIndex(leastDisorder: 0)
        let extremes: [Int64] = [.min, -1, 0, 1, 255, 256, 1 << 40, .max]
        for (place, key) in extremes.enumerated() {
            index.insert(key: key, recency: extremes[extremes.count - 1 - place], word: "x", translation: nil)
            #expect(index.search("x", in: .word, limit: 1) == [.min])
        }
        #expect(index.search("x", in: .word, limit: 10) == extremes)
        index.remove(256)
        index.remove(.min)
        #expect(index.search("x", in: .word, limit: 10) == [-1, 0, 1, 255, 1 << 40, .max])
        #expect(index.count == 6)
    }

    @Test("an entry takes at most 34 bytes beside its texts, however many there are", arguments: [20_000, 40_000])
    func memory(count: Int) {
        var index = SubstringIndex()
        for number in 0..<Int64(count) {
            index.insert(key: number, recency: number, word: "\(100_000 + number)", translation: "1")
            if number == 1000 { index.reserveCapacity(count) }
        }
        _ = index.search("1", in: .word, limit: 1)
        #expect(bytes(of: index) < count * (34 + 9))
    }

    /// The capacity of all arrays in a value, in bytes.
    private func bytes(of value: Any) -> Int {
        switch value {
        case let array as [UInt8]: array.capacity
        case let array as [UInt32]: array.capacity * 4
        case let array as [Int32]: array.capacity * 4
        case let array as [Int64]: array.capacity * 8
        case let array as [Int]: array.capacity * 8
        default: Mirror(reflecting: value).children.reduce(0) { $0 + bytes(of: $1.value) }
        }
    }

    @Test(
        "a random index finds the same as a comparison with every entry",
        arguments: 0..<UInt64(TestScale.count(8, full: 40)))
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let letters = ["a", "b", "Ä", "ñ", "n", "ё", "е", "ß", "s", " ", "\0", "👩‍👧"]
        func text(_ longest: Int) -> String {
            (0..<Int.random(in: 0...longest, using: &generator)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &generator)]
            }.joined()
        }
        var index = SubstringIndex(leastDisorder: Int.random(in: 0...40, using: &generator))
        var model: [Int64: Entry] = [:]
        for _ in 0..<400 {
            if Int.random(in: 0..<20, using: &generator) == 0 { _ = index.search("a", in: .both, limit: 1) }
            let key = Int64.random(in: 0..<60, using: &generator)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                index.remove(key)
                model[key] = nil
            } else {
                let entry = Entry(
                    key: key, recency: Int64.random(in: 0..<5, using: &generator), word: text(12),
                    translation: Bool.random(using: &generator) ? text(12) : nil, group: Int32(key % 3 - 1))
                index.insert(entry)
                model[key] = entry
            }
        }
        #expect(index.count == model.count)
        for _ in 0..<40 {
            // Without ñ: a comparison of folded texts does not know its rule, which has its own test.
            let start = text(Bool.random(using: &generator) ? 2 : 9).replacing("ñ", with: "n")
            let word = model.values.map(\.word).filter { !$0.contains("ñ") }.randomElement(using: &generator) ?? start
            let query =
                Bool.random(using: &generator) ? start : String(word.prefix(Int.random(in: 1...12, using: &generator)))
            for scope in SubstringIndex.Scope.allCases {
                let found = index.search(query, in: scope, limit: .max)
                // A page is a part of all results.
                let page = index.search(query, in: scope, limit: 3, offset: 2)
                #expect(page == Array(found.dropFirst(2).prefix(3)), "seed \(seed), query \(query.debugDescription)")
                #expect(found == plainSearch(query, in: scope, model), "seed \(seed), query \(query.debugDescription)")
                // The results of a group are those of all results that belong to it.
                let group = index.search(query, in: scope, limit: 3, group: -1)
                #expect(
                    group == Array(found.filter { model[$0]?.group == -1 }.prefix(3)),
                    "seed \(seed), query \(query.debugDescription)")
            }
        }
    }

    private func plainSearch(
        _ query: String, in scope: SubstringIndex.Scope, _ entries: [Int64: Entry]
    ) -> [Int64] {
        let needle = Array(TextFolding.fold(query, .search).utf8)
        guard !needle.isEmpty else { return [] }
        func rank(_ text: String?) -> Int? {
            guard let text else { return nil }
            let hay = Array(TextFolding.fold(text, .search).utf8)
            if hay == needle { return 0 }
            if hay.starts(with: needle) { return 1 }
            return hay.indices.contains { hay[$0...].starts(with: needle) } ? 2 : nil
        }
        return entries.values.compactMap { entry -> (Int, Int64, Int64)? in
            let ranks = [
                scope == .translation ? nil : rank(entry.word), scope == .word ? nil : rank(entry.translation),
            ]
            return ranks.compactMap { $0 }.min().map { ($0, -entry.recency, -entry.key) }
        }
        .sorted { $0 < $1 }
        .map { -$0.2 }
    }
}
