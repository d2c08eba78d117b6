import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

private let dictServer = ProcessInfo.processInfo.environment["DICT_URL"].flatMap { DictServer($0) }

/// Against a real server, with FreeDict's dictionaries and Mueller's: where `DICT_URL` names one.
@Suite(
    "A real DICT server", .bounded,
    .enabled("DICT_URL names no server") { dictServer != nil })
struct DictIntegrationTests {
    private let time = ManualTime()

    private func service(
        _ databases: Set<String>? = nil, glossary: GlossaryTranslationService? = nil
    ) throws -> DictTranslationService {
        DictTranslationService(
            server: try #require(dictServer), databases: databases, glossary: glossary, clock: time.clock,
            timeout: .seconds(3600))
    }

    /// The glossary's usual words are the measure: every ninth of its more common concepts, which come first, whatever the rule for the first
    /// translation.
    /// `agreeing` is what was measured with this glossary, less two in a hundred; `count` a little less than was found.
    @Test(
        "hundreds of everyday words are translated, most of them as in the glossary",
        arguments: [
            ("fd-eng-deu", "en", "de", 800, 0.62), ("fd-deu-eng", "de", "en", 820, 0.62),
            ("fd-eng-ita", "en", "it", 340, 0.63), ("fd-ita-eng", "it", "en", 280, 0.65),
            ("mueller7", "en", "ru", 650, 0.64),
        ])
    func everydayWords(database: String, from: String, to: String, count: Int, agreeing: Double) async throws {
        let direction = try TranslationDirection.between(from, to)
        let glossary = try Glossary.bundled()
        let source = try #require(glossary.languages.firstIndex(of: direction.source))
        let target = try #require(glossary.languages.firstIndex(of: direction.target))
        var accepted: [String: Set<String>] = [:]
        for concept in glossary.concepts {
            for word in concept.words[source] {
                accepted[word, default: []].formUnion(concept.words[target].map { TextFolding.fold($0, .search) })
            }
        }
        let service = try service([database])
        var found = 0
        var agreed = 0
        for (number, concept) in glossary.concepts.prefix(8500).enumerated() where number.isMultiple(of: 9) {
            let word = concept.words[source][0]
            do throws(TranslationError) {
                let entry = try await service.lookUp(.init(stored: word), direction)
                found += 1
                if accepted[word]?.contains(TextFolding.fold(entry.translation.text, .search)) == true { agreed += 1 }
            } catch {
                #expect(error == .notFound, "\(word)")
            }
        }
        await service.close()
        print("\(database): \(found) found, \(agreed) as in the glossary (\(agreed * 100 / max(1, found)) %)")
        #expect(found >= count)
        #expect(Double(agreed) / Double(found) >= agreeing)
    }

    @Test("Haus is house; cane is translated through English; hostile text finds and breaks nothing")
    func words() async throws {
        let service = try service(glossary: GlossaryTranslationService(clock: time.clock))
        let house = try await service.lookUp(WordText("Haus"), .between("de", "en"))
        #expect(house.translation.text == "house")
        #expect(house.senses[0].partOfSpeech == "noun")
        #expect(!house.senses[0].examples.isEmpty)
        let logged = LoggingLookUp(service, name: "dict", logger: .disabled)
        let pivot = PivotLookUp(logged, legs: logged, through: .english)
        let dog = try await pivot.lookUp(LookUpRequest(WordText("cane"), .between("it", "ru")))
        #expect(dog.translation.text == "собака")
        #expect(dog.provider.rawValue == "pivot:en(dict)")
        for text in HostileText.all + ["\"", "\\", "...", "'", "ab", "QUIT"] {
            do throws(TranslationError) {
                let entry = try await service.lookUp(.init(stored: text), .englishToRussian)
                #expect(entry.headword.lowercased() == text.lowercased())
            } catch {
                #expect(error == .notFound, "\(text.debugDescription)")
            }
        }
        #expect(try await service.lookUp(WordText("ice cream"), .between("en", "de")).translation.text == "Eis")
    }

    @Test("words are listed as in their dictionaries, with translations, in every format")
    func suggestions() async throws {
        let service = try service()
        func found(_ text: String, _ from: String, _ to: String) async throws -> [Suggestion] {
            try await service.suggestions(beginningWith: WordText(text), .between(from, to), limit: 8)
        }
        let german = try await found("haub", "de", "en")
        #expect(german.count == 8)
        #expect(german.first?.text == "Haube")
        #expect(german.allSatisfy { $0.text.lowercased().hasPrefix("haub") })
        #expect(german.first?.translation != nil)
        let russian = try await found("houseb", "en", "ru")
        #expect(russian.contains { $0.text == "houseboat" && $0.translation != nil })
        #expect(try await found("zzzzzz", "en", "de").isEmpty)
        for text in HostileText.all + ["\"\"", "\\\\", "...", "''", "QUIT", "* exact"] {
            let list = try await service.suggestions(beginningWith: .init(stored: text), .englishToRussian, limit: 8)
            let beginning = TextFolding.fold(text, .search)
            #expect(
                list.allSatisfy { TextFolding.fold($0.text, .search).hasPrefix(beginning) }, "\(text.debugDescription)")
        }
        // A good part of the dictionary begins with these; what is listed is a fraction of a second's work all the same.
        for text in ["be", "un", "st"] { #expect(try await found(text, "en", "de").count == 8) }
        await service.close()
    }
}
