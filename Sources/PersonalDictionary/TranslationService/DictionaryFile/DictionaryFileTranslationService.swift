public import CoreModule

/// Looks words up in a dictionary's files, without a network. It reads the formats that ``DictTranslationService`` reads.
public actor DictionaryFileTranslationService: TranslationService, WordSuggesting {
    /// Reading may wait for the disk.
    private let executor = SerialQueueExecutor(label: "dictionary file")
    /// Its own serial queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let file: DictionaryFile
    private let glossary: GlossaryTranslationService?
    private let readers: WordReaders
    private let clock: WallClock

    /// Makes a service.
    /// - Parameters:
    ///   - file: the dictionary.
    ///   - glossary: a translation that it has too comes first; nil if there is no such help.
    ///   - clock: dates the entries.
    public init(_ file: DictionaryFile, glossary: GlossaryTranslationService? = nil, clock: WallClock) {
        self.file = file
        self.glossary = glossary
        readers = glossary?.readers ?? WordReaders()
        self.clock = clock
    }

    /// Looks a word up. If the dictionary does not have the text, it may have a word that the text is a form of:
    /// ``DictionaryEntry/matched`` says which. Throws ``TranslationError/notFound``, ``TranslationError/unsupportedDirection(_:)``, or
    /// ``TranslationError/malformedAnswer(_:)`` with the explanation of a ``DictionaryFileError``.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        if let entry = try await entry(of: text, direction) { return entry }
        let reader = try readers.reader(direction.source)
        let readings = try read(direction) { () throws(DictionaryFileError) in
            try reader.readings(of: text, among: file)
        }
        for reading in readings {
            guard let entry = try await entry(of: WordText(stored: reading.headword.text), direction) else { continue }
            // The text may be a form of a noun and of a verb.
            let form = readings.first {
                $0.headword.text == reading.headword.text
                    && entry.senses[0].partOfSpeech.map($0.headword.partsOfSpeech.contains) ?? false
            }
            return try entry.found(for: text, as: (form ?? reading).match)
        }
        throw .notFound
    }

    /// What the dictionary says about a word that is written as a text.
    private func entry(
        of text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry? {
        let definitions = try read(direction) { () throws(DictionaryFileError) in
            try file.definitions(of: text.value)
        }
        guard !definitions.isEmpty else { return nil }
        let known = try await glossary?.translations(of: text, direction) ?? []
        do throws(TranslationError) {
            return try DictEntryFormat.entry(
                of: text, direction, definitions, known: known, provider: .dictionaryFile, at: clock.now())
        } catch .notFound {
            return nil
        }
    }

    /// Words that begin with at least two letters, shorter ones first. Throws the errors of ``lookUp(_:_:)`` except
    /// ``TranslationError/notFound``.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        let isLongEnough = text.value.count >= DictTranslationService.leastLength
        let found = try read(direction) { () throws(DictionaryFileError) in
            isLongEnough && limit > 0 ? try file.candidates(beginningWith: text, limit: limit) : []
        }
        var suggestions: [Suggestion] = []
        for (candidate, definitions) in found {
            let known = try await glossary?.translations(of: candidate.text, direction) ?? []
            suggestions.append(
                candidate.suggestion(direction, definitions, known: known, provider: .dictionaryFile, at: clock.now()))
        }
        return suggestions
    }

    private func read<Value>(
        _ direction: TranslationDirection, _ body: () throws(DictionaryFileError) -> Value
    ) throws(TranslationError) -> Value {
        guard file.translates(direction) else { throw .unsupportedDirection(direction) }
        do { return try body() } catch { throw .malformedAnswer(error.explanation) }
    }
}
