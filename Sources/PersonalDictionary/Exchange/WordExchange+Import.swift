import CoreModule
public import Foundation

extension WordExchange {
    /// The number of records that a report shows.
    private static let firstCount = 5
    private static let states = ["pending", "translated", "notFound", "failed"]

    /// Imports a file from its current position, in one transaction. Standard input works too.
    ///
    /// An import removes nothing (see ``ImportedWord``), and importing a file twice changes nothing. If it throws, or its task is
    /// cancelled, nothing has changed. ``Vocabulary/undoImport()`` takes it back.
    /// - Parameters:
    ///   - file: the file.
    ///   - name: the file's name in an error.
    ///   - format: the file's format.
    ///   - options: what need not be recognized.
    ///   - isTrial: whether to import into a copy of the words in memory: the report is the same, and nothing changes.
    ///   - progress: called now and then with the number of records that were read.
    public func importWords(
        from file: FileHandle, named name: String, format: ExchangeFormat, options: ImportOptions = ImportOptions(),
        isTrial: Bool = false, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws(DictionaryError) -> WordImportReport {
        let direction = try direction(options)
        var reader = ExchangeReader(format: format, options: options, languages: languages, direction: direction)
        var report = ImportReport()
        var imported: [ImportedWord] = []
        var lines: [Int] = []
        var chunk: Data
        repeat {
            try Vocabulary.checkCancellation()
            chunk = try read(file, name)
            for line in chunk.isEmpty ? reader.finish() : reader.push(chunk) {
                do throws(ExchangeProblem) {
                    let record = try line.result.get()
                    // A table of another program may have a column of this name.
                    if format == .jsonl, let status = record.status, !Self.states.contains(status) {
                        throw ExchangeProblem(reason: Message("the status is unknown"))
                    }
                    imported.append(try self.imported(record, direction))
                    lines.append(line.number)
                } catch {
                    report.rejected.append(ImportReport.Rejection(line: line.number, reason: error.reason))
                }
            }
            let count = imported.count + report.rejected.count
            if count > 0 { progress(count) }
        } while !chunk.isEmpty
        let translations = imported.map(\.word.translation.translation?.text)
        for (index, offered) in imported.enumerated() where offered.word.translation.translation == nil {
            guard let entry = await immediateEntry(offered.word)?.withoutControlCharacters else { continue }
            var word = offered.word
            word.translation = .translated(entry.translation)
            imported[index] = ImportedWord(word, entry: entry)
        }
        var form = reader.form
        form.directions = Set(imported.map(\.word.direction.description)).sorted()
        form.ownLanguages = imported.map(\.word.direction).count {
            $0.source != options.source ?? $0.source || $0.target != options.target ?? $0.target
        }
        let first = imported.prefix(Self.firstCount).map(\.word).map { word in
            [word.text.value, word.translation.translation?.text ?? "", word.direction.description]
        }
        let words = isTrial ? try await copyInMemory() : words
        let outcomes = try await words.mergeImport(imported, isUndoable: true) { [identifiers] in identifiers.next() }
        var kept: [ImportReport.Rejection] = []
        for (index, (outcome, stored)) in outcomes.enumerated() {
            report.count(outcome)
            guard let offered = translations[index], let stored, offered != stored else { continue }
            let text = imported[index].word.text.value
            kept.append(.init(line: lines[index], reason: Message("another translation of “\(text)”; kept: \(stored)")))
        }
        return WordImportReport(report: report, form: form, kept: kept, first: first)
    }

    /// The direction of records that name none. If only one language is given and it is the other one of the current direction, the
    /// direction is turned round.
    private func direction(_ options: ImportOptions) throws(DictionaryError) -> TranslationDirection {
        for language in [options.source, options.target] {
            if let language { _ = try languages.language(code: language.code) }
        }
        let current = direction.value
        let turned = options.source == current.target || options.target == current.source ? current.swapped : current
        return try TranslationDirection(from: options.source ?? turned.source, to: options.target ?? turned.target)
    }

    private func copyInMemory() async throws(DictionaryError) -> Vocabulary {
        let copy = Vocabulary(InMemoryWordRepository())
        try await copy.add(try await words.words(.newest(.max)))
        return copy
    }

    private func read(_ file: FileHandle, _ name: String) throws(DictionaryError) -> Data {
        do {
            return try file.read(upToCount: 64 * 1024) ?? Data()
        } catch {
            throw .fileUnreadable(path: name, reason: .fileError(error))
        }
    }

    private func imported(
        _ record: ExchangeRecord, _ direction: TranslationDirection
    ) throws(ExchangeProblem) -> ImportedWord {
        try check(record)
        do throws(DictionaryError) {
            let now = clock.now()
            let createdAt = record.createdAt ?? now
            let direction = try TranslationDirection(
                from: language(record.sourceLang) ?? direction.source,
                to: language(record.targetLang) ?? direction.target)
            let word = Word(
                id: record.id.map { WordID($0) } ?? identifiers.next(), text: try WordText(record.text),
                direction: direction, translation: try state(of: record, now), isFavorite: record.isFavorite ?? false,
                createdAt: createdAt, updatedAt: record.updatedAt ?? createdAt)
            return ImportedWord(word, entry: record.entry?.direction == direction ? record.entry : nil)
        } catch {
            throw ExchangeProblem(reason: Self.reason(error))
        }
    }

    /// Rejects what this program would not write.
    private func check(_ record: ExchangeRecord) throws(ExchangeProblem) {
        let hasControlCharacters =
            record.text.hasControlCharacters || record.translation?.hasControlCharacters == true
            || record.entry?.withoutControlCharacters != record.entry
        guard !hasControlCharacters else {
            throw ExchangeProblem(reason: Message("the line contains a control character"))
        }
        if let id = record.id, !identifiers.canMake(id) {
            throw ExchangeProblem(reason: Message("this program makes no such id"))
        }
        let providers = [record.provider.map { TranslationProvider(rawValue: $0) }, record.entry?.provider]
        guard providers.compactMap(\.self).allSatisfy({ !$0.rawValue.hasControlCharacters && isKnown($0) }) else {
            throw ExchangeProblem(reason: Message("the provider is unknown"))
        }
    }

    private func isKnown(_ provider: TranslationProvider) -> Bool {
        guard let (language, providers) = provider.pivot else { return acceptsProvider(provider) }
        return languages.languages.contains(language) && providers.allSatisfy(isKnown)
    }

    private func language(_ code: String?) throws(DictionaryError) -> Language? {
        guard let code else { return nil }
        return try languages.language(code: code)
    }

    /// A translation without a provider is the user's own.
    private func state(of record: ExchangeRecord, _ now: Date) throws(DictionaryError) -> TranslationState {
        if let text = record.translation, !text.isEmpty {
            return .translated(
                Translation(
                    text: try WordText(text).value,
                    provider: record.provider.map { TranslationProvider(rawValue: $0) } ?? .user,
                    date: record.translatedAt ?? record.updatedAt ?? record.createdAt ?? now))
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
        case .unknownLanguage(let code, _): Message("the language \(code) is unknown")
        case .sameLanguage(let language): Message("both languages are \(language)")
        default: error.explanation
        }
    }
}
