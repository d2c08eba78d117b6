import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("Languages that the user adds", .bounded)
struct AddedLanguageTests {
    @Test("a language is added by its code and offered everywhere at once and after a restart; one with words stays")
    func languages() async throws {
        try await withTemporaryFolder { folder in
            let store = AppConfiguration(storage: .file(folder.appending(path: "words.db")))
            let everyday = LanguageCatalog.everyday.languages
            let spanish = Language(code: "es")
            try await withApp(store) { app in
                let screen = app.mainScreen.mainNavigator.toNewWord.router.open()
                let (model, picker) = (screen.viewModel, screen.langPicker.viewModel)
                #expect(!model.setLanguages(from: "es", to: nil))
                #expect(model.failure?.code == "unknownLanguage")
                for code in ["xx", "", "e", "es es", "english"] {
                    let isAdded = await picker.add(code)
                    #expect(!isAdded && picker.failure == .unknownLanguage(code, known: everyday))
                }
                #expect(await picker.add("ES"))
                #expect(await picker.add("es"))
                #expect(await picker.add("eng"))
                #expect(picker.languages == everyday + [spanish] && app.languages.languages == picker.languages)
                #expect(model.setLanguages(from: "es", to: "ru"))
                model.text = "gato"
                let saved = await model.save()
                #expect(saved?.direction.description == "es→ru")
            }
            try await withApp(store) { app in
                let picker = app.mainScreen.mainNavigator.toNewWord.router.open().langPicker.viewModel
                #expect(app.languages.languages == everyday + [spanish])
                #expect(await picker.choose(from: "de", to: "es"))
                #expect(await !picker.drop("es"))
                #expect(picker.failure == .languageInUse(spanish, words: 1))
                // A word in the bin would come back without its language.
                try await app.words.remove(app.words.words(.newest(9)).map(\.id))
                #expect(await !picker.drop("es"))
                #expect(picker.failure == .languageInUse(spanish, words: 1))
                try await app.words.emptyBin()
                // It is of the current direction, too.
                #expect(await picker.drop("SPA"))
                #expect(picker.direction == .englishToRussian && picker.languages == everyday)
                for code in ["de", "it"] { #expect(await picker.drop(code)) }
                #expect(await !picker.drop("en"))
                #expect(picker.failure == .tooFewLanguages)
            }
            try await withApp(store) { #expect($0.languages.languages == [.english, .russian]) }
        }
    }

    @Test("what two programs with the same store add and drop at once is all there")
    func together() async throws {
        try await withTemporaryFolder { folder in
            let store = AppConfiguration(storage: .file(folder.appending(path: "words.db")))
            try await withApp(store) { one in
                try await withApp(store) { other in
                    let picker = one.mainScreen.mainNavigator.toNewWord.router.open().langPicker.viewModel
                    let second = other.mainScreen.mainNavigator.toNewWord.router.open().langPicker.viewModel
                    #expect(await picker.add("es"))
                    #expect(await second.add("fr"))
                    #expect(await picker.drop("de"))
                    #expect(other.languages.languages.map(\.code) == ["en", "ru", "de", "it", "es", "fr"])
                    #expect(one.languages.languages.map(\.code) == ["en", "ru", "it", "es", "fr"])
                    // The direction of the one has a language that the other drops.
                    #expect(await picker.choose(from: "fr", to: "en"))
                    one.externalChanges.start(every: .milliseconds(5))
                    #expect(await second.drop("fr"))
                    try await eventually { picker.direction == .englishToRussian }
                }
            }
        }
    }

    private func withApp(_ configuration: AppConfiguration, _ body: (AppGraph) async throws -> Void) async throws {
        let dependencies = try await AppDependencies.open(configuration)
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        try await body(app)
        app.detach()
        await dependencies.close()
    }

    @Test("a search finds words of an added language by their forms")
    func forms() async throws {
        let spanish = Language(code: "es")
        let words = Vocabulary(
            InMemoryWordRepository(),
            wordsOfForm: { text, language in language == spanish && text.value == "gatos" ? ["gato"] : [] },
            languages: { [.english, spanish] })
        try await words.add(.make("gato", "gato", "es", "ru", createdAt: ManualTime().now))
        #expect(try await words.search(WordQuery("gatos")).map(\.text.value) == ["gato"])
    }
}
