package import CoreModule
import Foundation
package import PersonalDictionary
package import TodoList

/// Everything of one person in a store, to be written into another one.
///
/// What belongs to a device is not part of it: open screens, the folder that words are synchronized with, and answers of services that
/// no word has.
package struct StoreContents: Sendable, Equatable {
    /// A word with what is stored beside it.
    package struct StoredWord: Sendable, Equatable {
        package let word: Word
        package let entry: DictionaryEntry?
        package let askedProviders: Set<TranslationProvider>
    }

    /// The words, oldest first.
    package var words: [StoredWord] = []
    /// The bin of the words.
    package var removedWords: [RemovedWord] = []
    /// What undoes the last import, in parts.
    package var importNotes: [String] = []
    /// The events of reviews that came from files, in their order.
    package var importedEvents: [ReviewEvent] = []
    /// The other events, in the order in which they were inserted.
    package var ownEvents: [ReviewEvent] = []
    /// The cards, ordered by identifier.
    package var cards: [ReviewCard] = []
    /// The tasks, with what is known of their copies on a server, ordered by identifier.
    package var todos: [TodoRecord] = []
    /// The bin of the tasks.
    package var removedTodos: [RemovedTodo] = []
    /// The state of the tasks' collection on a server.
    package var collection: TodoCollectionState?
    /// The resources of that server that are no tasks.
    package var ignoredResources: [WebDAVPath: ETag] = [:]
    /// The conflicts of tasks, in their order. A store gives them identifiers of its own.
    package var conflicts: [TodoConflict] = []
    /// The texts of ``DictionaryStore/personalSettings``.
    package var settings: [String: String] = [:]

    /// The number of words, tasks and events, also of those in the bins.
    package var count: Int {
        words.count + removedWords.count + importedEvents.count + ownEvents.count + todos.count + removedTodos.count
    }

    /// Reads a store: words with their reviews in one state, then tasks, then settings.
    package init(_ store: DictionaryStore) async throws {
        self = try await store.reviews.read { reviews throws(DictionaryError) in try StoreContents(reviews) }
        // Only a transaction that writes can ask for them.
        importNotes = try await store.words.write { words throws(DictionaryError) in
            var notes: [String] = []
            while let note = try words.importNote(part: notes.count) { notes.append(note) }
            return notes
        }
        try await readTodos(store.todos)
        for name in DictionaryStore.personalSettings { settings[name] = try await store.settings.text(name) }
    }

    private init(_ reviews: any ReviewSnapshot) throws(DictionaryError) {
        for word in try reviews.words.words(.all, .newest(.max)).reversed() {
            words.append(
                StoredWord(
                    word: word, entry: try reviews.words.entry(of: word.id),
                    askedProviders: try reviews.words.askedProviders(of: word.id)))
        }
        removedWords = try reviews.words.removedWords(before: .distantFuture)
        ownEvents = try reviews.lastOwnEvents(limit: .max).reversed()
        let own = Set(ownEvents.map(\.id))
        importedEvents = try reviews.events(after: nil, limit: .max).filter { !own.contains($0.id) }
        cards = try reviews.cards().sorted { $0.id < $1.id }
    }

    private mutating func readTodos(_ list: TaskList) async throws(TodoError) {
        let read = try await list.readRecords { [self] records throws(TodoError) in
            var contents = self
            contents.todos = try records.records(.all).sorted { $0.id < $1.id }
            contents.removedTodos = try records.removedTodos(before: .distantFuture)
            contents.collection = try records.collection()
            contents.ignoredResources = try records.ignoredResources()
            contents.conflicts = try records.conflicts()
            return contents
        }
        self = read
    }
}
