import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("The store file", .bounded)
struct DictionaryStoreTests {
    private let time = ManualTime()

    @Test("words, entries, the direction and tasks are there when the file is opened again")
    func reopening() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "my words.sqlite")
            let store = try await DictionaryStore.open(file)
            #expect(try await store.typedSettings.value(.direction) == nil)
            let word = try Word.make("1", "dog", createdAt: time.now)
            let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
            try await store.vocabulary.add(word)
            try await store.vocabulary.record(.found(entry), of: word.id, at: time.now)
            try await store.typedSettings.save(.between("de", "it"), for: .direction)
            #expect(try await store.typedSettings.value(.navigation) == nil)
            let open = NavigationState(
                screens: [.search, .dictionaryEntry(word.id), .todoEditor(nil)],
                searchText: "d", searchMode: .word)
            try await store.typedSettings.save(NavigationState(), for: .navigation)
            try await store.typedSettings.save(open, for: .navigation)
            await store.close()
            let again = try await DictionaryStore.open(file)
            #expect(try await again.vocabulary.word(word.id).translation.translation == entry.translation)
            #expect(try await again.vocabulary.entry(of: word.id) == entry)
            #expect(try await again.typedSettings.value(.direction) == .between("de", "it"))
            #expect(try await again.typedSettings.value(.navigation) == open)
            #expect(try await again.todos.todos().isEmpty)
            await again.close()
        }
    }

    @Test("open screens are saved in the form of earlier versions")
    func savedNavigation() async throws {
        let saved = #"""
            {"screens":[{"search":{}},{"dictionaryEntry":{"_0":"w"}},{"todoList":{}},{"todoEditor":{"_0":"t"}},\#
            {"todoEditor":{}},{"todoConflicts":{}},{"favorites":{}},{"newWord":{}}],"searchMode":"both","searchText":"d"}
            """#
        let state = NavigationState(
            screens: [
                .search, .dictionaryEntry(WordID("w")), .todoList,
                .todoEditor(TodoID("t")), .todoEditor(nil), .todoConflicts, .favorites,
                .newWord,
            ], searchText: "d")
        #expect(try JSONDecoder().decode(NavigationState.self, from: Data(saved.utf8)) == state)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(state), as: UTF8.self) == saved)
    }

    @Test("open screens that an earlier version of the demo saved can be read")
    func navigationOfEarlierProgram() throws {
        // Written by the program, with the conflicts open above the to-do list and an entry.
        let saved = #"""
            {"screens":[{"dictionaryEntry":{"_0":"01a201b3-67a7-7000-89d3-3ae6637bb65e"}},{"todoList":{}},\#
            {"todoConflicts":{}}],"searchMode":"both","searchText":""}
            """#
        let entry = WordID("01a201b3-67a7-7000-89d3-3ae6637bb65e")
        let state = NavigationState(screens: [.dictionaryEntry(entry), .todoList, .todoConflicts])
        #expect(try JSONDecoder().decode(NavigationState.self, from: Data(saved.utf8)) == state)
    }

    @Test("open screens that cannot be decoded count as none; a failure to read them is an error")
    func navigation() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let store = try await DictionaryStore.open(file)
            try await store.typedSettings.save(NavigationState(screens: [.favorites]), for: .navigation)
            let other = try await SQLiteDatabase.open(.file(file), schemas: [])
            try await other.write { connection in
                _ = try connection.run("UPDATE setting SET value = '{\"screens\":[{\"attic\":{}}]}'")
            }
            await other.close()
            #expect(try await store.typedSettings.value(.navigation) == nil)
            await store.close()
            await #expect(throws: StoreError.self) { try await store.typedSettings.value(.navigation) }
        }
    }

    @Test("a search sees what another connection to the file has changed")
    func externalChanges() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let mine = try await DictionaryStore.open(file)
            let theirs = try await DictionaryStore.open(file)
            try await mine.vocabulary.add(.make("1", "dog", createdAt: time.now))
            #expect(try await mine.vocabulary.search(WordQuery("o")).map(\.text.value) == ["dog"])
            try await theirs.vocabulary.add(.make("2", "fox", createdAt: time.now))
            #expect(try await mine.vocabulary.search(WordQuery("o")).count == 2)
            try await theirs.vocabulary.remove([WordID("1")])
            #expect(try await mine.vocabulary.search(WordQuery("o")).map(\.text.value) == ["fox"])
            await #expect(throws: DictionaryError.duplicate(of: WordID("2"))) {
                try await mine.vocabulary.add(.make("3", " fox ", createdAt: time.now))
            }
            await mine.close()
            await theirs.close()
        }
    }

    @Test(
        "changes of another connection, and of another session of this one, are reported once; own changes are not reported as external",
        arguments: [false, true])
    func externalChangesAreTold(ofSession: Bool) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let mine = try await DictionaryStore.open(file)
            let theirs = try await ofSession ? mine.session() : DictionaryStore.open(file)
            let changes = WordStream()
            let words = Vocabulary(mine.words, changes: changes)
            let events = changes.events()
            let dog = try Word.make("1", "dog", createdAt: time.now)
            let fox = try Word.make("2", "fox", createdAt: time.now)
            try await words.add(dog)
            #expect(try await words.externalChanges().isEmpty)
            try await theirs.vocabulary.add(fox)
            let starred = try await theirs.vocabulary.setFavorite(true, of: dog.id, at: time.now)
            #expect(try await words.externalChanges() == [.updated(fox), .updated(starred)])
            try await words.remove([dog.id])
            try await theirs.vocabulary.remove([fox.id])
            #expect(try await words.externalChanges() == [.removed(fox.id)])
            #expect(try await words.externalChanges().isEmpty)
            let many = try (0..<300).map { try Word.make("m\($0)", "word \($0)", createdAt: time.now) }
            try await theirs.vocabulary.add(many)
            #expect(try await words.externalChanges() == [.reloaded])
            changes.finish()
            #expect(
                await events.all() == [
                    .added(dog), .updated(fox), .updated(starred), .removed(dog.id), .removed(fox.id), .reloaded,
                ])
            await theirs.close()
            #expect(try await words.wordCount() == 300, "a session does not close the file")
            await mine.close()
        }
    }

    @MainActor
    @Test("an open entry follows a word that another process removes and restores")
    func watchingRemoval() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let theirs = try await DictionaryStore.open(file)
            let dependencies = try await AppDependencies.open(AppConfiguration(storage: .file(file)))
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            let word = try Word.make("1", "dog", createdAt: time.now)
            try await dependencies.store.vocabulary.add(word)
            let entry = app.mainScreen.mainWordList.wordList.toEntry.open(word).viewModel
            app.externalChanges.start(every: .milliseconds(5))
            try await theirs.vocabulary.remove([word.id])
            #expect(await waitUntil { entry.isRemoved })
            try await theirs.vocabulary.add(word)
            #expect(await waitUntil { !entry.isRemoved })
            app.detach()
            await dependencies.store.close()
            await theirs.close()
        }
    }

    @MainActor
    @Test("a screen shows the changes of another process")
    func watching() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let theirs = try await DictionaryStore.open(file)
            let dependencies = try await AppDependencies.open(AppConfiguration(storage: .file(file)))
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            let list = app.mainScreen.mainWordList.viewModel
            await list.load()
            app.externalChanges.start(every: .milliseconds(5))
            try await theirs.vocabulary.add(.make("1", "dog", createdAt: time.now))
            #expect(await waitUntil { list.words.map(\.text.value) == ["dog"] })
            try await theirs.vocabulary.add((0..<300).map { try .make("m\($0)", "word \($0)", createdAt: time.now) })
            #expect(await waitUntil { list.words.count == WordListViewModel.pageSize })
            try await theirs.vocabulary.remove([list.words[0].id])
            #expect(await waitUntil { list.words.count == WordListViewModel.pageSize - 1 })
            app.detach()
            await dependencies.store.close()
            await theirs.close()
        }
    }

    @MainActor
    @Test("reviews of another process are counted on open screens, and leave a session that goes on")
    func watchingReviews() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let theirs = try await DictionaryStore.open(file)
            let others = Reviews(
                theirs.reviews, settings: AppSettings(theirs.settings), clock: .system, timeZone: .current,
                identifiers: .sequence(prefix: "their"))
            let dependencies = try await AppDependencies.open(AppConfiguration(storage: .file(file)))
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            for text in ["dog", "cat", "fox"] {
                try await app.words.add(.make(text, text, createdAt: .now))
                try await app.words.setUserTranslations(["x"], of: WordID(text), at: .now)
            }
            let due = app.mainScreen.mainNavigator.dueReviews.viewModel
            let screen = app.mainScreen.mainNavigator.toReview.router.open()
            let (model, statistics) = (screen.viewModel, screen.toStatistics.router.open().viewModel)
            await due.load()
            await model.load()
            await statistics.load()
            app.externalChanges.start(every: .milliseconds(5))
            #expect(model.queue?.count == 3)
            let shown = try #require(model.card)
            model.typed = "half an ans"
            let other = try #require(model.queue?.cards.last)
            try await others.rate(other.id, .good)
            #expect(await waitUntil { due.count?.new == 2 && statistics.statistics?.reviewedToday == 1 })
            #expect(await waitUntil { model.queue?.count == 2 })
            #expect(model.card == shown && model.typed == "half an ans")
            model.reveal()
            await model.rate(.good)
            let last = try #require(model.card)
            try await others.rate(last.id, .good)
            #expect(await waitUntil { due.count?.new == 0 && model.phase == model.queue.map { .done($0.summary) } })
            #expect(model.canUndo)
            app.detach()
            await dependencies.store.close()
            await theirs.close()
        }
    }

    @MainActor
    @Test("words and tasks of another process are shown although reading the others fails, which is logged once")
    func watchingFailures() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let theirs = try await DictionaryStore.open(file)
            let mine = try await DictionaryStore.open(file)
            let words = FaultyWordRepository(mine.words)
            let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let records = FaultyTodoRecordRepository(SQLiteTodoRecordRepository(database: database))
            let log = EventLogger.InMemoryHandler()
            var configuration = AppConfiguration(
                storage: .store(DictionaryStore(words: words, todos: TaskList(records))))
            configuration.environment = AppEnvironment(
                logger: EventLogger(label: "t", minimumLevel: .warning, handler: log))
            let dependencies = try await AppDependencies.open(configuration)
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            let list = app.mainScreen.mainWordList.viewModel
            let todos = app.mainScreen.mainNavigator.toTodoList.router.open().mainScreen.list.viewModel
            await list.load()
            await todos.load()
            func failures() -> Int {
                log.events.count { $0.line.contains("changes of other processes cannot be read") }
            }

            words.isFailing = true
            app.externalChanges.start(every: .milliseconds(5))
            // A log is not observed.
            while failures() == 0 { try await Task.sleep(for: .milliseconds(1)) }
            try await theirs.todos.add(
                Todo(id: TodoID("1"), text: try TodoText("milk"), createdAt: time.now, updatedAt: time.now))
            #expect(await waitUntil { todos.todos.map(\.text.value) == ["milk"] })
            #expect(failures() == 1)
            words.isFailing = false
            try await theirs.vocabulary.add(.make("1", "dog", createdAt: time.now))
            #expect(await waitUntil { list.words.count == 1 })

            records.failsReading = true
            while failures() == 1 { try await Task.sleep(for: .milliseconds(1)) }
            try await theirs.vocabulary.add(.make("2", "fox", createdAt: time.now))
            #expect(await waitUntil { list.words.count == 2 })
            try await theirs.todos.remove([TodoID("1")], at: time.now)
            records.failsReading = false
            #expect(await waitUntil { todos.todos.isEmpty })
            #expect(failures() == 2)
            app.detach()
            await mine.close()
            await database.close()
            await theirs.close()
        }
    }

    @Test("a failing store is an error and never an empty result")
    func failures() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let store = try await DictionaryStore.open(file)
            try await store.vocabulary.add(.make("1", "dog", createdAt: time.now))
            try SQLiteProbe(file.systemPath).run(
                "DROP TABLE dictionary_entry; DROP TABLE word; DROP TABLE setting; DROP TABLE todo")
            let id = WordID("1")
            let now = time.now
            func expectStoreFailure(_ body: () async throws -> Void) async {
                let error = await #expect(throws: DictionaryError.self) { try await body() }
                guard case .store = error else {
                    Issue.record("not the store's failure: \(String(describing: error))")
                    return
                }
            }
            await expectStoreFailure { _ = try await store.vocabulary.words(.newest(1)) }
            await expectStoreFailure { _ = try await store.vocabulary.words(.newest(1), in: .favorites) }
            await expectStoreFailure { _ = try await store.vocabulary.word(id) }
            await expectStoreFailure { _ = try await store.vocabulary.word(named: "1") }
            await expectStoreFailure {
                _ = try await store.vocabulary.words(WordPage(limit: 1), in: .awaitingTranslation)
            }
            await expectStoreFailure { _ = try await store.vocabulary.wordCount() }
            await expectStoreFailure { _ = try await store.vocabulary.entry(of: id) }
            await expectStoreFailure { _ = try await store.vocabulary.search(WordQuery("dog")) }
            await expectStoreFailure { try await store.vocabulary.add(.make("2", "cat", createdAt: now)) }
            await expectStoreFailure { try await store.vocabulary.setFavorite(true, of: id, at: now) }
            await expectStoreFailure { try await store.vocabulary.setUserTranslations(["x"], of: id, at: now) }
            await expectStoreFailure { try await store.vocabulary.record(.failed(until: nil), of: id, at: now) }
            await expectStoreFailure { try await store.vocabulary.remove([id]) }
            await #expect(throws: StoreError.self) { _ = try await store.typedSettings.value(.direction) }
            await #expect(throws: StoreError.self) {
                try await store.typedSettings.save(.englishToRussian, for: .direction)
            }
            await store.close()
        }
    }

    @Test(
        "an own schema with the name of one of the store's is refused, whichever comes first",
        arguments: ["words", "settings"])
    func ownSchema(name: String) async throws {
        let mine = SQLiteSchema(
            name: name, tables: ["mine"],
            migrations: [SQLiteMigration(version: 1, script: "CREATE TABLE mine(x TEXT) STRICT;")])
        try await withTemporaryFolder { folder in
            let theirs = folder.appending(path: "theirs.sqlite")
            await (try DictionaryStore.open(theirs)).close()
            let late = await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(.file(theirs), schemas: [mine])
            }
            #expect(late?.code == .internalFault && late.map { "\($0)".contains(name) } == true)
            let own = folder.appending(path: "own.sqlite")
            await (try SQLiteDatabase.open(.file(own), schemas: [mine])).close()
            let early = await #expect(throws: DictionaryError.self) { try await DictionaryStore.open(own) }
            #expect(early?.code == "storeInternalFault")
            await (try SQLiteDatabase.open(.file(own), schemas: [mine])).close()
        }
    }

    @Test("a file that is not a store is refused with its own error")
    func refusal() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            try Data("not a store".utf8).write(to: file)
            let error = await #expect(throws: DictionaryError.self) { try await DictionaryStore.open(file) }
            #expect(error?.code == "storeDamaged")
            let app = await #expect(throws: DictionaryError.self) {
                try await AppDependencies.open(AppConfiguration(storage: .file(file)))
            }
            #expect(app == error)
        }
    }
}
