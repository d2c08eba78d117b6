import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import Testing

@MainActor
@Suite("Flows of one's own", .timeLimit(.minutes(15)))
struct OwnFlowTests {
    private let tree = FeatureTree()

    private func account() async throws -> AppDependencies {
        try await AppDependencies.open(AppConfiguration(storage: .memory))
    }

    @Test("a screen returns the tag that the user chooses; a swipe back adds nothing")
    func tagPicker() async throws {
        let dependencies = try await account()
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        let newWord = app.mainScreen.mainNavigator.toNewWord.router.open()
        newWord.viewModel.text = "dog"
        let word = try #require(await newWord.viewModel.save())
        let entry = app.mainScreen.mainWordList.wordList.toEntry.open(word).viewModel
        let toTagPicker = RouteBuilder(navigator: app.navigation, style: .presented, parent: app.scope) {
            TagPickerBuilder(dependencies: $0, parent: $1)
        }.build()
        let button = AddTagViewModel(entry, toTagPicker: toTagPicker.router)
        for choice in ["exam", nil] {
            let adding = Task { await button.addTag() }
            #expect(await waitUntil { app.navigation.top is TagPickerGraph })
            if let choice {
                (app.navigation.top as? TagPickerGraph)?.choose(choice)
            } else {
                app.navigation.pop()
            }
            await adding.value
            #expect(entry.word.tags.names == ["exam"] && !(app.navigation.top is TagPickerGraph))
        }
        await dependencies.close()
    }

    @Test("a login, the app of an account, a logout: each ends the one before, and nothing is left of it")
    func accounts() async throws {
        let root = AccountsBuilder(
            dependencies: { _ in try await AppDependencies.open(AppConfiguration(storage: .memory)) }, parent: tree.root
        ).build()
        root.shown.clear()
        #expect(root.shown.graph == nil && !tree.drawing().contains("Login"))
        let empty = tree.snapshot()
        for name in ["ada", "bob"] {
            try await root.logIn(name)
            let scope = try #require(root.shown.graph as? AppGraph).scope
            #expect(!tree.drawing().contains("Login"))
            await root.logOut()
            #expect(scope.isDetached && root.shown.graph is LoginGraph)
        }
        root.shown.clear()
        try await tree.expectNoLeaks(keeping: empty)
    }

    @Test("an account that cannot be opened leaves the login")
    func failedLogin() async throws {
        struct Locked: Error {}
        let root = AccountsBuilder(dependencies: { _ in throw Locked() }, parent: tree.root).build()
        await #expect(throws: Locked.self) { try await root.logIn("ada") }
        #expect(root.shown.graph is LoginGraph)
    }
}
