package import CoreModule
package import Foundation
package import PersonalDictionary

/// The stores of the people that are served.
///
/// Each call of `open(for:)` returns a store for one session, which closes it. Its `words.externalChanges()` returns what all other
/// stores of that person have changed, in this process and in others.
package protocol PersonStores: Sendable {
    /// Opens a person's store for a session.
    func open(for person: Person) async throws(DictionaryError) -> DictionaryStore
    /// What belongs to no person: the answers of services and the requests to them.
    var shared: DictionaryStore { get }
    /// Lines for `/metrics`, each with its line end.
    var metrics: String { get async }
    /// Throws if no store can be read now.
    func check() async throws(DictionaryError)
    /// Deletes everything of a person; nil if there is one person only, whose file it is.
    var deletion: (@Sendable (Person) async throws(DictionaryError) -> Void)? { get }
    /// Closes what all sessions share.
    func close() async
}

extension PersonStores {
    /// Nil.
    package var deletion: (@Sendable (Person) async throws(DictionaryError) -> Void)? { nil }
    /// No lines.
    package var metrics: String { get async { "" } }
}

/// The store of the only person, in the file of `superapp`.
package struct FileStores: PersonStores {
    /// The store of the file, which all sessions share.
    package let shared: DictionaryStore

    /// Opens the file, and creates it if necessary. The logger receives what happens to the tasks.
    package init(_ file: URL, logger: EventLogger = .disabled) async throws(DictionaryError) {
        shared = try await DictionaryStore.open(file, logger: logger)
    }

    package func open(for person: Person) async throws(DictionaryError) -> DictionaryStore {
        try await shared.session()
    }

    package func check() async throws(DictionaryError) {
        _ = try await shared.words.read { words throws(DictionaryError) in try words.wordCount() }
    }

    package func close() async { await shared.close() }
}
