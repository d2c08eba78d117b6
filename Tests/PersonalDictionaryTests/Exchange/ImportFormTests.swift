import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What an import accepts", .bounded)
struct ImportFormTests {
    private let time = ManualTime()

    private func importing(
        _ text: String, _ format: ExchangeFormat = .csv, _ direction: TranslationDirection = .englishToRussian,
        identifiers: IdentifierGenerator = .sequence(prefix: "new-"), into words: Vocabulary
    ) async throws -> ImportReport {
        try await importing(
            text, format,
            by: WordExchange(
                words: words, languages: .everyday, direction: ValueStream(direction), clock: time.clock,
                identifiers: identifiers))
    }

    private func importing(
        _ text: String, _ format: ExchangeFormat, by exchange: WordExchange
    ) async throws -> ImportReport {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words")
            try Data(text.utf8).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            defer { do { try handle.close() } catch { Issue.record(error) } }
            return try await exchange.importWords(from: handle, named: "words", format: format).report
        }
    }

    @Test(
        "words of an e-book are stored without the characters that nobody sees, translated, and found with and without them"
    )
    func unseen() async throws {
        let text = "te\u{AD}xt,\u{200B}Translation\nBahn\u{AD}hof,\n\u{FEFF}Stern,\nFlu\u{200B}ss,\n"
        let glossary = GlossaryTranslationService(clock: time.clock)
        let words = Vocabulary(
            InMemoryWordRepository(),
            onDevice: { word, direction in
                do { return try await glossary.lookUp(word, direction) } catch { return nil }
            })
        let direction = try TranslationDirection(from: .german, to: .russian)
        #expect(try await importing(text, .csv, direction, into: words).added == 3)
        #expect(try await importing(text, .csv, direction, into: words).added == 0)
        let all = try await words.words(.newest(9))
        #expect(Set(all.map(\.text.value)) == ["Bahnhof", "Stern", "Fluss"])
        #expect(all.filter { $0.translation.translation == nil }.map(\.text.value) == [])
        for query in ["bahnhof", "Bahn\u{AD}ho", "\u{FEFF}fluss"] {
            #expect(try await words.search(WordQuery(query)).count == 1, "\(query)")
        }
    }

    private static let rows = (1...20).map { "word \($0),слово \($0)" }

    /// Odd rows of tables without a header, with the line that is rejected.
    static let oddRows: [(file: [String], line: Int, reason: Message, direction: String)] = [
        (
            rows.map { $0 + ",de,ru" } + ["odd,слово,dee,ru"], 21, Message("the language \("dee") is unknown"), "de→ru"
        ),
        (["odd,слово,dee,ru"] + rows.map { $0 + ",de,ru" }, 1, Message("the language \("dee") is unknown"), "de→ru"),
        (rows + ["dog,собака,пёс"], 21, Message("\(count: 3) fields instead of \(2)"), "en→ru"),
        (
            rows.map { $0 + ",note" } + ["dog,собака,пёс,псина"], 21, Message("\(count: 4) fields instead of \(3)"),
            "en→ru"
        ),
    ]

    @Test("an odd row of a table is rejected, and changes nothing for the others", arguments: oddRows.indices)
    func odd(index: Int) async throws {
        let (file, line, reason, direction) = Self.oddRows[index]
        let words = Vocabulary(InMemoryWordRepository())
        let report = try await importing(file.joined(separator: "\n"), into: words)
        #expect(report.added == 20)
        #expect(report.rejected == [.init(line: line, reason: reason)])
        let all = try await words.words(.newest(99))
        #expect(Set(all.map(\.direction.description)) == [direction])
    }

    @Test("a long JSON array is read, also behind a byte-order mark", arguments: ["", "\u{FEFF}"])
    func longArray(mark: String) async throws {
        let words = Vocabulary(InMemoryWordRepository())
        let objects = (1...1000).map {
            #"{"text": "word \#($0)", "translation": "\#(String(repeating: "я", count: 50))"}"#
        }
        let report = try await importing(mark + "[\(objects.joined(separator: ",\n"))]", .jsonl, into: words)
        #expect(report.added == 1000 && report.rejected.isEmpty)
    }

    static let delimiter = Message("the delimiter is “,” or “;”: it must be named")
    static let header = Message("the first row is a word or a header: columns must be named")

    @Test(
        "a file that can be read in two ways is rejected as a whole",
        arguments: [
            ("Haus;house,home\n", delimiter), ("a;b,c\nd;e,f\n", delimiter), ("text,Text\ndog,собака\n", header),
            ("SMS,text\ndog,собака\n", header), ("text,x\n" + rows.joined(separator: "\n"), header),
        ] as [(String, Message)])
    func ambiguous(file: String, reason: Message) async throws {
        let words = Vocabulary(InMemoryWordRepository())
        #expect(try await importing(file, into: words).rejected == [.init(line: 1, reason: reason)])
        #expect(try await words.wordCount() == 0)
        let many = file + (0..<10_000).map { "word \($0)\n" }.joined()
        if file.hasPrefix("text") {
            #expect(try await importing(many, into: words).rejected == [.init(line: 1, reason: reason)])
        }
    }

    @Test("a separator that fits as well as another wins if the other one stands in quotes, or if it is a tab")
    func quotedSeparator() async throws {
        for (file, expected) in [
            ("dog,\"собака;пёс\"\ncat,\"кошка;кот\"\n", "собака;пёс"), ("dog\tсобака,пёс\n", "собака,пёс"),
            ("dog\tсобака;пёс\n", "собака;пёс"),
        ] {
            for format in [ExchangeFormat.csv, .tsv] {
                let words = Vocabulary(InMemoryWordRepository())
                #expect(try await importing(file, format, into: words).rejected.isEmpty, "\(file)")
                let dog = try #require(try await words.words(WordText("dog")).first, "\(file)")
                #expect(dog.translation.translation?.text == expected)
            }
        }
    }

    @Test("codes of languages are a header in capitals, or if they are the current ones; else they are words")
    func codes() async throws {
        for (file, direction, expected) in [
            ("it,de\nwe,wir\n", TranslationDirection.englishToRussian, ["it", "we"]),
            ("IT,DE\ncane,Hund\n", .englishToRussian, ["cane"]), ("en,ru\ndog,собака\n", .englishToRussian, ["dog"]),
            ("ru,en\nсобака,dog\n", .englishToRussian, ["собака"]),
            ("text,id\ndog,new-7\n", .englishToRussian, ["dog"]),
        ] {
            let words = Vocabulary(InMemoryWordRepository())
            #expect(try await importing(file, .csv, direction, into: words).rejected.isEmpty, "\(file)")
            let texts = try await words.words(.newest(9)).map(\.text.value).sorted()
            #expect(texts == expected, "\(file)")
        }
    }

    /// An entry whose texts are made by a function, which receives their numbers.
    private func entry(_ text: (Int) -> String) throws -> DictionaryEntry {
        let sense = DictionaryEntry.Sense(
            partOfSpeech: text(2), translations: [text(3), text(4)],
            examples: [.init(source: text(5), target: text(6))],
            marks: [text(3): [text(7)]], notes: [text(8)], matched: .init(form: text(9), how: text(10)))
        return try DictionaryEntry(
            headword: text(0), direction: .englishToRussian, pronunciation: text(1), senses: [sense], provider: .dict,
            date: time.now, matched: .init(form: text(11), how: text(12)))
    }

    @Test("a control character in any text of an entry is refused with its line", arguments: 0..<13)
    func entries(index: Int) async throws {
        let writer = ExchangeWriter(format: .jsonl)
        var record = ExchangeRecord(text: "dog")
        var file: [UInt8] = []
        for mark in ["\u{1B}", "\t"] {
            record.entry = try entry { "text \($0)" + ($0 == index ? mark : "") }
            file += try writer.line(for: record)
        }
        let report = try await importing(
            String(decoding: file, as: UTF8.self), .jsonl, into: Vocabulary(InMemoryWordRepository()))
        #expect(report.rejected == [.init(line: 1, reason: Message("the line contains a control character"))])
        #expect(report.added == 1)
    }

    @Test("a control character in any text of a word is refused with its line")
    func userTexts() async throws {
        let lines = [
            #"{"text":"d\u001bog"}"#, #"{"text":"a","translation":"d\u001bog"}"#,
            #"{"text":"b","alternatives":["x","d\u001bog"]}"#,
            #"{"text":"c","note":"d\u001bog"}"#, #"{"text":"d","tags":["x","d\u001bog"]}"#,
        ]
        let words = Vocabulary(InMemoryWordRepository())
        let report = try await importing(lines.joined(separator: "\n"), .jsonl, into: words)
        let reason = Message("the line contains a control character")
        #expect(report.rejected == (1...lines.count).map { .init(line: $0, reason: reason) })
        #expect(try await words.words(.newest(9)).isEmpty)
    }

    @Test(
        "what a service says is stored without characters that control or that nobody sees, and its export can be imported",
        arguments: WordRepositoryKind.allCases)
    func answers(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let ids = try await words.fill(time, ["dog", "cat"]).map(\.id)
            try await words.record(.found(entry { "te\u{8}\u{AD}xt \($0)\u{9B}" }), of: ids[0], at: time.now)
            #expect(try await words.entry(of: ids[0]) == entry { "text \($0)" })
            #expect(try await words.word(ids[0]).translation.translation?.text == "text 3")
            let empty = try DictionaryEntry.make("cat", ["\u{8}"], at: time.now)
            try await words.record(.found(empty), of: ids[1], at: time.now)
            #expect(try await words.word(ids[1]).translation == .notFound)
            let copy = Vocabulary(InMemoryWordRepository())
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "words.jsonl")
                let exchange = WordExchange(
                    words: words, languages: .everyday, direction: ValueStream(.englishToRussian), clock: time.clock,
                    identifiers: .sequence(prefix: "new-"))
                try await exchange.exportWords(to: file, format: .jsonl)
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(try await importing(text, .jsonl, into: copy).added == 2)
            }
            #expect(try await copy.words(.newest(9)) == words.words(.newest(9)))
        }
    }

    @Test("an unknown status in JSON Lines is rejected with its line")
    func status() async throws {
        let file = ["translated", "notFound", "weird", "Failed"].map { "{\"text\":\"\($0)\",\"status\":\"\($0)\"}" }
        let words = Vocabulary(InMemoryWordRepository())
        let report = try await importing(file.joined(separator: "\n"), .jsonl, into: words)
        #expect(report.rejected == [3, 4].map { .init(line: $0, reason: Message("the status is unknown")) })
        #expect(report.added == 2)
    }

    @Test("words with the identifiers of an embedder are imported again")
    func identifiers() async throws {
        let words = Vocabulary(InMemoryWordRepository())
        let file = [
            "word_1", "urn:word:2", "3.5", "слово", "a b", "a\tb", "a\u{1B}", String(repeating: "x", count: 201),
        ]
        .map { "\($0),\($0)\n" }.joined()
        let report = try await importing("id,text\n" + file, identifiers: IdentifierGenerator { "x" }, into: words)
        #expect(report.added == 4)
        #expect(report.rejected.map(\.line) == [6, 7, 8, 9])
    }

    private static let ponsURL = URL(string: "http://127.0.0.1:80")

    @MainActor
    @Test(
        "an unknown provider is refused, unless the embedder has a service of its own, whatever its name is",
        arguments: [nil, "own", "dict server", "pons(x)", "user"] as [String?], [false, true])
    func providers(own: String?, isRemote: Bool) async throws {
        let store = DictionaryStore.inMemory()
        let service = TestApp().service
        var providers: [LookUpProvider] = [
            .glossary, .pons(Secret("x"), url: Self.ponsURL), .dict(DictServer(host: "127.0.0.1", port: 1)),
            .dict(DictServer(host: "127.0.0.1", port: 1)),
        ]
        if let own { providers.append(isRemote ? .remote(service, name: own) : .service(service, name: own)) }
        let dependencies = AppDependencies(
            store: store,
            translation: TranslationConfiguration(providers).services(
                store: store, clock: time.clock, sleeper: time.sleeper, logger: .disabled),
            direction: .englishToRussian, environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper))
        let graph = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        defer { graph.detach() }
        let report = try await importing(
            "text,translation,provider\ndog,x,acme\nfox,x,pivot:en(acme)\nowl,x,dict\ncat,x,a\u{1B}b\nhen,x,pivot:xx(dict)\n",
            .csv, by: graph.exchange)
        #expect(report.rejected.map(\.line) == (own == nil ? [2, 3, 5, 6] : [5, 6]))
    }
}
