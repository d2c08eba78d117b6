import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("StarDict's dictionaries", .bounded)
struct StarDictTests {
    private let time = ManualTime()

    private func service(_ file: DictionaryFile) -> DictionaryFileTranslationService {
        DictionaryFileTranslationService(file, clock: time.clock)
    }

    private static let entries: [(word: String, text: String)] = [
        ("dog", "n. собака, пёс"), ("Dog", "Дог"), ("dogma", "догма"), ("ice cream", "мороженое"), ("café", "кафе"),
        ("Übung", "упражнение"), ("zoo", "зоопарк"), ("a", "неопределённый артикль"), ("go", "v. идти"),
    ]

    /// Each way to write the same dictionary.
    private static let fixtures: [StarDictFixture] = [nil, "m"].flatMap { types in
        [32, 64].flatMap { bits in
            ["", ".gz", ".dz"].flatMap { compression in
                [nil, 7, 60_000].map { chunkSize in
                    var fixture = StarDictFixture("m", Self.entries)
                    (fixture.sameTypes, fixture.offsetBits) = (types, bits)
                    (fixture.compression, fixture.chunkSize) = (compression, chunkSize)
                    fixture.synonyms = [("went", "go"), ("gone", "go"), ("Hündin", "dog")]
                    return fixture
                }
            }
        }
    }

    @Test("words and synonyms are found in every form of the files, ignoring case, and no others")
    func words() async throws {
        var wrong: [String] = []
        for (number, fixture) in Self.fixtures.enumerated() {
            try await withTemporaryFolder { folder in
                let file = try DictionaryFile(fixture.write(to: folder))
                for (word, translation) in [
                    "dog": "собака", "Dog": "Дог", "dogma": "догма", "ICE CREAM": "мороженое", "café": "кафе",
                    "übung": "упражнение", "went": "идти", "gone": "идти", "hündin": "собака", "zoo": "зоопарк",
                    "x": nil, "do": nil, "dogm": nil, "zooo": nil, "": nil, "\u{10FFFF}": nil,
                ] as [String: String?] {
                    let found = try? await service(file).lookUp(WordText(word), .englishToRussian).translation.text
                    if found != translation { wrong.append("\(number) \(word): \(found ?? "–")") }
                }
                let suggestions = try await service(file).suggestions(
                    beginningWith: WordText("do"), .englishToRussian, limit: 8)
                let near = try await service(file).suggestions(
                    nearestTo: WordText("dogmq"), .englishToRussian, limit: 2)
                let texts = suggestions.map { "\($0.text) \($0.translation ?? "–")" } + near.map(\.text)
                if texts != ["dog собака", "dogma догма", "dogma", "dog"] { wrong.append("\(number) \(texts)") }
            }
        }
        #expect(wrong == [])
    }

    private static let explanation = String(repeating: "длинное объяснение слова ", count: 40)

    /// An entry, and what it is read as: pronunciation, and each sense with its part of speech, notes, marks and examples.
    private static let articles: [(parts: StarDictFixture.Parts, reading: String)] = [
        ([("m", "[wɜːd]\nn. слово, речь\nv. выражать словами")], "/wɜːd/ noun слово|речь; verb выражать словами"),
        ([("m", "word\n1. слово; речь 2. обещание")], "слово|речь; обещание"),
        ([("m", "сущ. ж.\n1) слово\n2) весть")], "noun (f) слово; noun (f) весть"),
        ([("m", "[зоол.] пёс, (старая) собака\nсм. cat")], "пёс|(старая) собака"),
        (
            [("m", "a long sentence, which explains the word in its own language")],
            "a long sentence, which explains the word in its own language"
        ),
        ([("t", "wɜːd"), ("m", "слово")], "/wɜːd/ слово"),
        ([("m", "слово\0")], "слово"),
        ([("m", "1) \(explanation)2) пароль")], "\(explanation.prefix(200)); пароль"),
        ([("m", "сло\u{E000}n\u{E001}во")], "слоnво"), ([("h", "&#xE000;n&#xE001; слово")], "n слово"),
        ([("m", "слово"), ("W", "RIFF\0\u{1}"), ("h", "<b>word</b><br>речь")], "слово; речь"),
        (
            [
                (
                    "h",
                    "<b>word</b> <i>n</i><br><ol><li>слово &amp; дело, речь</li><li>пароль</li></ol><script>x()</script>"
                )
            ],
            "noun слово & дело|речь; noun пароль"
        ),
        (
            [("g", "<b>word</b>\n<i>noun</i>\n<span color='red'>слово</span> <i>n</i>\nречь <i>f</i>")],
            "noun слово[n]; noun речь[f]"
        ),
        (
            [
                (
                    "x",
                    "<k>word</k>\n<tr>wɜːd</tr> <gr>n</gr>\n<dtrn>слово <abr>ср</abr>, <co>устар.</co> речь <abr>ж</abr></dtrn>\n"
                        + "<ex>keep one's word — держать слово</ex>\n<dtrn>пароль</dtrn>\n<rref>word.wav</rref>"
                )
            ], "/wɜːd/ noun (устар.) слово[n]|речь[f] {keep one's word=держать слово}; noun пароль"
        ),
        (
            [("x", "<def><dtrn>слово</dtrn><ex><ex_orig>a word</ex_orig><ex_tran>одно слово</ex_tran></ex></def>")],
            "слово {a word=одно слово}"
        ),
        ([("x", "слово <b>речь <i>m</b> a < b &lt;c&gt; <kref>c"), ("r", "img:a.png")], "слово речь m a < b <c> c"),
    ]

    @Test("the parts of an entry become a pronunciation, senses, parts of speech, genders and examples")
    func articles() async throws {
        var wrong: [String] = []
        for (number, (parts, reading)) in Self.articles.enumerated() {
            for isSame in [true, false] {
                try await withTemporaryFolder { folder in
                    var fixture = StarDictFixture([("word", parts)])
                    if isSame { fixture.sameTypes = String(parts.map(\.type)) }
                    let file = try DictionaryFile(fixture.write(to: folder))
                    let entry = try await service(file).lookUp(WordText("word"), .englishToRussian)
                    let found = DictionaryFixture.description(of: entry)
                    if found != reading { wrong.append("\(number): \(found)") }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test("what is missing, cut, damaged, in another order or beyond the text is said when the dictionary is opened")
    func damage() async throws {
        var fixture = StarDictFixture("m", (0..<300).map { ("word\($0)", "слово \($0)") })
        fixture.synonyms = [("synonym", "word7")]
        let whole = fixture.files
        let (index, text) = (whole[".idx"] ?? [], whole[".dict"] ?? [])
        let changes: [(String, String, [UInt8]?, DictionaryFileError.Reason)] = [
            ("no description", ".ifo", Array("no StarDict".utf8), .noDescription),
            ("no index", ".idx", nil, .noIndexFile),
            ("no text", ".dict", nil, .noText), ("cut index", ".idx", Array(index.dropLast(5)), .truncated),
            ("an index that ends early", ".idx", Array(index.prefix(14)), .truncated),
            ("empty", ".idx", [], .truncated),
            ("cut text", ".dict", Array(text.dropLast(3)), .wrongPlace), ("empty text", ".dict", [], .wrongPlace),
            ("no zero bytes", ".idx", [UInt8](repeating: 0x61, count: 20_000), .damaged),
            ("no synonyms", ".syn", nil, .noSynonymFile),
            ("cut synonyms", ".syn", Array((whole[".syn"] ?? []).dropLast()), .truncated),
            ("synonym of no word", ".syn", Array("x\0".utf8) + [0, 0, 9, 9], .wrongPlace),
        ]
        var wrong: [String] = []
        for (name, end, bytes, reason) in changes {
            try await withTemporaryFolder { folder in
                let path = try fixture.write(to: folder)
                let changed = folder.appending(path: "words" + end)
                if let bytes {
                    try Data(bytes).write(to: changed)
                } else {
                    try FileManager.default.removeItem(at: changed)
                }
                do {
                    _ = try DictionaryFile(path)
                    wrong.append("\(name): opened")
                } catch let error as DictionaryFileError {
                    if error.reason != reason { wrong.append("\(name): \(error.reason)") }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test(
        "an index in another order is sorted when it is opened: its words are found, and synonyms are of the words that they name"
    )
    func order() async throws {
        var fixture = StarDictFixture("m", (0..<300).map { ("word\($0)", "слово \($0)") })
        fixture.synonyms = [("first", "word0"), ("last", "word99")]
        let index = fixture.files[".idx"] ?? []
        try await withTemporaryFolder { folder in
            let path = try fixture.write(to: folder)
            // The first word, of 14 bytes, comes last, so each number is of another word.
            try Data(index.dropFirst(14) + index.prefix(14)).write(to: folder.appending(path: "words.idx"))
            let file = try DictionaryFile(path)
            var found: [String] = []
            for word in ["word0", "word1", "word5", "word299", "first", "last"] {
                found.append(try await service(file).lookUp(WordText(word), .englishToRussian).translation.text)
            }
            #expect(found == ["слово 0", "слово 1", "слово 5", "слово 299", "слово 1", "слово 0"])
        }
    }

    @Test("a text of elements that nobody closes, or of ends without a beginning, costs what its length does")
    func growth() async throws {
        for text in ["<i>n", "</em>"] {
            try await withTemporaryFolder { folder in
                let parts: StarDictFixture.Parts = [
                    (
                        "x",
                        "слово<br>" + String(repeating: "<i>", count: 50_000) + String(repeating: text, count: 100_000)
                    )
                ]
                let file = try DictionaryFile(StarDictFixture([("word", parts)]).write(to: folder))
                let entry = try await service(file).lookUp(WordText("word"), .englishToRussian)
                #expect(entry.translation.text == "слово")
            }
        }
    }

    @Test("whatever bytes the files have, nothing crashes: there is an answer or a typed error")
    func fuzz() async throws {
        var (answers, failures) = (0, 0)
        for round in 0..<TestScale.count(120, full: 3000) {
            var random = SeededGenerator(seed: UInt64(round))
            var fixture = Self.fixtures.randomElement(using: &random) ?? Self.fixtures[0]
            if Bool.random(using: &random) {
                fixture.entries = Self.articles.map { ("word", $0.parts) } + fixture.entries
            }
            var files = fixture.files
            let damaged = files.keys.sorted().randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                guard let count = files[damaged]?.count, count > 0 else { break }
                let place = Int.random(in: 0..<count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    files[damaged]?[place] =
                        [0, 0xFF, .random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
                case 1: files[damaged]?[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: files[damaged]?.insert(0xFF, at: place)
                default: files[damaged]?.removeLast(min(count, 3))
                }
            }
            try await withTemporaryFolder { folder in
                for (end, bytes) in files { try Data(bytes).write(to: folder.appending(path: "words" + end)) }
                let isAnswered = try await isAnswered(folder.appending(path: "words.ifo"))
                if isAnswered { answers += 1 } else { failures += 1 }
            }
        }
        #expect(answers > 10 && failures > 10)
    }

    /// Whether a dictionary answers about all words, also that it does not have one. Throws an error that is not of a file.
    private func isAnswered(_ path: URL) async throws -> Bool {
        let file: DictionaryFile
        do { file = try DictionaryFile(argument: "en-ru:" + path.systemPath) } catch { return false }
        for word in ["dog", "word", "went", "zoo", "d"] {
            do {
                _ = try await service(file).lookUp(WordText(stored: word), .englishToRussian)
            } catch {
                if error.code == "fileUnreadable" { return false }
                if error != .notFound { throw error }
            }
        }
        return true
    }

    @Test("the direction is in the title, in the description, in the name or before the path")
    func direction() async throws {
        for (title, description, name, said) in [
            ("English-Russian words", "", "words", ""), ("", "lang=en-ru", "words", ""),
            ("", "lang=eng-rus", "words", ""),
            ("", "", "dict-en-ru", ""),
            ("Words", "", "words", "en-ru:"),
        ] {
            try await withTemporaryFolder { folder in
                var fixture = StarDictFixture("m", Self.entries)
                (fixture.title, fixture.description) = (title, description)
                let path = try fixture.write(to: folder, name: name).systemPath
                // Each of its files names it, and so does the name of all.
                for end in [".ifo", ".idx", ".dict", ""] {
                    let file = try DictionaryFile(argument: said + path.replacing(".ifo", with: end))
                    let isFitting = try file.translates(.englishToRussian) && !file.translates(.between("ru", "en"))
                    #expect(isFitting, "\(title) \(name) \(end)")
                }
            }
        }
    }
}
