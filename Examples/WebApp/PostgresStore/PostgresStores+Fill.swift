import CoreModule
import PersonalDictionary
import TodoList

/// A person already has words, reviews or tasks in the database, so nothing was added to them.
package struct PersonHasData: Error, Hashable {}

/// The connection was lost in the commit, and the server could not be asked whether it has committed.
package struct UnknownFill: Error, Hashable {}

extension PostgresStores {
    /// Writes everything of a person, who has no words, reviews or tasks yet, in one transaction: if this throws anything but
    /// ``UnknownFill``, nothing has changed. The person's open pages show it.
    ///
    /// Throws ``PersonHasData``, ``UnknownFill``, `DictionaryError`, `TodoError` and `StoreError`.
    /// - Parameter onProgress: called on any thread with the number of what is written, up to ``StoreContents/count``.
    package func fill(
        _ person: PersonID, with contents: StoreContents, onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let person = people.person(person)
        do {
            try await person.database.write { [notifications = person.notifications] transaction in
                guard try Self.isEmpty(transaction) else { throw PersonHasData() }
                try Self.write(contents, transaction, onProgress)
                for topic in PostgresTopic.allCases { transaction.notify(notifications.text(topic)) }
            }
        } catch let error as PostgresError where error == .unknownCommit {
            throw UnknownFill()
        } catch let error as PostgresError {
            throw StoreError(postgres: error)
        }
    }

    /// Whether the person has no words, reviews and tasks. Settings do not count: a page that was opened may have stored some.
    private static func isEmpty(_ transaction: PostgresTransaction) throws -> Bool {
        let tables = ["word", "word_bin", "review_event", "review_card", "todo", "todo_bin"]
        let conditions = tables.map { "NOT EXISTS (SELECT FROM \($0))" }
        return try transaction.first("SELECT \(conditions.joined(separator: " AND "))") { try $0.bool(0) } == true
    }

    private static func write(
        _ contents: StoreContents, _ transaction: PostgresTransaction, _ onProgress: (Int) -> Void
    ) throws {
        var count = 0
        func eachOf<Item>(_ items: [Item], _ write: (Item) throws -> Void) throws {
            for item in items {
                try write(item)
                count += 1
                onProgress(count)
            }
        }
        let words = PostgresWords(transaction, PostgresWordIndex())
        try eachOf(contents.words) { stored in
            try words.insert(stored.word)
            if stored.entry != nil { try words.setEntry(stored.entry, of: stored.word.id) }
            if !stored.askedProviders.isEmpty {
                try words.setAskedProviders(stored.askedProviders, of: stored.word.id)
            }
        }
        try eachOf(contents.removedWords) { try words.setRemovedWord($0, of: $0.id) }
        for (part, note) in contents.importNotes.enumerated() { try words.setImportNote(note, part: part) }

        let reviews = PostgresReviews(transaction, PostgresWordIndex())
        try eachOf(contents.importedEvents) { _ = try reviews.insert($0, isOwn: false) }
        try eachOf(contents.ownEvents) { _ = try reviews.insert($0, isOwn: true) }
        for (word, cards) in Dictionary(grouping: contents.cards, by: \.id.word) {
            try reviews.setCards(cards, of: word)
        }
        _ = try PostgresRevision.reviews.next(transaction)

        let todos = PostgresTodoRecords(transaction)
        try eachOf(contents.todos) { try todos.save($0) }
        try eachOf(contents.removedTodos) { try todos.setRemovedTodo($0, of: $0.id) }
        if let collection = contents.collection { try todos.setCollection(collection) }
        for (path, etag) in contents.ignoredResources { try todos.setIgnored(path, etag) }
        for conflict in contents.conflicts {
            try todos.addConflict(
                conflict.kind, of: conflict.todoID, text: conflict.text, at: conflict.noticedAt)
        }
        _ = try PostgresRevision.todos.next(transaction)
        for (name, text) in contents.settings { try PostgresSettingsStore.set(name, text, transaction) }
    }
}
