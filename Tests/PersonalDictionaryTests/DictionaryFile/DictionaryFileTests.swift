import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Dictionary files", .bounded)
struct DictionaryFileTests {
    private let time = ManualTime()

    private static let entries: [(word: String, text: String)] = [
        ("dog", "dog /dɔg/ <n>\n1. собака, пёс\n2. кобель"), ("Dog", "Dog /dɔg/\nДог"), ("dogma", "dogma /d/\nдогма"),
        ("it's", "it's /its/\nэто"), ("its", "its /its/\nего"), ("ice cream", "ice cream /x/\nмороженое"),
        ("café", "café /k/\nкафе"), ("Übung", "Übung /y/\nупражнение"), ("x-ray", "x-ray /e/\nрентген"),
        ("aardvark", "aardvark /a/\nтрубкозуб"), ("zoo", "zoo /z/\nзоопарк"), ("zoo", "zoo /z/\nзоопарк"),
        ("do", "do /d/\nделать"),
    ]

    private static let fixtures = DictionaryFixture.Order.allCases.flatMap { order in
        [nil, 7, 100, 60_000].flatMap { chunkSize in
            [false, true].map { hasFourColumns in
                var fixture = DictionaryFixture(Self.entries)
                (fixture.order, fixture.chunkSize, fixture.hasFourColumns) = (order, chunkSize, hasFourColumns)
                return fixture
            }
        }
    }

    private func service(_ file: DictionaryFile) -> DictionaryFileTranslationService {
        DictionaryFileTranslationService(file, clock: time.clock)
    }

    private func translation(_ text: String, _ file: DictionaryFile) async throws -> String {
        try await service(file).lookUp(WordText(text), .englishToRussian).translation.text
    }

    private func suggestions(_ text: String, _ file: DictionaryFile) async throws -> [String] {
        try await service(file).suggestions(beginningWith: WordText(text), .englishToRussian, limit: 8).map {
            "\($0.text) \($0.translation ?? "–")"
        }
    }

    @Test("every word is found in every order of an index, plain and compressed, and no other", arguments: fixtures)
    func words(fixture: DictionaryFixture) async throws {
        try await withTemporaryFolder { folder in
            let file = try DictionaryFile(fixture.write(to: folder))
            #expect(file.name == "eng-rus")
            #expect(try file.title == fixture.title)
            for (word, text) in Self.entries where fixture.order != .phoneDirectory || word.utf8.count == word.count {
                #expect(try file.contains(word))
                let found = try await translation(word, file)
                #expect(text.contains(found), "\(word)")
            }
            #expect(try await translation("it's", file) == "это")
            #expect(try await translation("its", file) == "его")
            for word in ["", "a", "dogs", "zooo", "ice", "00", "ZZZ", "\u{10FFFF}", "...", "I", "дом"] {
                #expect(try !file.contains(word), "\(word)")
            }
            #expect(try file.contains("DOG") == (fixture.order != .caseSensitive))
            for text in HostileText.all { #expect(try !file.contains(text)) }
        }
    }

    @Test("a word has all its entries, wherever the search meets them", arguments: [nil, 100])
    func severalEntries(chunkSize: Int?) async throws {
        let entries = (0..<400).flatMap { number in
            (0...number % 9).map { ("w\(number + 1000)", "w\(number + 1000) /x/\nзначение \($0)") }
        }
        var fixture = DictionaryFixture(entries)
        fixture.chunkSize = chunkSize
        try await withTemporaryFolder { folder in
            let service = service(try DictionaryFile(fixture.write(to: folder)))
            for number in 0..<400 {
                let entry = try await service.lookUp(WordText("w\(number + 1000)"), .englishToRussian)
                #expect(Set(entry.senses.flatMap(\.translations)).count == number % 9 + 1)
            }
        }
    }

    @Test("words that begin with a text are listed, shorter ones first, with their translations")
    func suggestions() async throws {
        try await withTemporaryFolder { folder in
            let file = try DictionaryFile(DictionaryFixture(Self.entries).write(to: folder))
            #expect(try await suggestions("do", file) == ["do делать", "dog собака", "dogma догма"])
            #expect(try await suggestions("ic", file) == ["ice cream мороженое"])
            #expect(try await suggestions("d", file) == [])
            #expect(try await suggestions("00", file) == [])
            #expect(try await suggestions("zz", file) == [])
            let german = try TranslationDirection.between("en", "de")
            await #expect(throws: TranslationError.unsupportedDirection(german)) {
                try await service(file).suggestions(beginningWith: WordText("do"), german, limit: 8)
            }
        }
    }

    @Test("an entry has its senses, its pronunciation and its provider")
    func entry() async throws {
        try await withTemporaryFolder { folder in
            let file = try DictionaryFile(DictionaryFixture(Self.entries).write(to: folder))
            let entry = try await service(file).lookUp(WordText("dog"), .englishToRussian)
            #expect(entry.headword == "dog")
            #expect(entry.pronunciation == "dɔg")
            #expect(entry.senses.map(\.translations) == [["собака", "пёс"], ["кобель"]])
            #expect(entry.provider == .dictionaryFile)
            #expect(entry.date == time.now)
            // Twice in the index.
            #expect(try await service(file).lookUp(WordText("zoo"), .englishToRussian).senses.count == 1)
        }
    }

    @Test(
        "the direction is in the title, in the name, or before the path; otherwise a command line has to say it",
        arguments: [
            ("freedict-eng-rus", "", "", true), ("en-ru", "", "", true), ("mine", "English - Russian words", "", true),
            ("mine", "", "en-ru:", true), ("mine", "", "", nil), ("mine", "Words", "", nil),
            ("mine", "", "en-en:", nil), ("xx-deu-eng", "English-Russian words", "", true),
            ("eng-rus", "", "de-it:", false), ("eng-fra", "", "", false), ("mine", "English-French words", "", false),
        ])
    func direction(name: String, title: String, said: String, isFitting: Bool?) async throws {
        try await withTemporaryFolder { folder in
            var fixture = DictionaryFixture(Self.entries)
            fixture.title = title
            let path = try fixture.write(to: folder, name: name).systemPath
            guard let isFitting else {
                let error = #expect(throws: DictionaryFileError.self) {
                    try DictionaryFile(argument: said + path).translates(.englishToRussian)
                }
                #expect(error?.reason == .noDirection)
                return
            }
            let file = try DictionaryFile(argument: said + path)
            #expect(try file.translates(.englishToRussian) == isFitting)
            #expect(try !file.translates(.between("ru", "en")))
        }
    }

    @Test(
        "a title that names another direction than the name, or than was said, is an error",
        arguments: ["ita-eng", "mine it-en:"])
    func wrongDirection(name: String) async throws {
        try await withTemporaryFolder { folder in
            let parts = name.split(separator: " ").map(String.init)
            let path = try DictionaryFixture(Self.entries).write(to: folder, name: parts[0]).systemPath
            let file = try DictionaryFile(argument: (parts.count > 1 ? parts[1] : "") + path)
            let error = await #expect(throws: TranslationError.self) {
                try await service(file).lookUp(WordText("dog"), .between("it", "en"))
            }
            #expect(error == .file(.init(path: path, reason: .otherDirection("English-Russian FreeDict Dictionary"))))
        }
    }

    @Test(
        "a dictionary without a title, or with one of its own, is read by its entries, and a title may be in its languages"
    )
    func content() async throws {
        let entries =
            (0..<20).map { ("dog\($0)", "dog\($0) /d/ <n>\nсобака, пёс\nan animal") } + [("x", "x\nигрек, зет")]
        for (title, name) in [("", "mine"), ("My words", "mine"), ("English-Русский words", "")] {
            try await withTemporaryFolder { folder in
                var fixture = DictionaryFixture(entries)
                fixture.title = title
                let path = try fixture.write(to: folder, name: "mine").systemPath
                let file = try DictionaryFile(argument: (name.isEmpty ? "" : "en-ru:") + path)
                for (word, translations) in [("dog7", ["собака", "пёс"]), ("x", ["игрек", "зет"])] {
                    let entry = try await service(file).lookUp(WordText(word), .englishToRussian)
                    #expect(entry.senses.map(\.translations) == [translations], "\(title)")
                }
            }
        }
    }

    @Test("an index of my.dict is my.dict.index, and its text my.dict, my.dict.dz or my.dict.dict.dz")
    func nameWithEnd() async throws {
        try await withTemporaryFolder { folder in
            let index = try DictionaryFixture(Self.entries).write(to: folder, name: "my.dict")
            #expect(try DictionaryFile(argument: index.systemPath).contains("dog"))
            let (old, new) = (folder.appending(path: "my.dict.dict.dz"), folder.appending(path: "my.dict.dz"))
            try FileManager.default.moveItem(at: old, to: new)
            #expect(try DictionaryFile(argument: index.systemPath).contains("dog"))
        }
    }

    @Test("a path in the home folder, and none")
    func paths() throws {
        let error = #expect(throws: DictionaryFileError.self) {
            try DictionaryFile(argument: "~/no such folder/eng-rus.index")
        }
        #expect(error?.path.hasPrefix("/") == true && error?.path.contains("~") == false)
        for argument in ["", "en-ru:"] {
            let error = #expect(throws: DictionaryFileError.self) { try DictionaryFile(argument: argument) }
            #expect(error?.reason == .noPath)
        }
    }

    @Test(
        "similar words are those that begin as the text, the nearest first, in every order of an index",
        arguments: DictionaryFixture.Order.allCases)
    func similar(order: DictionaryFixture.Order) async throws {
        try await withTemporaryFolder { folder in
            var fixture = DictionaryFixture(Self.entries + [("dogmas", "dogmas /d/\nдогмы")])
            fixture.order = order
            let file = try DictionaryFile(fixture.write(to: folder))
            for (text, words) in [
                "dogmq": ["dogma", "dogmas", "dog"], "dgoma": ["dogma", "dogmas"], "adrvark": ["aardvark"],
                "zooo": ["zoo"], "icecream": ["ice cream"],
                "cafee": ["café"], "xyz": [], "do": [], "ogma": [],
            ] where order != .phoneDirectory || text != "cafee" {
                let found = try await service(file).suggestions(
                    nearestTo: WordText(text), .englishToRussian, limit: 3)
                #expect(found.map(\.text) == words, "\(text)")
            }
        }
    }

    @Test("either file names the dictionary, and so does the name of both", arguments: [".index", ".dict.dz", ""])
    func names(end: String) async throws {
        try await withTemporaryFolder { folder in
            try DictionaryFixture(Self.entries).write(to: folder)
            #expect(try DictionaryFile(folder.appending(path: "eng-rus\(end)")).contains("dog"))
        }
    }

    @Test("a hundred thousand words are found where they are, and a text of a terabyte is read only in part")
    func large() async throws {
        try await withTemporaryFolder { folder in
            let words = (0..<100_000).map { "word\($0)" }
            var fixture = DictionaryFixture(words.map { ($0, "\($0) /w/\nслово \($0)") })
            fixture.chunkSize = nil
            let file = try DictionaryFile(fixture.write(to: folder))
            for word in words where word.hasSuffix("77") {
                #expect(try file.contains(word))
                #expect(try !file.contains(word + "x"))
            }
            #expect(try await translation("word99999", file) == "слово word99999")
            #expect(try await suggestions("word9999", file).count == 8)
            let text = folder.appending(path: "eng-rus.dict").systemPath
            #expect(truncate(text, 1 << 40) == 0)
            #expect(try await translation("word5", DictionaryFile(folder.appending(path: "eng-rus"))) == "слово word5")
        }
    }
}
