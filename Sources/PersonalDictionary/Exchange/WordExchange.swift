public import CoreModule
public import Foundation

/// Imports words from files and exports them to files.
public struct WordExchange: Sendable {
    private let words: Vocabulary
    private let languages: LanguageCatalog
    private let direction: DirectionStream
    private let clock: WallClock
    private let identifiers: IdentifierGenerator

    init(
        words: Vocabulary, languages: LanguageCatalog, direction: DirectionStream, clock: WallClock,
        identifiers: IdentifierGenerator
    ) {
        self.words = words
        self.languages = languages
        self.direction = direction
        self.clock = clock
        self.identifiers = identifiers
    }

    /// Imports words like ``WordImporter/run(_:named:format:progress:)``.
    ///
    /// A trial imports into a copy of the words in memory: the report is the same, and nothing changes.
    public func importWords(
        from file: FileHandle, named name: String, format: ExchangeFormat, isTrial: Bool = false,
        progress: @Sendable (ImportReport) -> Void = { _ in }
    ) async throws(DictionaryError) -> ImportReport {
        let importer = WordImporter(
            words: isTrial ? try await copyInMemory() : words, languages: languages, direction: direction.value,
            clock: clock, identifiers: identifiers)
        return try await importer.run(file, named: name, format: format, progress: progress)
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

    private func copyInMemory() async throws(DictionaryError) -> Vocabulary {
        let copy = Vocabulary(InMemoryWordRepository())
        try await copy.add(try await words.words(.newest(.max)))
        return copy
    }
}
