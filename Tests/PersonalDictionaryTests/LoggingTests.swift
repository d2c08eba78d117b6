import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// What an app on a store in memory has logged.
@MainActor
private final class LoggedApp {
    let log = EventLogger.InMemoryHandler()
    let time = ManualTime()
    let words: FaultyWordRepository
    let graph: AppGraph

    init(_ level: EventLogger.Level) {
        let clock = time.clock
        let logger = EventLogger(label: "app", minimumLevel: level, handler: log, clock: clock)
        let store = DictionaryStore.inMemory(logger: logger)
        words = FaultyWordRepository(store.words)
        let service = ScriptedTranslationService { text, direction throws(TranslationError) in
            try DictionaryEntry(
                headword: text.value, direction: direction, senses: [.init(translations: ["перевод"])],
                provider: .glossary, date: clock.now())
        }
        let dependencies = AppDependencies(
            store: DictionaryStore(
                words: words, todos: store.todos),
            translation: TranslationServices(
                service, name: "scripted", clock: clock, sleeper: time.sleeper,
                logger: logger.labelled("translation")),
            direction: .englishToRussian,
            environment: AppEnvironment(
                clock: clock, sleeper: time.sleeper, identifiers: .sequence(prefix: "id-"), logger: logger))
        let tree = FeatureTree(clock: clock, logger: logger)
        graph = AppBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    var navigator: MainNavigatorGraph { graph.mainScreen.mainNavigator }
    /// The lines so far, without their times and what took how long.
    var lines: [String] {
        log.events.map {
            $0.line.split(separator: " ", maxSplits: 1).last.map(String.init)?
                .replacing(/\ took=\d+ms/, with: "") ?? ""
        }
    }

    /// Start, add a word, have it translated, star it, find it, open its entry, go back, tick a task off, fail, and leave.
    func runScenario() async throws {
        graph.startTranslating()
        let newWord = navigator.toNewWord.router.open()
        newWord.viewModel.text = "aardvark"
        let word = try #require(await newWord.viewModel.save())
        await waitUntil { newWord.viewModel.saved?.translation.translation != nil }
        graph.navigation.pop()

        await graph.mainScreen.mainWordList.viewModel.load()
        await graph.mainScreen.mainWordList.wordList.viewModel.setFavorite(true, of: word.id)
        let search = navigator.toSearch.router.open()
        navigator.searchTextInput.viewModel.text = "ardvar"
        await waitUntil { search.searchWordList.viewModel.words.count == 1 }
        let entry = search.searchWordList.wordList.toEntry.open(word)
        await entry.viewModel.load()
        graph.navigation.dismiss(entry.scope.id)
        graph.navigation.pop()

        let todo = navigator.toTodoList.router.open().mainScreen
        let task = try #require(await todo.list.viewModel.add("Buy marzipan"))
        await todo.list.viewModel.setCompleted(true, task.id)
        graph.navigation.pop()

        words.isFailing = true
        let failing = navigator.toNewWord.router.open()
        failing.viewModel.text = "zebra"
        #expect(await failing.viewModel.save() == nil)
        failing.viewModel.text = " "
        #expect(await failing.viewModel.save() == nil)
        graph.detach()
    }

    /// Which of the lines expected are missing, each looked for behind the one before.
    func missing(_ expected: [String]) -> [String] {
        var rest = lines[...]
        return expected.filter { line in
            guard let index = rest.firstIndex(of: line) else { return true }
            rest = rest[(index + 1)...]
            return false
        }
    }
}

@MainActor
@Suite("What the app logs", .bounded)
struct LoggingTests {
    private let newWord = "App / MainScreen / MainNavigator / NavToNewWord / NewWord"
    private let search = "App / MainScreen / MainNavigator / NavToSearch / Search"
    private let todo = "App / MainScreen / MainNavigator / NavToTodoList / TodoList"

    @Test("at info level, features, screens, actions, states and failures are logged in order")
    func info() async throws {
        let app = LoggedApp(.info)
        try await app.runScenario()
        let expected = [
            "info feature: feature installed path=App",
            "info feature: feature installed path=\(newWord)",
            "info screen: screen shown screen=\(newWord)",
            "info action: save word feature=\(newWord)",
            "info change: word added word=id-1 status=pending favourite=false",
            "info change: word changed word=id-1 status=pending→translated favourite=false provider=glossary",
            "info screen: screen dismissed screen=\(newWord)",
            "info feature: feature detached path=\(newWord)",
            "info action: star word feature=App / MainScreen / MainWordList / WordList subject=id-1",
            "info change: word changed word=id-1 status=translated favourite=false→true provider=glossary",
            "info screen: screen shown screen=\(search)",
            "info action: type search text feature=App / MainScreen / MainNavigator / SearchTextInput",
            "info screen: screen shown screen=\(search) / SearchWordList / WordList / DictionaryEntry",
            "info screen: screen dismissed screen=\(search) / SearchWordList / WordList / DictionaryEntry",
            "info screen: screen dismissed screen=\(search)",
            "info screen: screen shown screen=\(todo)",
            "info action: add task feature=\(todo) / MainScreen / MainList",
            "info change: task added task=id-2 state=open priority=normal sync=local",
            "info action: tick task off feature=\(todo) / MainScreen / MainList subject=id-2",
            "info change: task changed task=id-2 state=open→done priority=normal sync=local",
            "info screen: screen dismissed screen=\(todo)",
            "info action: save word feature=\(newWord)",
            "warning store: add word failed error=storeUnreadable",
            "warning action: save word could not be done feature=\(newWord) error=storeUnreadable",
            "info action: save word feature=\(newWord)",
            "info action: save word could not be done feature=\(newWord) error=emptyText",
            "info feature: feature detached path=App",
        ]
        #expect(app.missing(expected) == [], "\(app.lines.joined(separator: "\n"))")
    }

    @Test("at debug level, reads, writes, look-ups and streams are logged with their subjects")
    func debug() async throws {
        let app = LoggedApp(.debug)
        try await app.runScenario()
        let expected = [
            "debug stream: subscribed stream=words subscriber=1",
            "debug store: add word started subject=id-1 aardvark (pending)",
            "debug store: add word done",
            "info change: word added word=id-1 status=pending favourite=false",
            "debug change: word added: content content=id-1 aardvark (pending)",
            "debug stream: sent stream=words event=added id-1 aardvark (pending)",
            "debug translation: look-up starts service=scripted word=aardvark direction=en→ru",
            "debug translation: look-up found service=scripted word=aardvark provider=glossary",
            "debug store: record look-up started subject=id-1 found",
            "debug stream: sent stream=words event=updated id-1 aardvark = перевод (translated)",
            "debug store: star word done result=id-1 aardvark = перевод (translated)",
            "debug stream: sent stream=searchText event=ardvar",
            "debug store: search words started subject=ardvar in both",
            "debug store: search words done result=1",
            "debug store: add task started subject=id-2 Buy marzipan (open)",
            "debug stream: sent stream=tasks event=added id-2 Buy marzipan (open)",
            "debug store: edit task done result=id-2 Buy marzipan (done)",
            "warning store: add word failed error=storeUnreadable",
        ]
        #expect(app.missing(expected) == [], "\(app.lines.joined(separator: "\n"))")
        #expect(
            app.lines.contains("debug stream: received stream=words subscriber=1 event=added id-1 aardvark (pending)"))
        // The tasks that read end one after the other.
        try await eventually { app.subscribed == app.unsubscribed }
    }

    @Test("only debug lines contain words and tasks, whatever the logger's level")
    func privacy() async throws {
        for level in [EventLogger.Level.debug, .info] {
            let app = LoggedApp(level)
            try await app.runScenario()
            let told = app.log.events.filter { event in
                ["aardvark", "ardvar", "перевод", "marzipan", "zebra"].contains { event.line.contains($0) }
            }
            #expect(told.allSatisfy { $0.level == .debug })
            #expect(told.isEmpty == (level == .info))
        }
    }

    @Test("a thrown error is not logged at error level, and a disabled logger writes nothing")
    func silence() async throws {
        let app = LoggedApp(.error)
        try await app.runScenario()
        #expect(app.log.events.isEmpty)
        #expect(!EventLogger.disabled.isEnabled(.error))
    }
}

extension LoggedApp {
    fileprivate var subscribed: Int { log.events.count { $0.message == "subscribed" } }
    fileprivate var unsubscribed: Int { log.events.count { $0.message == "unsubscribed" } }
}
