import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Lingvo's dictionaries", .bounded)
struct DSLTests {
    private let time = ManualTime()

    private static let headers = """
        #NAME "Own words (En-Ru)"
        #INDEX_LANGUAGE "English"
        #CONTENTS_LANGUAGE "Russian"

        """

    private static let text =
        headers + """

            {{ a comment
            of two lines }}
            dog
            hound
            \t[m1][b]I[/b] [p]n[/p] [t]dɔg[/t][/m]
            \t[m1]1) [p]зоол.[/p] [trn]собака [p]ж[/p], пёс [i]м[/i][/trn] [com]домашняя[/com][/m]
            \t[m2][*][ex][lang id=1033]a ~'s life[/lang] — собачья жизнь[/ex][/*][/m]
            \t[m1]2) [trn]негодяй[/trn], {{no}} [s]dog.wav[/s][ref]cad[/ref][/m]
            \t@ dog days
            \t[m1][trn]жаркие дни[/trn][/m]
            \t@
            {to }go
            \t[m1][p]v.[/p] идти, \\[пойти\\]; ехать
            \tсм. <<walk>>
            colo(u)r
             [trn]цвет,
             окраска[/trn]
            C\\(x\\)
             ^~ и ~, скобки
            Übung
             упражнение
            """

    /// The bytes of a text in an encoding.
    private static func bytes(_ text: String, _ encoding: String) -> [UInt8] {
        let text = text.replacing("\n", with: "\r\n")
        let units = Array(text.utf16)
        return switch encoding {
        case "UTF-16LE": [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case "UTF-16BE": [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case "UTF-16LE without a mark": units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case "UTF-8": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        default: Array(text.utf8)
        }
    }

    private static let encodings = ["UTF-16LE", "UTF-16BE", "UTF-16LE without a mark", "UTF-8", "UTF-8 without a mark"]

    private func text(_ word: String, _ file: DictionaryFile) async throws -> String {
        let service = DictionaryFileTranslationService(file, clock: time.clock)
        do {
            return DictionaryFixture.description(of: try await service.lookUp(WordText(word), .englishToRussian))
        } catch TranslationError.notFound {
            return "–"
        }
    }

    @Test("a single letter or character is a translation, unless it numbers or heads a part")
    func letters() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "own.dsl")
            try Data((Self.headers + "I\n\tя\nhound\n\t狗\nand\n\tа) и\ncat\n\tА\n\tкот\n").utf8).write(to: path)
            let file = try DictionaryFile(path)
            for (word, reading) in [("I", "я"), ("hound", "狗"), ("and", "и"), ("cat", "кот")] {
                #expect(try await text(word, file) == reading, "\(word)")
            }
        }
    }

    @Test("every word of a file is found in each encoding, plain and compressed, and its markup is read")
    func words() async throws {
        let dog = "/dɔg/ noun (зоол., домашняя) собака[f]|пёс[m] {a dog's life=собачья жизнь}; noun негодяй"
        let expected = [
            "dog": dog, "hound": dog.replacing("a dog's", with: "a hound's"), "DOG": dog, "dog days": "жаркие дни",
            "go": "verb идти|[пойти]|ехать", "to go": "verb идти|[пойти]|ехать", "color": "цвет; окраска",
            "colour": "цвет; окраска",
            "C(x)": "c(x) и C(x)|скобки", "übung": "упражнение", "life": "–", "#NAME": "–", "": "–", "a comment": "–",
        ]
        var wrong: [String] = []
        for encoding in Self.encodings {
            for chunkSize in [nil, 7, 500] {
                try await withTemporaryFolder { folder in
                    let bytes = Self.bytes(Self.text, encoding)
                    let path = folder.appending(path: chunkSize == nil ? "own.dsl" : "own.dsl.dz")
                    try Data(chunkSize.map { DictionaryFixture.dictzip(bytes, $0) } ?? bytes).write(to: path)
                    let file = try DictionaryFile(path)
                    if try file.title != "Own words (En-Ru)" { wrong.append("title \(try file.title)") }
                    for (word, reading) in expected where !word.isEmpty {
                        let found = try await text(word, file)
                        if found != reading { wrong.append("\(encoding) \(chunkSize ?? 0) \(word): \(found)") }
                    }
                    let service = DictionaryFileTranslationService(file, clock: time.clock)
                    let suggestions = try await service.suggestions(
                        beginningWith: WordText("do"), .englishToRussian, limit: 8
                    ).map { "\($0.text) \($0.translation ?? "–")" }
                    let near = try await service.suggestions(nearestTo: WordText("coluor"), .englishToRussian, limit: 1)
                    let texts = suggestions + near.map(\.text)
                    if texts != ["dog собака", "dog days жаркие дни", "colour"] { wrong.append("\(texts)") }
                }
            }
        }
        #expect(wrong == [])
    }

    private static let explanation = String(repeating: "длинное объяснение слова ", count: 40)

    /// Texts as people write them, and what is read of them.
    private static let texts: [(text: String, readings: [String: String])] = [
        ("cat\n кошка\n\n кот", ["cat": "кошка; кот"]),
        ("cat\n\t@ cat's eye\n глаз\n\t@\n кошка", ["cat": "кошка", "cat's eye": "глаз"]),
        (
            "cat\n кошка\n\t@ cat's eye\n глаз\n\t@\n кот\ndog\n пёс",
            ["cat": "кошка; кот", "cat's eye": "глаз", "dog": "пёс"]
        ),
        (
            "cat\n кошка\n\t@ cat's eye\n\t@ cat's tail\n хвост",
            ["cat": "кошка", "cat's eye": "хвост", "cat's tail": "хвост"]
        ),
        ("{{ a comment\n\tof two lines }}\ncat\n кошка", ["cat": "кошка"]),
        ("cat\n кошка {{ кот\n киска", ["cat": "кошка кот; киска"]),
        ("cat\n~ fish\n\t{{no}} сом\n\t@ ~ food\n корм", ["cat": "сом", "cat fish": "сом", "cat food": "корм"]),
        (
            "colo(u)r(ful)\n цветной",
            ["color": "цветной", "colour": "цветной", "colorful": "цветной", "colourful": "цветной"]
        ),
        ("cat\n кош\u{E000}n\u{E001}ка", ["cat": "кошnка"]),
        ("cat\n 1) \(explanation)2) кот", ["cat": "\(explanation.prefix(200)); кот"]),
    ]

    @Test(
        "blank lines, comments, subentries, tildes and parentheses are read wherever they stand, and long lines whole")
    func texts() async throws {
        var wrong: [String] = []
        for (text, readings) in Self.texts {
            try await withTemporaryFolder { folder in
                let path = folder.appending(path: "own.dsl")
                try Data((Self.headers + text).utf8).write(to: path)
                for (word, reading) in readings {
                    do {
                        let found = try await self.text(word, DictionaryFile(path))
                        if found != reading { wrong.append("\(text) \(word): \(found)") }
                    } catch {
                        wrong.append("\(text) \(word): \(error)")
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test("a text of tags that nobody closes, or of ends without a beginning, costs what its length does")
    func growth() async throws {
        for text in ["[", "[i]n", "[/c]", "{{"] {
            try await withTemporaryFolder { folder in
                let path = folder.appending(path: "own.dsl")
                let tags = String(repeating: "[i]", count: 50_000) + String(repeating: text, count: 100_000)
                try Data((Self.headers + "cat\n кошка\n \(tags)").utf8).write(to: path)
                let entry = try await DictionaryFileTranslationService(DictionaryFile(path), clock: time.clock)
                    .lookUp(WordText("cat"), .englishToRussian)
                #expect(entry.translation.text == "кошка")
            }
        }
    }

    @Test("the headers say the direction; a file that is none, cut or in another encoding is an error that says so")
    func opening() async throws {
        let whole = Self.bytes(Self.text, "UTF-16LE")
        let cases: [(String, [UInt8], DictionaryFileError.Reason?)] = [
            ("a whole file", whole, nil), ("half a character", Array(whole.dropLast()), .truncated),
            ("headers only", Self.bytes(Self.headers, "UTF-8"), .truncated), ("empty", [], .noDSL),
            ("a comment without an end", Array((Self.headers + "{{ a\ncat\n кошка\n").utf8), .openComment),
            ("another text", Array("a\nb\nc\n".utf8), .noDSL),
            ("Windows-1251", Array(Self.headers.utf8) + [0xF1, 0xEE, 0xEB, 0x0A, 0x20, 0x78, 0x0A], .wrongEncoding),
        ]
        var wrong: [String] = []
        for (name, bytes, reason) in cases {
            try await withTemporaryFolder { folder in
                let path = folder.appending(path: "words.dsl")
                try Data(bytes).write(to: path)
                var found: DictionaryFileError.Reason?
                do {
                    let file = try DictionaryFile(path)
                    if try !file.translates(.englishToRussian) || file.translates(.between("ru", "en")) {
                        wrong.append("\(name): another direction")
                    }
                } catch let error as DictionaryFileError {
                    found = error.reason
                }
                if found != reason { wrong.append("\(name): \(String(describing: found))") }
            }
        }
        #expect(wrong == [])
    }

    @Test("a compressed file that says it expands to more than a dictionary has is refused before it is expanded")
    func bomb() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "own.dsl.dz")
            // 20,000 chunks of one byte, each of which may have 60,000.
            var bytes = DictionaryFixture.dictzip([UInt8](repeating: 0x61, count: 20_000), 1)
            bytes.replaceSubrange(18..<20, with: [0x60, 0xEA])
            try Data(bytes).write(to: path)
            let error = #expect(throws: DictionaryFileError.self) { try DictionaryFile(path) }
            #expect(error?.reason == .tooLarge)
        }
    }

    @Test("whatever bytes a file has, nothing crashes: there is an answer or a typed error")
    func fuzz() async throws {
        var (answers, failures) = (0, 0)
        for round in 0..<TestScale.count(100, full: 3000) {
            var random = SeededGenerator(seed: UInt64(round))
            var bytes = Self.bytes(Self.text, Self.encodings.randomElement(using: &random) ?? "")
            let isCompressed = Bool.random(using: &random)
            if isCompressed { bytes = DictionaryFixture.dictzip(bytes, 300) }
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = .random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: Array("[{\\@~".utf8).shuffled(using: &random), at: place)
                case 2: bytes.remove(at: place)
                default: bytes.removeLast(min(bytes.count - 1, 20))
                }
            }
            try await withTemporaryFolder { folder in
                let path = folder.appending(path: isCompressed ? "en-ru.dsl.dz" : "en-ru.dsl")
                try Data(bytes).write(to: path)
                let isAnswered = try await isAnswered(path)
                if isAnswered { answers += 1 } else { failures += 1 }
            }
        }
        #expect(answers > 10 && failures > 10)
    }

    /// Whether a dictionary answers about all words, also that it does not have one. Throws an error that is not of a file.
    private func isAnswered(_ path: URL) async throws -> Bool {
        let file: DictionaryFile
        do { file = try DictionaryFile(argument: "en-ru:" + path.systemPath) } catch { return false }
        let service = DictionaryFileTranslationService(file, clock: time.clock)
        for word in ["dog", "go", "colour", "dog days", "C(x)"] {
            do {
                _ = try await service.lookUp(WordText(stored: word), .englishToRussian)
            } catch {
                if error.code == "fileUnreadable" { return false }
                if error != .notFound { throw error }
            }
        }
        return true
    }
}
