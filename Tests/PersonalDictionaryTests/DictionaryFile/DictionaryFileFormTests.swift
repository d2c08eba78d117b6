import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What people type, in dictionary files", .bounded)
struct DictionaryFileFormTests {
    private let time = ManualTime()
    /// Its tables of forms are read once.
    private static let glossary = GlossaryTranslationService(clock: ManualTime().clock)

    private static let german = DictionaryFixture([
        ("Hund", "Hund /h/ <masc, n, sg>\ndog"), ("Haus", "Haus /h/ <neut, n, sg>\nhouse"),
        ("gehen", "gehen /g/ <v>\ngo"), ("schön", "schön /s/ <adj>\nbeautiful"),
        ("Ring", "Ring /r/ <masc, n, sg>\nring"), ("ringen", "ringen /r/ <v>\nwrestle"),
        ("guten Tag", "guten Tag /g/\nhello"), ("Kinder", "Kinder /k/ <n, pl>\nchildren"),
        ("Kind", "Kind /k/ <neut, n, sg>\nchild"), ("sich beeilen", "sich beeilen /b/ <v>\nhurry"),
        ("Verweis", "Verweis /v/ <masc, n, sg>\nsee: {Hund}"), ("Essen", "Essen /e/ <neut, n, sg>\nmeal"),
        ("essen", "essen /e/ <v>\neat"),
        ("Bücher", "Bücher /b/ <pl>\naccounts, ledgers"), ("Bücher", "Bücher /b/ <pl>\nbooks"),
    ])
    private static let english = DictionaryFixture([
        ("go", "go /g/\nидти"), ("run", "run /r/\nбежать"), ("how are you", "how are you /h/\nкак дела"),
        ("mouse", "mouse /m/\nмышь"), ("saw", "saw /s/\nпила"), ("see", "see /s/\nвидеть"), ("it's", "it's /i/\nэто"),
    ])

    private func look(
        _ text: String, _ fixture: DictionaryFixture, _ source: String, _ target: String
    ) async throws -> DictionaryEntry {
        try await look(WordText(text), fixture, source, target)
    }

    private func look(
        _ text: WordText, _ fixture: DictionaryFixture, _ source: String, _ target: String
    ) async throws -> DictionaryEntry {
        try await withTemporaryFolder { folder in
            var fixture = fixture
            fixture.title = ""
            let file = try DictionaryFile(fixture.write(to: folder, name: "\(source)-\(target)"))
            let service = DictionaryFileTranslationService(file, glossary: Self.glossary, clock: time.clock)
            return try await service.lookUp(text, .between(source, target))
        }
    }

    @Test(
        "articles, punctuation, spellings and inflected forms are found, and the entry says as what",
        arguments: [
            ("der Hund", "Hund", "without the article", "dog"), ("Häuser", "Haus", "plural", "house"),
            ("die Hunde!", "Hund", "plural", "dog"), ("gegangen", "gehen", "past participle", "go"),
            ("schoen", "schön", "spelling", "beautiful"), ("Guten Tag!", "guten Tag", "without punctuation", "hello"),
            ("beeilt", "sich beeilen", "present tense", "hurry"), ("ein  Kind", "Kind", "without the article", "child"),
        ])
    func german(text: String, form: String, how: String, translation: String) async throws {
        let entry = try await look(text, Self.german, "de", "en")
        #expect(entry.headword == text)
        #expect(entry.matched?.form == form)
        #expect(entry.matched?.how.contains(how) == true, "\(String(describing: entry.matched))")
        #expect(entry.translation.text == translation)
        #expect(entry.provider == .dictionaryFile)
    }

    @Test(
        "English ones too, in a dictionary without parts of speech",
        arguments: [
            ("went", "go", "past tense", "идти"), ("to run", "run", "without “to”", "бежать"),
            ("how are you?", "how are you", "without punctuation", "как дела"), ("mice", "mouse", "plural", "мышь"),
            ("running", "run", "present participle", "бежать"),
        ])
    func english(text: String, form: String, how: String, translation: String) async throws {
        let entry = try await look(text, Self.english, "en", "ru")
        #expect(entry.matched == .init(form: form, how: how))
        #expect(entry.translation.text == translation)
    }

    @Test("a word that the dictionary has itself is not taken for a form: Kinder, saw, and in another case")
    func exact() async throws {
        let words = ["Kinder": "children", "kinder": "children", "Essen": "meal", "essen": "eat"]
        for (text, translation) in words {
            let entry = try await look(text, Self.german, "de", "en")
            #expect(entry.matched == nil && entry.translation.text == translation, "\(text)")
        }
        let saw = try await look("saw", Self.english, "en", "ru")
        #expect(saw.matched == nil && saw.translation.text == "пила")
    }

    @Test("of a form that the dictionary has itself, the translation comes first that is a form of the glossary's")
    func usualForm() async throws {
        let entry = try await look("Bücher", Self.german, "de", "en")
        #expect(entry.matched == nil && entry.translation.text == "books")
    }

    @Test("a form of a noun and of a verb is of the one that is shown, and a verb's form is of no noun")
    func partsOfSpeech() async throws {
        #expect(try await look("Ringe", Self.german, "de", "en").matched == .init(form: "Ring", how: "plural"))
        #expect(try await look("ringst", Self.german, "de", "en").matched?.form == "ringen")
        #expect(try await look("Essens", Self.german, "de", "en").translation.text == "meal")
    }

    @Test(
        "nothing is found of what it has no word for, or only a reference",
        arguments: HostileText.all + ["der", "die Katze", "Verweise", "its!", "?", "Hundx"])
    func nothing(text: String) async throws {
        await #expect(throws: TranslationError.notFound) {
            try await look(WordText(stored: text), Self.german, "de", "en")
        }
    }

    @Test("a glossary that cannot be read takes no answer away: it only orders")
    func noGlossary() async throws {
        let broken = GlossaryTranslationService(clock: time.clock) {
            throw DictionaryFileError(path: "", reason: .damaged)
        }
        try await withTemporaryFolder { folder in
            let file = try DictionaryFile(Self.english.write(to: folder))
            let service = DictionaryFileTranslationService(file, glossary: broken, clock: time.clock)
            #expect(try await service.lookUp(WordText("mouse"), .englishToRussian).translation.text == "мышь")
            let words = try await service.suggestions(beginningWith: WordText("mou"), .englishToRussian, limit: 3)
            #expect(words.map(\.translation) == ["мышь"])
        }
    }

    @Test("similar words come from the glossary and from files, the nearest first, though one file is damaged")
    func similar() async throws {
        try await withTemporaryFolder { folder in
            let fixture = DictionaryFixture([
                ("hedgehog", "hedgehog /h/\nёж"), ("hedgehig", "hedgehig /h/\nслово"),
                ("zyxwvut", "zyxwvut /z/\nнечто"),
            ])
            let file = try DictionaryFile(fixture.write(to: folder))
            let other = folder.appending(path: "other")
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
            let damaged = try DictionaryFile(fixture.write(to: other))
            try Data().write(to: other.appending(path: "eng-rus.dict.dz"))
            let services = TranslationConfiguration([.glossary, .file(damaged), .file(file)]).services(
                store: try await DictionaryStore.open(.memory, options: .init()), clock: time.clock,
                sleeper: time.sleeper, logger: .disabled)
            func similar(_ text: String) async throws -> [String?] {
                try await services.entries(similarTo: WordText(text), in: [.englishToRussian]).map(\.matched?.form)
            }
            #expect(try await similar("hedgehiig").first == "hedgehig")
            #expect(try await similar("hedgehogg").count { $0 == "hedgehog" } == 1)
            #expect(try await similar("zyxwvt") == ["zyxwvut"])
            let error = await #expect(throws: TranslationError.self) { try await similar("qqqqqqq") }
            #expect(error?.code == "fileUnreadable")
        }
    }

    @Test("a file that cannot be read is an error, not a word that is not there")
    func unreadable() async throws {
        try await withTemporaryFolder { folder in
            var fixture = Self.german
            fixture.title = ""
            let index = try fixture.write(to: folder, name: "de-en")
            let service = DictionaryFileTranslationService(try DictionaryFile(index), clock: time.clock)
            try Data("x".utf8).write(to: folder.appending(path: "de-en.dict.dz"))
            let error = await #expect(throws: TranslationError.self) {
                try await service.lookUp(WordText("der Hund"), .between("de", "en"))
            }
            #expect(error?.code == "fileUnreadable")
        }
    }
}
