import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import TodoList

/// The whole app on a store in memory, with a service that a test scripts.
@MainActor
final class TestApp {
    let time = ManualTime()
    let store = DictionaryStore.inMemory()
    let service: ScriptedTranslationService
    let tree = FeatureTree()
    let graph: AppGraph

    init(
        words: (any WordRepository)? = nil, settings: (any SettingsStore)? = nil,
        todos: TaskList? = nil
    ) {
        let clock = time.clock
        service = ScriptedTranslationService { text, direction throws(TranslationError) in
            try DictionaryEntry(
                headword: text.value, direction: direction, senses: [.init(translations: ["<\(text)>"])],
                provider: .glossary, date: clock.now())
        }
        let counter = IdentifierGenerator.sequence(prefix: "")
        let dependencies = AppDependencies(
            store: DictionaryStore(
                words: words ?? store.words, reviews: words == nil ? store.reviews : nil, todos: todos ?? store.todos,
                settings: settings ?? store.settings),
            translation: TranslationServices(service, clock: clock, sleeper: time.sleeper),
            direction: .englishToRussian,
            environment: AppEnvironment(
                clock: clock, sleeper: time.sleeper,
                identifiers: IdentifierGenerator { [time] in
                    time.advance(by: 1)
                    let number: Identifier<TestApp> = counter.next()
                    return String(repeating: "0", count: 4 - number.rawValue.count) + number.rawValue
                }))
        graph = AppBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    var navigator: MainNavigatorGraph { graph.mainScreen.mainNavigator }
    var rows: WordListViewModel { graph.mainScreen.mainWordList.wordList.viewModel }

    /// Adds words by the screen for a new word.
    @discardableResult
    func add(_ texts: String...) async -> [Word] {
        var words: [Word] = []
        for text in texts {
            let screen = navigator.toNewWord.router.open()
            screen.viewModel.text = text
            if let word = await screen.viewModel.save() { words.append(word) }
            graph.navigation.pop()
        }
        return words
    }
}
