public import CoreModule
public import Foundation

/// Imports words from files and exports them to files.
public struct WordExchange: Sendable {
    private let store: DictionaryStore
    private let words: Vocabulary
    private let languages: LanguageCatalog
    private let direction: DirectionStream
    private let clock: WallClock
    private let identifiers: IdentifierGenerator

    init(
        store: DictionaryStore, words: Vocabulary, languages: LanguageCatalog, direction: DirectionStream,
        clock: WallClock, identifiers: IdentifierGenerator
    ) {
        self.store = store
        self.words = words
        self.languages = languages
        self.direction = direction
        self.clock = clock
        self.identifiers = identifiers
    }

    /// Imports words like ``WordImporter/run(_:named:format:progress:)``.
    ///
    /// A trial imports into a copy of the store that is then deleted: the report is the same, and nothing changes.
    public func importWords(
        from file: FileHandle, named name: String, format: ExchangeFormat, isTrial: Bool = false,
        progress: @Sendable (ImportReport) -> Void = { _ in }
    ) async throws(DictionaryError) -> ImportReport {
        guard isTrial else {
            return try await importer(words).run(file, named: name, format: format, progress: progress)
        }
        let copy = try await store.scratchCopy()
        let result: Result<ImportReport, DictionaryError>
        do throws(DictionaryError) {
            result = .success(
                try await importer(Vocabulary(copy.words)).run(file, named: name, format: format, progress: progress))
        } catch {
            result = .failure(error)
        }
        await copy.close()
        return try result.get()
    }

    /// Exports all words to a file. The file appears only when it is complete.
    @discardableResult
    public func exportWords(
        to file: URL, format: ExchangeFormat, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(DictionaryError) -> Int {
        try await WordExporter(words: words).run(to: file, format: format, progress: progress)
    }

    /// Exports all words to an open file, such as standard output.
    @discardableResult
    public func exportWords(
        to file: FileHandle, named name: String, format: ExchangeFormat
    ) async throws(DictionaryError) -> Int {
        try await WordExporter(words: words).run(file, named: name, format: format)
    }

    private func importer(_ words: any WordEditing) -> WordImporter {
        WordImporter(
            words: words, languages: languages, direction: direction.value, clock: clock, identifiers: identifiers)
    }
}
