package import CoreModule

/// Looks words up in a dictionary's files, without a network. Entries in files of dictd are read as ``DictTranslationService`` reads them.
package actor DictionaryFileTranslationService: TranslationService, WordSuggesting {
    /// Reading may wait for the disk.
    private let executor = SerialQueueExecutor(label: "dictionary file")
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let file: DictionaryFile
    private let glossary: GlossaryTranslationService?
    private let interpreters: QueryInterpreters
    private let clock: WallClock

    /// - Parameter glossary: a translation that it has too comes first; nil if there is no such help.
    package init(_ file: DictionaryFile, glossary: GlossaryTranslationService? = nil, clock: WallClock) {
        self.file = file
        self.glossary = glossary
        interpreters = glossary?.interpreters ?? .bundled
        self.clock = clock
    }

    /// Looks a word up. If the dictionary does not have the text, it may have a word that the text is a form of:
    /// ``DictionaryEntry/matched`` says which. Throws ``TranslationError/file(_:)`` if it cannot be read.
    package func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        if let entry = try await entry(of: text, direction) { return entry }
        let interpreter: QueryInterpreter
        // Without its tables there are no forms; the file's answer stands.
        do { interpreter = try interpreters.interpreter(direction.source) } catch { throw .notFound }
        let interpretations = try read(direction) { contents throws(DictionaryFileError) in
            try interpreter.interpretations(of: text, among: contents)
        }
        for interpretation in interpretations {
            let word = WordText(stored: interpretation.headword.text)
            guard let entry = try await entry(of: word, direction) else { continue }
            // The text may be a form of a noun and of a verb.
            let form = interpretations.first {
                $0.headword.text == interpretation.headword.text
                    && entry.senses[0].partOfSpeech.map($0.headword.partsOfSpeech.contains) ?? false
            }
            return try entry.found(for: text, as: (form ?? interpretation).match)
        }
        throw .notFound
    }

    /// What the dictionary says about a word that is written as a text.
    private func entry(
        of text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry? {
        let readings = try read(direction) { contents throws(DictionaryFileError) in
            try contents.readings(of: text.value)
        }
        guard !readings.isEmpty else { return nil }
        let known = await glossary?.translations(of: text, direction) ?? []
        do throws(TranslationError) {
            return try DictEntryFormat.entry(
                of: text, direction, readings, known: known, provider: .dictionaryFile, at: clock.now())
        } catch .notFound {
            return nil
        }
    }

    /// Words that begin with at least two letters, shorter ones first. Throws the errors of ``lookUp(_:_:)`` except
    /// ``TranslationError/notFound``.
    package func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        let isLongEnough = text.value.count >= DictTranslationService.leastLength
        let found = try read(direction) { contents throws(DictionaryFileError) in
            isLongEnough && limit > 0 ? try contents.candidates(beginningWith: text, limit: limit) : []
        }
        var suggestions: [Suggestion] = []
        for (candidate, readings) in found {
            let known = await glossary?.translations(of: candidate.text, direction) ?? []
            suggestions.append(
                candidate.suggestion(direction, readings, known: known, provider: .dictionaryFile, at: clock.now()))
        }
        return suggestions
    }

    /// Words like a misspelt text that begin as it does, the nearest first. Throws as ``suggestions(beginningWith:_:limit:)``.
    package func suggestions(
        nearestTo text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        try read(direction) { contents throws(DictionaryFileError) in
            try contents.nearest(to: text.value, limit: limit)
        }.map { Suggestion(text: $0.text, translation: nil, source: .provider(.dictionaryFile)) }
    }

    private func read<Value>(
        _ direction: TranslationDirection, _ body: (DictionaryContents) throws(DictionaryFileError) -> Value
    ) throws(TranslationError) -> Value {
        let value: Value?
        do throws(DictionaryFileError) {
            value = try file.read { contents throws(DictionaryFileError) in
                try contents.translates(direction) ? try body(contents) : nil
            }
        } catch {
            throw file.mayTranslate(direction) ? .file(error) : .unsupportedDirection(direction)
        }
        guard let value else { throw .unsupportedDirection(direction) }
        return value
    }
}

extension LookUpProvider {
    /// A dictionary in files on the device. It is asked at once, as the glossary is.
    public static func file(_ file: DictionaryFile) -> LookUpProvider {
        LookUpProvider(name: "\(TranslationProvider.dictionaryFile)(\(file.name))") { chain, name in
            chain.addOnDevice(
                DictionaryFileTranslationService(file, glossary: chain.glossary, clock: chain.clock), name)
        }
    }
}
