import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// How much of what people type the bundled glossary finds. Each test measures its lists, prints what it measured with
/// the wrong answers, and fails below a limit. `Scripts/coverage` runs them.
@Suite("What people type", .timeLimit(.minutes(15)), .longComputation, .serialized)
struct CoverageTests {
    /// Read once for all tests.
    private static let shared = GlossaryTranslationService(clock: ManualTime().clock)
    private var service: GlossaryTranslationService { Self.shared }
    private static let bundled = Result { try Glossary.bundled() }
    private let glossary: Glossary

    init() throws {
        glossary = try Self.bundled.get()
    }

    private func readings(_ text: String, _ language: Language) throws -> [Interpretation] {
        let headwords = try #require(glossary.headwords(language))
        return try QueryInterpreters.bundled.interpreter(language).interpretations(
            of: try WordText(text), among: headwords)
    }

    private func entry(_ text: String, _ direction: TranslationDirection) async throws -> DictionaryEntry? {
        do {
            return try await service.lookUp(WordText(text), direction)
        } catch TranslationError.notFound {
            return nil
        }
    }

    @Test(
        "words, forms, and words with an article are found as what they are",
        arguments: [
            (DevelopmentList.Kind.common, 0.98), (.learner, 0.92), (.regular, 0.92), (.irregular, 0.92), (.article, 1),
            (.contraction, 0.95),
        ])
    func lists(kind: DevelopmentList.Kind, least: Double) async throws {
        for list in try DevelopmentList.all(kind) {
            var found = 0
            var right = 0
            var agreeing = 0
            var wrong: [String] = []
            var other: [String] = []
            let lines = list.sample
            for line in lines {
                guard let entry = try await entry(line.text, list.direction) else {
                    wrong.append("\(line.text): nothing")
                    continue
                }
                found += 1
                let readings = try readings(line.text, list.language)
                if readings.contains(where: { line.belongs(to: $0.headword.text) }) {
                    right += 1
                } else {
                    wrong.append("\(line.text): \(readings[0].headword.text), not \(line.words.joined(separator: "/"))")
                }
                let translations = Set(entry.senses.flatMap(\.translations).map { TextFolding.fold($0, .search) })
                if line.translations.contains(where: { translations.contains(TextFolding.fold($0, .search)) }) {
                    agreeing += 1
                } else {
                    other.append("\(line.text): \(entry.translation.text)")
                }
            }
            let all = Double(lines.count)
            let share = Double(right) / all
            print(
                "\(list): \(lines.count) texts, \((Double(found) / all).percent) found, \(share.percent) right,"
                    + " \((Double(agreeing) / all).percent) with a translation of the list")
            if !wrong.isEmpty { print("  wrong: \(wrong.joined(separator: "; "))") }
            if !other.isEmpty { print("  other translations: \(other.joined(separator: "; "))") }
            #expect(share >= least, "\(list): \(wrong)")
            #expect(list.lines.count >= (kind == .article || kind == .contraction ? 60 : 300))
        }
    }

    @Test("the word that was meant is among the three nearest to a misspelt one")
    func misspelt() async throws {
        for list in try DevelopmentList.all(.misspelt) {
            var right = 0
            var wrong: [String] = []
            let lines = list.sample
            for line in lines {
                let nearest = try await service.suggestions(
                    nearestTo: WordText(line.text), list.direction, limit: 3)
                #expect(nearest.count <= 3)
                if try nearest.contains(where: { try isMeant($0.text, by: line, list.language) }) {
                    right += 1
                } else {
                    wrong.append("\(line.text): \(nearest.map(\.text))")
                }
            }
            let share = Double(right) / Double(lines.count)
            print("\(list): \(lines.count) texts, \(share.percent) among the three nearest")
            if !wrong.isEmpty { print("  wrong: \(wrong.joined(separator: "; "))") }
            #expect(share >= 0.9, "\(list): \(wrong)")
        }
    }

    /// Whether a word is the one that a misspelt text was meant to be, or one that this is a form of.
    private func isMeant(_ word: String, by line: DevelopmentList.Line, _ language: Language) throws -> Bool {
        if line.belongs(to: word) { return true }
        return try line.words.contains { try readings($0, language).contains { $0.headword.text == word } }
    }

    /// The limits are two texts below what is measured.
    @Test(
        "of texts that were written when all rules were there, most are found",
        arguments: zip(DevelopmentList.languages, [0.86, 0.93, 0.95, 0.95]))
    func heldOut(language: Language, least: Double) async throws {
        let list = try DevelopmentList.read(.heldout, language)
        var wrong: [String] = []
        let lines = list.sample
        for line in lines {
            let words =
                line.labels == ["misspelt"]
                ? try await service.suggestions(nearestTo: WordText(line.text), list.direction, limit: 3).map(\.text)
                : try readings(line.text, language).map(\.headword.text)
            if try !words.contains(where: { try isMeant($0, by: line, language) }) {
                wrong.append("\(line.text): \(words.isEmpty ? "nothing" : words.joined(separator: ", "))")
            }
        }
        let share = 1 - Double(wrong.count) / Double(lines.count)
        print("\(list): \(lines.count) texts, \(share.percent) right")
        if !wrong.isEmpty { print("  wrong: \(wrong.joined(separator: "; "))") }
        #expect(lines.count == 60)
        #expect(share >= least, "\(list): \(wrong)")
    }

    @Test("a word of another language is found in its direction")
    func otherDirections() async throws {
        let services = TranslationServices(service, clock: ManualTime().clock)
        for list in try DevelopmentList.all(.script) {
            var wrong: [String] = []
            for line in list.lines {
                let text = try WordText(line.text)
                let directions = LanguageCatalog.everyday.directions(for: text, preferring: try list.direction)
                let entries = try await services.entries(of: text, in: directions)
                let sources = Set(entries.map(\.direction.source.code))
                if sources.isDisjoint(with: line.labels) { wrong.append("\(line.text): \(sources)") }
            }
            print("\(list): \(list.lines.count) texts, \(wrong.count) without an answer in their language")
            #expect(wrong.isEmpty)
        }
    }
}

/// What `Scripts/coverage` adds: the most frequent words of each language, and what a lemmatizer makes of the lists.
extension CoverageTests {
    private static let folder = ProcessInfo.processInfo.environment["COVERAGE_FOLDER"].map { URL(filePath: $0) }

    /// Lines of two cells: a text, and its lemma.
    private func pairs(_ name: String) throws -> [(text: String, lemma: String)] {
        let url = try #require(Self.folder).appending(path: name)
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            try #require(cells.count == 2)
            return (String(cells[0]), String(cells[1]))
        }
    }

    private func isHeadword(_ word: String, _ language: Language) -> Bool {
        glossary.headwords(language)?.headwords(word, ignoresAccents: true).isEmpty == false
    }

    @Test("the most frequent words are found", .enabled("COVERAGE_FOLDER names no folder") { folder != nil })
    func frequentWords() throws {
        let limits: [(count: Int, least: Double)] = [(500, 0.97), (1000, 0.95), (2000, 0.92), (4000, 0.85)]
        print("found of the most frequent words: as typed / as headwords / by simplemma's lemmas")
        for language in DevelopmentList.languages {
            let words = try pairs("frequent.\(language).tsv")
            var missing: [String] = []
            var (typed, headwords, lemmas) = (0, 0, 0)
            for (number, word) in words.enumerated() {
                if try readings(word.text, language).isEmpty { missing.append(word.text) } else { typed += 1 }
                if isHeadword(word.text, language) { headwords += 1 }
                if isHeadword(word.text, language) || isHeadword(word.lemma, language) { lemmas += 1 }
                for limit in limits where limit.count == number + 1 {
                    let shares = [typed, headwords, lemmas].map { Double($0) / Double(limit.count) }
                    print("\(language), first \(limit.count): \(shares.map(\.percent).joined(separator: " / "))")
                    #expect(shares[0] >= limit.least, "\(language), first \(limit.count)")
                }
            }
            print("  missing of the first 1,000: \(missing.prefix(60).joined(separator: " "))")
        }
    }

    @Test(
        "as many forms are found as with simplemma in front of the same glossary",
        .enabled("COVERAGE_FOLDER names no folder") { folder != nil })
    func lemmatizer() throws {
        for kind in [DevelopmentList.Kind.regular, .irregular] {
            for list in try DevelopmentList.all(kind) {
                let lemmas = Dictionary(try pairs("lemmas.\(list).tsv").map { ($0.text, $0.lemma) }) { $1 }
                let own = try list.lines.filter { line in
                    try readings(line.text, list.language).contains { line.belongs(to: $0.headword.text) }
                }
                let peer = list.lines.filter { line in
                    guard let lemma = lemmas[line.text] else { return false }
                    return line.belongs(to: lemma) && isHeadword(lemma, list.language)
                }
                let (share, peers) = (
                    Double(own.count) / Double(list.lines.count), Double(peer.count) / Double(list.lines.count)
                )
                print("\(list): \(share.percent) right, \(peers.percent) with simplemma")
                #expect(share >= peers - 0.03)
            }
        }
    }
}
