import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Words and languages", .bounded)
struct DomainTests {
    @Test(
        "the text of a word is trimmed and composed",
        arguments: [("  dog\n", "dog"), ("\u{A0}e\u{301}t\u{E9}\t", "été")])
    func trimming(typed: String, kept: String) throws {
        #expect(Array(try WordText(typed).value.unicodeScalars) == Array(kept.unicodeScalars))
    }

    @Test("white space alone is no word", arguments: ["", " ", "\n\t\u{A0}\u{2003}"])
    func empty(typed: String) {
        #expect(throws: DictionaryError.emptyText) { try WordText(typed) }
    }

    @Test("500 characters of any kind are a word; 501 are not")
    func length() throws {
        #expect(try WordText(String(repeating: "👩‍👩‍👧‍👦", count: 500)).value.count == 500)
        #expect(throws: DictionaryError.textTooLong(length: 501)) { try WordText(String(repeating: "a", count: 501)) }
        #expect(try WordText(" " + String(repeating: "a", count: 500) + " ").value.count == 500)
    }

    @Test("a language is found by its code in any case; the error names an unknown one")
    func languages() throws {
        let catalog = LanguageCatalog.everyday
        #expect(catalog.languages.map(\.code) == ["en", "ru", "de", "it"])
        #expect(try catalog.language(code: "DE") == .german)
        #expect(throws: DictionaryError.unknownLanguage("xx", known: catalog.languages)) {
            try catalog.language(code: "xx")
        }
        #expect(LanguageCatalog([.german, .german]).languages == [.german])
        #expect(Language.german.name(in: Locale(identifier: "en")) == "German")
        #expect(Language.german.name(in: Locale(identifier: "ru")) == "немецкий")
    }

    @Test("the languages of a direction differ")
    func direction() throws {
        #expect(throws: DictionaryError.sameLanguage(.english)) {
            try TranslationDirection(from: .english, to: .english)
        }
        #expect(try TranslationDirection.between("it", "de").swapped == .between("de", "it"))
    }

    @Test("an entry has a translation")
    func entries() throws {
        #expect(throws: TranslationError.notFound) {
            try DictionaryEntry(
                headword: "x", direction: .englishToRussian, senses: [.init(translations: [""])], provider: .glossary,
                date: .distantPast)
        }
        let date = ManualTime().now
        let entry = try DictionaryEntry.make("dog", ["собака", "пёс"], at: date)
        #expect(entry.translation == Translation(text: "собака", provider: .glossary, date: date))
        let data = try JSONEncoder().encode(entry)
        #expect(try JSONDecoder().decode(DictionaryEntry.self, from: data) == entry)
    }

    @Test("error codes keep the names that scripts use")
    func codes() {
        let errors: [(DictionaryError, String)] = [
            (.emptyText, "emptyText"), (.textTooLong(length: 501), "textTooLong"),
            (.unknownLanguage("xx", known: []), "unknownLanguage"), (.sameLanguage(.english), "sameLanguage"),
            (.languageInUse(.english, words: 1), "languageInUse"), (.tooFewLanguages, "tooFewLanguages"),
            (.duplicate(of: WordID("1")), "duplicate"), (.notFound("1"), "notFound"),
            (.ambiguousID("1", matches: []), "ambiguousID"),
            (.store(StoreError(.tooNew, path: nil, message: Message(""))), "storeTooNew"),
            (.store(StoreError(.damaged, path: nil, message: Message(""))), "storeDamaged"),
            (.store(StoreError(.busy, path: nil, message: Message(""))), "storeBusy"),
            (.store(StoreError(.full, path: nil, message: Message(""))), "storeFull"),
            (.store(StoreError(.unreadable, path: nil, message: Message(""))), "storeUnreadable"),
        ]
        for (error, code) in errors { #expect(error.code == code) }
    }
}
