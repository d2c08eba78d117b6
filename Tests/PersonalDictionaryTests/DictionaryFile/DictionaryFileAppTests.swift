import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Dictionary files in an app", .bounded)
@MainActor
struct DictionaryFileAppTests {
    private let rig = AppServicesRig()

    @Test("files answer beside the glossary, list words at every letter, and wait for no service that is closed")
    func app() async throws {
        let time = rig.time
        let closed = ScriptedTranslationService { _, _ throws(TranslationError) in
            throw .rateLimited(until: time.now.addingTimeInterval(3600))
        }
        try await withTemporaryFolder { folder in
            let fixture = DictionaryFixture([
                ("dog", "dog /d/\nдог"), ("dogzyx", "dogzyx /d/\nслово"), ("dogzyy", "dogzyy /d/\nдругое"),
            ])
            let file = try DictionaryFile(fixture.write(to: folder))
            let dependencies = try await rig.open([.glossary, .file(file), .service(closed)])
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            app.startTranslating()
            let words = [
                ("cat", TranslationProvider.glossary), ("dogzyx", .dictionaryFile), ("dogzyy", .dictionaryFile),
                ("dog", .glossary),
            ]
            for (text, provider) in words {
                let saved = try await app.words.add(.make(text, text, createdAt: time.now)).word
                #expect(saved.translation.translation?.provider == provider, "\(text)")
            }
            let model = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
            model.text = "dogzyx"
            await waitUntil { !model.suggestions.isEmpty }
            #expect(model.suggestions.map(\.text) == ["dogzyx"])
            app.detach()
            await dependencies.close()
        }
    }

    @Test("a service that is closed delays no answer of the device that is listed after it")
    func closedFirst() async throws {
        let time = rig.time
        let closed = ScriptedTranslationService { _, _ throws(TranslationError) in
            throw .rateLimited(until: time.now.addingTimeInterval(3600))
        }
        try await withTemporaryFolder { folder in
            let file = try DictionaryFile(DictionaryFixture([("dog", "dog /d/\nдог")]).write(to: folder))
            let dependencies = try await rig.open([.service(closed), .file(file), .glossary])
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            app.startTranslating()
            for (text, provider) in [("dog", TranslationProvider.dictionaryFile), ("cat", .glossary)] {
                let id = try await app.words.add(.make(text, text, createdAt: time.now)).word.id
                try await eventually { try await app.words.word(id).translation.translation?.provider == provider }
            }
            app.detach()
            await dependencies.close()
        }
    }
}
