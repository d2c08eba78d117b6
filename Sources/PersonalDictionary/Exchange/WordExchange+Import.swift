import CoreModule
public import Foundation

extension WordExchange {
    /// The number of records that a report shows.
    private static let firstCount = 5
    private static let states = ["pending", "translated", "notFound", "failed"]

    /// Imports a file from its current position, in one transaction. Standard input works too.
    ///
    /// The file is read twice: first to ask for what the device knows of its words, and then inside the transaction. The entries that
    /// are known are kept in memory, and so are the bytes of what cannot be read again, such as a pipe.
    ///
    /// See ``ImportedWord/merged(into:)``. If it throws, or its task is cancelled, nothing has changed. ``Vocabulary/undoImport()``
    /// takes it back.
    /// - Parameters:
    ///   - file: the file.
    ///   - name: the file's name in an error.
    ///   - format: the file's format.
    ///   - options: what need not be recognized.
    ///   - isTrial: whether to roll the transaction back: the report is the same, and nothing changes.
    ///   - progress: called now and then with the number of records that were read.
    public func importWords(
        from file: FileHandle, named name: String, format: ExchangeFormat, options: ImportOptions = ImportOptions(),
        isTrial: Bool = false, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(DictionaryError) -> WordImportReport {
        let direction = try direction(options)
        let reader = ExchangeReader(format: format, options: options, languages: languages, direction: direction)
        var source = ImportSource(file, named: name, reader)
        let known = try await entriesOnDevice(&source, format, direction, progress)
        try source.rewind()
        return try await words.importing(
            isUndoable: true, isTrial: isTrial, makeFallbackID: { [identifiers] in identifiers.next() }
        ) { [source, identifiers] running throws(DictionaryError) in
            var source = source
            var directions: Set<TranslationDirection> = []
            var ownLanguages = 0
            var first: [[String]] = []
            var kept = ReportedLines()
            while let lines = try source.next() {
                for line in lines {
                    var word: Word
                    var entry: DictionaryEntry?
                    do throws(ExchangeProblem) {
                        (word, entry) = try imported(line.result.get(), format, direction) { identifiers.next() }
                    } catch {
                        running.report.reject(line: line.number, error.reason)
                        continue
                    }
                    let said = word.translation.translation?.text
                    if said == nil, let known = known[word.direction]?[word.text] {
                        word.translation = .translated(known.translation)
                        entry = known
                    }
                    let (_, stored) = try running.merge(ImportedWord(word, entry: entry))
                    let direction = word.direction
                    directions.insert(direction)
                    let isOwn = direction.source != options.source ?? direction.source
                    if isOwn || direction.target != options.target ?? direction.target { ownLanguages += 1 }
                    if first.count < Self.firstCount {
                        let translation = word.translation.translation?.text ?? ""
                        first.append([word.text.value, translation, direction.description])
                    }
                    guard let said, let stored, !stored.all.contains(said) else { continue }
                    let reason = Message("another translation of “\(word.text.value)”; kept: \(stored.text)")
                    kept.add(.init(line: line.number, reason: reason))
                }
            }
            var form = source.form
            form.directions = directions.map(\.description).sorted()
            form.ownLanguages = ownLanguages
            return WordImportReport(report: running.report, form: form, keptLines: kept, first: first)
        }
    }

    /// Reads a file, and returns the entries that are known of its words without a translation.
    private func entriesOnDevice(
        _ source: inout ImportSource, _ format: ExchangeFormat, _ direction: TranslationDirection,
        _ progress: @Sendable (Int) -> Void
    ) async throws(DictionaryError) -> [TranslationDirection: [WordText: DictionaryEntry]] {
        var entries: [TranslationDirection: [WordText: DictionaryEntry]] = [:]
        var count = 0
        while let lines = try source.next() {
            for case .success(let record) in lines.lazy.map(\.result) where record.translation == nil {
                let word: Word
                // What is wrong with it is reported when it is imported.
                do { word = try imported(record, format, direction) { WordID("") }.word } catch { continue }
                guard entries[word.direction]?[word.text] == nil else { continue }
                entries[word.direction, default: [:]][word.text] = await words.entryOnDevice(
                    word.text, word.direction)
            }
            count += lines.count
            if count > 0 { progress(count) }
        }
        return entries
    }

    /// The direction of records that name none: the current one, turned round if the only language given is on its other side.
    private func direction(_ options: ImportOptions) throws(DictionaryError) -> TranslationDirection {
        for language in [options.source, options.target] { _ = try languages.language(language?.code) }
        let current = direction.value
        let turned = options.source == current.target || options.target == current.source ? current.swapped : current
        return try TranslationDirection(from: options.source ?? turned.source, to: options.target ?? turned.target)
    }

    private func imported(
        _ record: ExchangeRecord, _ format: ExchangeFormat, _ direction: TranslationDirection, makeID: () -> WordID
    ) throws(ExchangeProblem) -> (word: Word, entry: DictionaryEntry?) {
        try check(record, format)
        do throws(DictionaryError) {
            let now = clock.now()
            let direction = try languages.direction(
                from: record.sourceLang, to: record.targetLang, insteadOf: direction)
            let word = try record.word(
                id: record.id.map { WordID($0) } ?? makeID(), direction: direction, translation: state(of: record, now),
                now: now)
            return (word, record.entry?.direction == direction ? record.entry?.cleaned : nil)
        } catch {
            throw ExchangeProblem(reason: Self.reason(error))
        }
    }

    /// Rejects what this program would not write.
    private func check(_ record: ExchangeRecord, _ format: ExchangeFormat) throws(ExchangeProblem) {
        // A table of another program may have a column of this name.
        if format == .jsonl, let status = record.status, !Self.states.contains(status) {
            throw ExchangeProblem(reason: Message("the status is unknown"))
        }
        let isCleanEntry = record.entry.map { $0.withoutControlCharacters == $0 } ?? true
        guard !record.userTexts.contains(where: \.hasControlCharacters), isCleanEntry else {
            throw ExchangeProblem(reason: Message("the line contains a control character"))
        }
        if let id = record.id, !identifiers.canMake(id) {
            throw ExchangeProblem(reason: Message("this program makes no such id"))
        }
        for case let provider? in [record.provider, record.entry?.provider.rawValue] {
            guard !provider.hasControlCharacters, isKnown(TranslationProvider(rawValue: provider)) else {
                throw ExchangeProblem(reason: Message("the provider is unknown"))
            }
        }
    }

    private func isKnown(_ provider: TranslationProvider) -> Bool {
        guard let (language, providers) = provider.pivot else { return acceptsProvider(provider) }
        return languages.languages.contains(language) && providers.allSatisfy(isKnown)
    }

    /// A translation without a provider is the user's own, and so is one with alternatives.
    private func state(of record: ExchangeRecord, _ now: Date) throws(DictionaryError) -> TranslationState {
        let others = record.alternatives.filter { !$0.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
        if let text = record.translation ?? others.first, !text.isEmpty {
            let date = record.translatedAt ?? record.updatedAt ?? record.createdAt ?? now
            let provider = record.provider.map { TranslationProvider(rawValue: $0) } ?? .user
            let translation = Translation(text: try WordText(text).value, provider: provider, date: date)
            return .translated(others.isEmpty ? translation : try translation.adding(others, at: date))
        }
        return switch record.status {
        case "notFound": .notFound
        case "failed": .failed(until: nil)
        default: .pending
        }
    }

    /// Shorter than the text for a user who has just typed the word.
    private static func reason(_ error: DictionaryError) -> Message {
        switch error {
        case .unknownLanguage(let code, _):
            Language(code: code).isKnown
                ? Message("the language \(code) is not added; add it first")
                : Message("the language \(code) is unknown")
        case .sameLanguage(let language): Message("both languages are \(language)")
        default: error.explanation
        }
    }
}
