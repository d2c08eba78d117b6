import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

private let dictServer = ProcessInfo.processInfo.environment["DICT_URL"].flatMap { DictServer($0) }

private let databases = [
    ("fd-eng-rus", "freedict-eng-rus", "en", "ru"), ("fd-deu-eng", "freedict-deu-eng", "de", "en"),
    ("fd-eng-deu", "freedict-eng-deu", "en", "de"), ("mueller7", "mueller7", "en", "ru"),
    ("fd-eng-ita", "freedict-eng-ita", "en", "it"), ("fd-ita-eng", "freedict-ita-eng", "it", "en"),
]

private func file(_ name: String) throws -> DictionaryFile {
    try DictionaryFile(URL(filePath: "/usr/share/dictd/\(name).index"))
}

/// FreeDict's dictionaries, as Debian's packages install them, read in place and from a real server.
@Suite(
    "Dictionary files and a real DICT server", .bounded,
    .enabled("DICT_URL names no server") { dictServer != nil })
struct DictionaryFileIntegrationTests {
    private let time = ManualTime()

    private func answer(
        _ service: some TranslationService, _ word: String, _ direction: TranslationDirection
    ) async throws -> [String] {
        do throws(TranslationError) {
            let entry = try await service.lookUp(WordText(stored: word), direction)
            // A server only finds the word itself.
            if entry.matched != nil { return [] }
            let senses = entry.senses.map { "\($0.partOfSpeech ?? "") \($0.translations) \($0.examples)" }
            return [entry.headword, entry.pronunciation ?? ""] + senses
        } catch {
            #expect(error == .notFound, "\(word)")
            return []
        }
    }

    @Test("forty words, and texts that are none, have the answers of the server", arguments: databases)
    func words(database: String, name: String, from: String, to: String) async throws {
        let direction = try TranslationDirection.between(from, to)
        let glossary = GlossaryTranslationService(clock: time.clock)
        let server = DictTranslationService(
            server: try #require(dictServer), databases: [database], glossary: glossary, clock: time.clock,
            timeout: .seconds(3600))
        let service = DictionaryFileTranslationService(try file(name), glossary: glossary, clock: time.clock)
        let bundled = try Glossary.bundled()
        let column = try #require(bundled.languages.firstIndex(of: direction.source))
        // From all parts of the glossary, of which eng-rus has a quarter.
        let concepts = bundled.concepts
        let words = stride(from: 0, to: concepts.count, by: 13).map { concepts[$0].words[column][0] }
        var found = 0
        for word in words where found < 40 {
            let answer = try await answer(service, word, direction)
            #expect(try await answer == self.answer(server, word, direction), "\(word)")
            if !answer.isEmpty { found += 1 }
        }
        #expect(found == 40)
        for word in HostileText.all + [
            "DOG", "ice cream", "it's", "its", "-", "...", "00database-utf8", "zzzz", "be", "for", "dir", "GHz", "a",
            "ß",
        ] {
            #expect(
                try await answer(service, word, direction) == answer(server, word, direction),
                "\(word.debugDescription)")
        }
        for text in ["hous", "haub", "case", "zoo", "übe", "ice c", "d", "zzzz", "it'", "00da"] {
            let beginning = WordText(stored: text)
            let listed = try await service.suggestions(beginningWith: beginning, direction, limit: 8)
            let served = try await server.suggestions(beginningWith: beginning, direction, limit: 8)
            #expect(listed.map { "\($0.id)" } == served.map { "\($0.id)" }, "\(text)")
        }
        await server.close()
    }

    /// Of the forms in the development lists that the dictionary lacks, but whose word it has. Nothing is found where it has
    /// only another part of speech: Ding has the noun Kaufen, but not the verb.
    @Test(
        "inflected forms and words with an article are found as what they are",
        arguments: [
            ("freedict-deu-eng", "de", "en"), ("freedict-eng-deu", "en", "de"), ("mueller7", "en", "ru"),
            ("freedict-ita-eng", "it", "en"),
        ])
    func forms(name: String, from: String, to: String) async throws {
        let direction = try TranslationDirection.between(from, to)
        let file = try file(name)
        let service = DictionaryFileTranslationService(file, clock: time.clock)
        var (count, missing) = (0, 0)
        var wrong: [String] = []
        for kind in [DevelopmentList.Kind.regular, .irregular, .article] {
            let lines = try DevelopmentList.read(kind, direction.source).lines
            for number in stride(from: 0, to: lines.count, by: TestScale.count(3, full: 1)) {
                let line = lines[number]
                do {
                    guard try line.words.contains(where: file.contains) else { continue }
                    let entry = try await service.lookUp(WordText(line.text), direction)
                    guard let form = entry.matched?.form else { continue }
                    count += 1
                    if !line.belongs(to: form) { wrong.append("\(line.text): \(form)") }
                } catch TranslationError.notFound {
                    missing += 1
                }
            }
        }
        let share = 1 - Double(wrong.count) / Double(max(1, count))
        print("\(name): \(count) forms found, \(share.percent) right, \(missing) not found; wrong: \(wrong)")
        #expect(count >= TestScale.count(30, full: 90))
        #expect(share >= 0.9, "\(wrong)")
        #expect(missing <= count / 10)
    }
}

/// How often a dictionary's first translation is the glossary's.
@Suite(
    "First translations of dictionary files", .timeLimit(.minutes(15)), .longComputation,
    .enabled("DICT_URL names no server") { dictServer != nil })
struct DictionaryFileAgreementTests {
    private let time = ManualTime()

    /// The measure of the rule for the first translation: how often it is one of the glossary's own, by the definitions
    /// alone, and with the glossary's help; of the more common concepts, which come first. `alone` is what was measured of all of them, less
    /// two in a hundred.
    @Test(
        "most words of the glossary are translated as in the glossary, nearly all with its help",
        arguments: zip(databases, [0.66, 0.62, 0.63, 0.64, 0.63, 0.68]))
    func usual(database: (name: String, file: String, from: String, to: String), alone: Double) async throws {
        let direction = try TranslationDirection.between(database.from, database.to)
        let glossary = try Glossary.bundled()
        let source = try #require(glossary.languages.firstIndex(of: direction.source))
        let target = try #require(glossary.languages.firstIndex(of: direction.target))
        var accepted: [String: Set<String>] = [:]
        let concepts = glossary.concepts
        for concept in concepts {
            for word in concept.words[source] {
                accepted[word, default: []].formUnion(concept.words[target].map { TextFolding.fold($0, .search) })
            }
        }
        let file = try file(database.file)
        let services = [
            DictionaryFileTranslationService(file, clock: time.clock),
            DictionaryFileTranslationService(
                file, glossary: GlossaryTranslationService(glossary, clock: time.clock), clock: time.clock),
        ]
        var (found, agreed) = (0, [0, 0])
        for number in stride(from: 0, to: 8500, by: TestScale.count(13, full: 3)) {
            let word = concepts[number].words[source][0]
            for (service, index) in zip(services, agreed.indices) {
                do throws(TranslationError) {
                    let entry = try await service.lookUp(.init(stored: word), direction)
                    guard entry.matched == nil else { continue }
                    if index == 0 { found += 1 }
                    let text = TextFolding.fold(entry.translation.text, .search)
                    if accepted[word]?.contains(text) == true { agreed[index] += 1 }
                } catch {
                    #expect(error == .notFound, "\(word)")
                }
            }
        }
        let shares = agreed.map { Double($0) / Double(max(1, found)) }
        let percentages = shares.map { "\((1000 * $0).rounded() / 10) %" }.joined(separator: ", ")
        print("\(database.file): \(found) found, as in the glossary: \(percentages)")
        // The bounds are those of all words. A run tries every third or 13th one: the share may differ by one or six in a hundred.
        let tolerance = Double(TestScale.count(6, full: 1)) / 100
        #expect(shares[0] >= alone - tolerance)
        #expect(shares[1] >= shares[0])
    }
}
