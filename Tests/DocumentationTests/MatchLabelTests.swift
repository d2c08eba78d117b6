import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What a text is of a word", .bounded)
struct MatchLabelTests {
    private let russian = Localizer.personalDictionary(locale: Locale(identifier: "ru"))
    private let english = Localizer.personalDictionary(locale: Locale(identifier: "en"))

    @Test("each label of the tables is said in Russian wholly, but for the word that it names, and in English as it is")
    func translated() throws {
        let labels = try MatchLabels.all()
        #expect(labels.count > 100)
        for label in labels {
            let match = DictionaryEntry.Match(form: "§", labels: [label])
            let text = russian.match(match)
            #expect(text.hasPrefix("§ (") && text.contains { ("а"..."я").contains($0) }, "\(label): \(text)")
            if let word = label.word { #expect(text.contains("«\(word)»"), "\(label): \(text)") }
            let ownText = text.replacing(/«.+»/, with: "")
            #expect(!ownText.contains { ("a"..."z").contains($0.lowercased()) }, "\(label): \(text)")
            #expect(english.match(match) == "§ (\(label.rawValue))")
        }
    }

    @Test("a match is said in the user's language, with the word that is left out")
    func said() {
        #expect(russian.match(.init(form: "run", labels: ["without “to”"])) == "run (без «to»)")
        #expect(
            russian.match(.init(form: "leave", labels: ["past tense", "past participle"]))
                == "leave (прошедшее время, причастие прошедшего времени)")
        #expect(english.match(.init(form: "run", labels: ["without “to”"])) == "run (without “to”)")
        // A later version may have stored it.
        #expect(russian.match(.init(form: "run", labels: ["new “label”"])) == "run (new “label”)")
    }

    @Test("a sense of another form says so in the user's language")
    func senses() async throws {
        let glossary = GlossaryTranslationService(clock: ManualTime().clock)
        let entry = try await glossary.lookUp(WordText("left"), .between("en", "ru"))
        #expect(entry.matched == nil && entry.senses[0].matched == nil)
        let sense = try #require(entry.senses.first { $0.matched?.form == "leave" })
        let said = "→ leave (прошедшее время, причастие прошедшего времени): "
        #expect(russian.sense(sense).hasPrefix("глагол \(said)"), "\(russian.sense(sense))")
        #expect(english.sense(sense).hasPrefix("verb → leave (past tense, past participle): "))
        #expect(!entry.senses.flatMap(\.notes).contains { $0.contains("tense") })
    }

    @Test("a match is stored as its word and its labels in English, and entries that were stored before are read")
    func stored() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func json(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        func sense(_ json: String) throws -> DictionaryEntry.Sense {
            try JSONDecoder().decode(DictionaryEntry.Sense.self, from: Data(json.utf8))
        }
        let match = DictionaryEntry.Match(form: "leave", labels: ["past tense", "past participle"])
        #expect(try json(match) == #"{"form":"leave","how":"past tense, past participle"}"#)
        let stored = DictionaryEntry.Sense(translations: ["покидать"], matched: match)
        #expect(try sense(json(stored)) == stored)
        let old = #"{"examples":[],"notes":["past tense of leave"],"translations":["покидать"]}"#
        #expect(try sense(old).notes == ["past tense of leave"] && sense(old).matched == nil)
        #expect(try json(sense(old)) == old)
    }
}

/// The labels that the library uses: those of the tables, and those of the code.
enum MatchLabels {
    typealias Label = DictionaryEntry.Match.Label

    static func all() throws -> Set<Label> {
        let folder = project.appending(path: "Sources/PersonalDictionary/Resources")
        let tables = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var labels: Set<Label> = [
            .similar, .spelling, .contraction, .reflexive, .withoutPunctuation, .withoutNoun, .separable,
            .notation, .partOfCompound,
        ]
        for table in tables where table.pathExtension == "tsv" {
            let name = table.lastPathComponent
            guard name == "endings.tsv" || name.hasPrefix("forms-") else { continue }
            let column = name == "endings.tsv" ? 4 : 3
            for line in try String(contentsOf: table, encoding: .utf8).split(separator: "\n") {
                let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
                guard cells[0] != "language" else { continue }
                labels.formUnion(cells[column].split(separator: "|").map { Label(rawValue: String($0)) })
            }
        }
        return labels
    }

    static func kinds() throws -> Set<String> { Set(try all().map(\.kind)) }
}
