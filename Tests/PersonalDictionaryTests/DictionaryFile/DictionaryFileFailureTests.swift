import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Damaged dictionary files", .timeLimit(.minutes(15)), .longComputation)
struct DictionaryFileFailureTests {
    private let time = ManualTime()
    private let fixture = DictionaryFixture(
        (0..<200).map { ("word\($0)", "word\($0) /w/\nслово \($0), \(String(repeating: "х", count: $0))") })

    private func reason(_ body: () throws -> Void) -> DictionaryFileError.Reason? {
        #expect(throws: DictionaryFileError.self, performing: body)?.reason
    }

    @Test("what is missing or of another format is said when the dictionary is opened")
    func opening() async throws {
        try await withTemporaryFolder { folder in
            let index = folder.appending(path: "eng-rus.index")
            let text = folder.appending(path: "eng-rus.dict.dz")
            func opened() -> DictionaryFileError.Reason? { reason { _ = try DictionaryFile(index) } }
            #expect(opened() == .unreadable(.systemError(ENOENT)))
            try fixture.write(to: folder)
            let bytes = fixture.bytes
            for data in [[], [0x1F], Array("gzip".utf8), [0x1F, 0x8B, 8, 0] + [UInt8](repeating: 0, count: 20)] {
                try Data(data).write(to: text)
                #expect(opened() == .notDictzip)
            }
            // From within the header to the end of the last chunk.
            for size in [11, 12, 40, 200, bytes.text.count - 20] {
                try Data(bytes.text.prefix(size)).write(to: text)
                #expect(opened() == .truncated, "\(size)")
            }
            try FileManager.default.removeItem(at: text)
            #expect(opened() == .noText)
            try FileManager.default.createDirectory(at: text, withIntermediateDirectories: false)
            #expect(opened() == .unreadable(Message("it is no regular file")))
            try FileManager.default.removeItem(at: text)
            try Data(bytes.text).write(to: text)
            for data in ["", "\n", "word\tA\n", "word\tA\tB\tC\tD\n", "word\tÄ\tB\n", "no index"] {
                try Data(data.utf8).write(to: index)
                #expect(opened() == .noIndex, "\(data)")
            }
            try Data(repeating: 0x61, count: 1 << 20).write(to: index)
            #expect(opened() == .damaged)
            #expect(unlink(index.systemPath) == 0 && mkfifo(index.systemPath, 0o600) == 0)
            #expect(opened() == .unreadable(Message("it is no regular file")))
        }
    }

    @Test("a pair of files that do not fit, and a damaged chunk, are errors of the look-up")
    func reading() async throws {
        try await withTemporaryFolder { folder in
            let index = try fixture.write(to: folder)
            let service = DictionaryFileTranslationService(try DictionaryFile(index), clock: time.clock)
            func error(_ word: String) async -> TranslationError? {
                await #expect(throws: TranslationError.self) {
                    try await service.lookUp(WordText(word), .englishToRussian)
                }
            }
            let text = folder.appending(path: "eng-rus.dict.dz")
            let wrongPlace = DictionaryFileError(path: text.systemPath, reason: .wrongPlace)
            let isDamaged = DictionaryFileError(path: text.systemPath, reason: .damaged)
            var other = fixture
            other.entries = Array(fixture.entries.prefix(20))
            try Data(other.bytes.text).write(to: text)
            #expect(await error("word150") == .file(wrongPlace))
            var damaged = fixture.bytes.text
            for place in damaged.indices.dropFirst(damaged.count / 2) { damaged[place] = 0xFF }
            try Data(damaged).write(to: text)
            #expect(await error("word199") == .file(isDamaged))
            #expect(try await service.lookUp(WordText("word1"), .englishToRussian).translation.text == "слово 1")
            // Also if the entries say whose format they are in.
            other = fixture
            other.title = "English-Russian words"
            try other.write(to: folder, name: "own-words")
            damaged = other.bytes.text
            for place in damaged.indices.dropFirst(damaged.count / 2) { damaged[place] = 0xFF }
            try Data(damaged).write(to: folder.appending(path: "own-words.dict.dz"))
            let own = try DictionaryFile(folder.appending(path: "own-words"))
            let entry = try await DictionaryFileTranslationService(own, clock: time.clock)
                .lookUp(WordText("word1"), .englishToRussian)
            #expect(entry.translation.text == "слово 1")
        }
    }

    @Test("words and entries in an encoding of eight bits are an error that says so")
    func encoding() async throws {
        try await withTemporaryFolder { folder in
            let index = folder.appending(path: "eng-rus.index")
            // «Да» in KOI8-R.
            let other: [UInt8] = [0xC4, 0xC1]
            func write(_ word: [UInt8], _ text: [UInt8]) throws {
                let line = Array("00-database-8bit-new\tA\tA\n".utf8) + word + Array("\tA\tD\n".utf8)
                try Data(line).write(to: index)
                try Data(text + [0x0A]).write(to: folder.appending(path: "eng-rus.dict"))
            }
            try write(other, Array("da".utf8))
            #expect(reason { _ = try DictionaryFile(index) } == .wrongEncoding)
            try write(Array("yes".utf8), other)
            let service = DictionaryFileTranslationService(try DictionaryFile(index), clock: time.clock)
            let text = folder.appending(path: "eng-rus.dict").systemPath
            await #expect(throws: TranslationError.file(DictionaryFileError(path: text, reason: .wrongEncoding))) {
                try await service.lookUp(WordText("yes"), .englishToRussian)
            }
        }
    }

    @Test("files that are replaced, written, cut short or removed while they are open are read as they are now")
    func changes() async throws {
        try await withTemporaryFolder { folder in
            let index = try fixture.write(to: folder)
            let file = try DictionaryFile(index)
            #expect(try file.contains("word1"))
            var other = fixture
            other.entries = [("new", "new /n/\nновый")]
            // Replaced, as by a package manager.
            try other.write(to: folder, name: "other")
            for end in ["index", "dict.dz"] {
                let (new, old) = ("other.\(end)", "eng-rus.\(end)")
                #expect(rename(folder.appending(path: new).systemPath, folder.appending(path: old).systemPath) == 0)
            }
            #expect(try file.contains("new"))
            #expect(try !file.contains("word1"))
            // In place, in the middle of a program's work.
            try fixture.write(to: folder)
            #expect(try file.contains("word1"))
            #expect(truncate(index.systemPath, 100) == 0)
            #expect(reason { _ = try file.contains("word99") } == .truncated)
            #expect(truncate(index.systemPath, 0) == 0)
            #expect(reason { _ = try file.contains("word1") } == .noIndex)
            try fixture.write(to: folder)
            #expect(try file.contains("word1"))
            // A removed file is still open.
            try FileManager.default.removeItem(at: index)
            #expect(try file.contains("word1"))
        }
    }

    @Test("an index whose end is missing, or that is in another order, is an error, and no word that is not there")
    func order() async throws {
        try await withTemporaryFolder { folder in
            let index = try fixture.write(to: folder)
            let lines = try String(contentsOf: index, encoding: .utf8).split(separator: "\n")
            let whole = lines.joined(separator: "\n")
            for end in ["", "\ncoa", "\ncoat\tABC"] {
                try Data((whole + end).utf8).write(to: index)
                #expect(reason { _ = try DictionaryFile(index) } == .truncated)
            }
            try Data((lines.reversed().joined(separator: "\n") + "\n").utf8).write(to: index)
            #expect(reason { _ = try DictionaryFile(index) } == .unsorted)
            // One line, far from where a search passes.
            let moved = lines.dropLast(2) + [lines[lines.count - 1], lines[lines.count - 2]]
            try Data((moved.joined(separator: "\n") + "\n").utf8).write(to: index)
            #expect(reason { _ = try DictionaryFile(index) } == .unsorted)
            // The end of a file that is long, within one line and behind one.
            try Data((whole + "\nx\tZZZZ\tB\n").utf8).write(to: index)
            #expect(reason { _ = try DictionaryFile(index) } == .wrongPlace)
        }
    }

    @Test("an index beside the text of another dictionary is an error, also where the text has such a place")
    func otherText() async throws {
        try await withTemporaryFolder { folder in
            var short = DictionaryFixture((0..<40).map { ("word\($0)", "word\($0) /w/\nслово") })
            short.title = ""
            let index = try short.write(to: folder)
            let other = (0..<300).map { ("other\($0)", "other\($0) /o/\n" + String(repeating: "d", count: 7 * $0)) }
            let file = try DictionaryFile(index)
            try Data(DictionaryFixture(other).bytes.text).write(to: folder.appending(path: "eng-rus.dict.dz"))
            let service = DictionaryFileTranslationService(file, clock: time.clock)
            for word in ["word1", "word20", "word39"] {
                let error = await #expect(throws: TranslationError.self) {
                    try await service.lookUp(WordText(word), .englishToRussian)
                }
                #expect(error?.code == "fileUnreadable")
            }
        }
    }

    @Test(
        "a dictionary that is replaced by one of another direction while it is open never answers in a wrong language")
    func otherDirection() async throws {
        try await withTemporaryFolder { folder in
            for name in ["mine", "eng-rus"] {
                try fixture.write(to: folder, name: name)
                let file = try DictionaryFile(folder.appending(path: name))
                let service = DictionaryFileTranslationService(file, clock: time.clock)
                let german = try TranslationDirection.between("de", "en")
                #expect(try await service.lookUp(WordText("word1"), .englishToRussian).translation.text == "слово 1")
                var other = fixture
                other.title = "German-English FreeDict Dictionary"
                other.entries = [("word1", "word1 /w/\nsome word")]
                try other.write(to: folder, name: name)
                let error = await #expect(throws: TranslationError.self) {
                    try await service.lookUp(WordText("word1"), .englishToRussian)
                }
                #expect(error == .unsupportedDirection(.englishToRussian) || error?.code == "fileUnreadable")
                #expect(try await service.lookUp(WordText("word1"), german).translation.text == "some word")
            }
        }
    }

    @Test("a file that is damaged later fails the look-ups of its own direction, and is read when it is whole again")
    func damagedLater() async throws {
        try await withTemporaryFolder { folder in
            let file = try DictionaryFile(fixture.write(to: folder))
            let text = folder.appending(path: "eng-rus.dict.dz")
            try Data().write(to: text)
            let service = DictionaryFileTranslationService(file, clock: time.clock)
            func error(_ direction: TranslationDirection) async -> TranslationError? {
                await #expect(throws: TranslationError.self) { try await service.lookUp(WordText("word1"), direction) }
            }
            let damage = DictionaryFileError(path: text.systemPath, reason: .notDictzip)
            #expect(await error(.englishToRussian) == .file(damage))
            #expect(TranslationError.file(damage).explanation == damage.explanation)
            let german = try TranslationDirection.between("de", "en")
            #expect(await error(german) == .unsupportedDirection(german))
            try fixture.write(to: folder)
            #expect(try await service.lookUp(WordText("word1"), .englishToRussian).translation.text == "слово 1")
        }
    }

    @Test("whatever bytes the files have, nothing crashes: there is an answer or a typed error")
    func fuzz() async throws {
        var answers = 0
        var failures = 0
        let rounds = TestScale.count(80, full: 3000)
        for round in 0..<rounds {
            var random = SeededGenerator(seed: UInt64(round))
            var fixture = fixture
            fixture.order = DictionaryFixture.Order.allCases.randomElement(using: &random) ?? .utf8
            fixture.chunkSize = [nil, 50, 3000].randomElement(using: &random) ?? nil
            var (index, text) = fixture.bytes
            let damagesIndex = Bool.random(using: &random)
            Self.damage(&index, isWhole: !damagesIndex, &random)
            Self.damage(&text, isWhole: damagesIndex && Bool.random(using: &random), &random)
            try await withTemporaryFolder { folder in
                let end = fixture.chunkSize == nil ? "dict" : "dict.dz"
                try Data(index).write(to: folder.appending(path: "eng-rus.index"))
                try Data(text).write(to: folder.appending(path: "eng-rus.\(end)"))
                do {
                    let file = try DictionaryFile(folder.appending(path: "eng-rus.index"))
                    let service = DictionaryFileTranslationService(file, clock: time.clock)
                    for word in ["word1", "word199", "word", "x", "00"] {
                        _ = try file.contains(word)
                        do throws(TranslationError) {
                            _ = try await service.lookUp(WordText(stored: word), .englishToRussian)
                            _ = try await service.suggestions(
                                beginningWith: WordText(stored: word), .englishToRussian, limit: 8)
                        } catch {
                            #expect(error == .notFound || error.code == "fileUnreadable", "round \(round)")
                        }
                    }
                    answers += 1
                } catch is DictionaryFileError {
                    failures += 1
                }
            }
        }
        #expect(answers > rounds / 15 && failures > rounds / 15, "\(answers) answers, \(failures) failures")
    }

    private static func damage(_ bytes: inout [UInt8], isWhole: Bool, _ random: inout SeededGenerator) {
        guard !isWhole, !bytes.isEmpty else { return }
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let places = [min(60, bytes.count), bytes.count].randomElement(using: &random) ?? 1
            let place = Int.random(in: 0..<places, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.insert(contentsOf: [9, 10, 0x2F, 0xFF].shuffled(using: &random), at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + 30))
            default: bytes.removeLast(bytes.count - place)
            }
            if bytes.isEmpty { return }
        }
    }
}
