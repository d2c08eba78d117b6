import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// One run of a fixed script on a store whose disk fails at some point. A store in memory is the model: it receives exactly the
/// changes that the store has acknowledged.
struct FaultyRun {
    private let file: URL
    private let vfs: FaultyVFS
    private let fault: FaultyVFS.Fault
    private let number: Int
    private let model = DictionaryStore.inMemory()
    /// The number of calls that have thrown.
    private(set) var failures = 0

    init(_ file: URL, _ vfs: FaultyVFS, _ fault: FaultyVFS.Fault, _ number: Int) {
        self.file = file
        self.vfs = vfs
        self.fault = fault
        self.number = number
    }

    /// An operation. It returns a description of its result.
    private typealias Step = @Sendable (DictionaryStore) async throws -> String

    private static let script: [Step] = {
        let ids = ["1", "2", "3"].map { WordID($0) }
        let later = ManualTime().now.addingTimeInterval(60)
        return [
            { try await add("1", "dog", to: $0) },
            { try await add("2", "cat", to: $0) },
            // Builds the index; the second search updates it.
            { "\(try await $0.vocabulary.search(WordQuery("o")))" },
            { try await add("3", "fox", to: $0) },
            { "\(try await $0.vocabulary.setFavorite(true, of: ids[0], at: later))" },
            { "\(try await $0.vocabulary.setUserTranslations(["кот"], of: ids[1], at: later))" },
            { "\(try await $0.vocabulary.setUserTranslations(["кошка"], of: ids[1], at: later, isAdded: true))" },
            {
                "\(try await $0.vocabulary.edit(ids[1], text: WordText("tom"), at: later) { $0.note = try WordNote("o") })"
            },
            { store in
                let entry = try DictionaryEntry.make("dog", ["собака"], at: later)
                return "\(String(describing: try await store.vocabulary.record(.found(entry), of: ids[0], at: later)))"
            },
            { "\(try await reviews(of: $0).add([review("e1", of: ids[0])]))" },
            { "\(try await reviews(of: $0).merge([review("e1", of: ids[0]), review("e2", of: ids[1])]))" },
            { "\(try await reviews(of: $0).undo([review("e1", of: ids[0])]))" },
            {
                "\(String(describing: try await $0.vocabulary.record(.notFound(askedOf: [.glossary]), of: ids[2], at: later)))"
            },
            {
                "\(String(describing: try await $0.vocabulary.record(.notFound(askedOf: [.dict]), of: ids[2], at: later)))"
            },
            { store in
                let words = [
                    try Word.make("9", "import", createdAt: later),
                    try Word.make("8", "fox", createdAt: later, isFavorite: true),
                ].map { ImportedWord($0) }
                return "\(try await store.vocabulary.merge(words, isUndoable: true) { WordID("7") })"
            },
            { "\(String(describing: try await $0.vocabulary.undoImport()))" },
            { "\(try await $0.vocabulary.remove([ids[2]]))" },
            { "\(try await $0.vocabulary.search(WordQuery("o")))" },
            { "\(try await $0.typedSettings.save(.between("de", "it"), for: .direction))" },
            { store in
                let todo = Todo(id: TodoID("t"), text: try TodoText("milk"), createdAt: later, updatedAt: later)
                return "\(try await store.todos.add(todo))"
            },
            { "\(try await $0.todos.edit(TodoID("t"), TodoEdit(isCompleted: true), at: later))" },
        ]
    }()

    private static func add(_ id: String, _ text: String, to store: DictionaryStore) async throws -> String {
        try await store.vocabulary.add(.make(id, text, createdAt: ManualTime().now))
        return id
    }

    private static func reviews(of store: DictionaryStore) -> Reviews {
        Reviews(
            store.reviews, settings: store.typedSettings, clock: ManualTime().clock, timeZone: .gmt,
            identifiers: .sequence(prefix: "e"))
    }

    private static func review(_ id: String, of word: WordID) -> ReviewEvent {
        ReviewEvent(
            id: ReviewEventID(id), card: ReviewCardID(word, .word), kind: .rated(.good, milliseconds: 1),
            date: ManualTime.start, day: 1)
    }

    /// The whole content of a store.
    private struct Content: Equatable {
        let words: [Word]
        let favorites: [Word]
        let waiting: [Word]
        let asked: [Set<TranslationProvider>]
        let owed: [[Word]]
        let entries: [DictionaryEntry?]
        let matches: [[Word]]
        let direction: TranslationDirection?
        let todos: [Todo]
        let events: [ReviewEvent]
        let cards: Set<ReviewCard>

        init(of store: DictionaryStore) async throws {
            let repository = store.vocabulary
            direction = try await store.typedSettings.value(.direction)
            todos = try await store.todos.todos()
            (events, cards) = try await store.reviews.read { reviews throws(DictionaryError) in
                (try reviews.events(after: nil, limit: .max), Set(try reviews.cards()))
            }
            words = try await repository.words(.newest(100))
            favorites = try await repository.words(.newest(100), in: .favorites)
            waiting = try await repository.words(WordPage(limit: 100), in: .awaitingTranslation)
            var entries: [DictionaryEntry?] = []
            var asked: [Set<TranslationProvider>] = []
            for word in words {
                entries.append(try await repository.entry(of: word.id))
                asked.append(try await repository.providersAsked(for: word.id))
            }
            self.entries = entries
            self.asked = asked
            owed = [
                try await repository.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.glossary])),
                try await repository.words(WordPage(limit: 9), in: .notFound(notAskedOf: [.dict])),
            ]
            var matches: [[Word]] = []
            for text in ["o", "о", "cat", "tom"] { matches.append(try await repository.search(WordQuery(text))) }
            self.matches = matches
        }
    }

    mutating func perform() async throws {
        var store = try await open()
        for step in Self.script { try await perform(step, on: &store) }
        await store.close()
        store = try await open()
        try await perform({ try await Self.add("4", "cow", to: $0) }, on: &store)
        vfs.lift()
        try await check(store, "the same instance")
        await store.close()
        try await checkFile()
        #expect(try integrity(of: file) == "ok", place)
        let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().systemPath)
        #expect(names == [file.lastPathComponent], place)
        if !fault.isLasting { #expect(failures <= 1, place) }
    }

    private var place: Comment { "\(fault) at call \(number)" }

    private mutating func open() async throws -> DictionaryStore {
        let before = vfs.faultCount
        do {
            return try await DictionaryStore.open(.file(file), options: vfs.options)
        } catch {
            note(error, since: before)
        }
        vfs.lift()
        let store = try await DictionaryStore.open(.file(file), options: vfs.options)
        try await check(store, "after opening has failed")
        return store
    }

    private mutating func perform(_ step: Step, on store: inout DictionaryStore) async throws {
        if try await succeeds(step, on: store) { return }
        // A lasting fault may fail the next try too. That changes nothing either.
        if fault.isLasting, try await succeeds(step, on: store) { return }
        let copy = file.deletingLastPathComponent().appending(path: "copy.sqlite")
        try copyAsAfterCrash(file, to: copy)
        vfs.lift()
        try await check(store, "after a failure")
        // Over all runs, each call is followed both by reopening and by going on.
        if fault.isLasting == number.isMultiple(of: 2) {
            await store.close()
            try await checkFile()
            store = try await open()
        }
        let without = try await Content(of: model)
        #expect(try await succeeds(step, on: store), place)
        try await check(store, "after the next try")
        try await checkCrash(copy, without, or: Content(of: model))
    }

    /// Runs a step, and runs it on the model if the store has acknowledged it.
    private mutating func succeeds(_ step: Step, on store: DictionaryStore) async throws -> Bool {
        let before = vfs.faultCount
        do {
            let answer = try await step(store)
            #expect(try await step(model) == answer, place)
            return true
        } catch let error as DictionaryError {
            note(error, since: before)
            return false
        } catch let error as StoreError {
            note(DictionaryError.store(error), since: before)
            return false
        } catch let error as TodoError {
            note(error, code: error.code, since: before)
            return false
        }
    }

    /// Checks the file that a process leaves when it is killed right after the failure. It contains the change only if the change was
    /// written and only its sync failed.
    private func checkCrash(_ copy: URL, _ without: Content, or with: Content) async throws {
        let store = try await DictionaryStore.open(.file(copy), options: vfs.options)
        let content = try await Content(of: store)
        #expect(content == without || fault.call == .sync && content == with, place)
        await store.close()
        #expect(try integrity(of: copy) == "ok", place)
        try FileManager.default.removeItem(at: copy)
    }

    /// Checks the closed file with the system's own VFS.
    private func checkFile() async throws {
        let store = try await DictionaryStore.open(file)
        try await check(store, "opened again")
        await store.close()
    }

    private mutating func note(_ error: DictionaryError, since count: Int) {
        note(error, code: error.code, since: count)
    }

    private mutating func note(_ error: any Error, code: String, since count: Int) {
        failures += 1
        #expect(vfs.faultCount > count, "\(fault) at call \(number): nothing has failed, but \(error)")
        #expect(code == fault.storeCode.rawValue, "\(fault) at call \(number): \(error)")
    }

    private func check(_ store: DictionaryStore, _ moment: String) async throws {
        let expected = try await Content(of: model)
        let content = try await Content(of: store)
        #expect(content == expected, "\(fault) at call \(number), \(moment)")
    }
}
