public import CoreModule
public import Foundation

extension WordExchange {
    /// Imports a file from its current position. Standard input works too.
    ///
    /// An import removes nothing (see ``Vocabulary/merge(_:makeFallbackID:)``), and importing a file twice changes nothing. Each batch
    /// is stored before it is counted. A cancelled task stops between two batches. An import that stops half-way can be run again.
    /// - Parameters:
    ///   - file: the file.
    ///   - name: the file's name in an error.
    ///   - format: the file's format.
    ///   - isTrial: whether to import into a copy of the words in memory: the report is the same, and nothing changes.
    ///   - progress: called after each batch with the report so far.
    public func importWords(
        from file: FileHandle, named name: String, format: ExchangeFormat, isTrial: Bool = false,
        progress: @Sendable (ImportReport) -> Void = { _ in }
    ) async throws(DictionaryError) -> ImportReport {
        let words = isTrial ? try await copyInMemory() : words
        let direction = direction.value
        var reader = ExchangeReader(format: format)
        var report = ImportReport()
        var batch: [ImportedWord] = []
        while !Task.isCancelled {
            let chunk = try read(file, name)
            for line in chunk.isEmpty ? reader.finish() : reader.push(chunk) {
                do throws(ExchangeProblem) {
                    batch.append(try imported(line.result.get(), direction))
                } catch {
                    report.rejected.append(ImportReport.Rejection(line: line.number, reason: error.reason))
                }
                if batch.count == Self.pageSize { try await write(&batch, to: words, &report, progress) }
            }
            if chunk.isEmpty { break }
        }
        try await write(&batch, to: words, &report, progress)
        return report
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

    private func write(
        _ batch: inout [ImportedWord], to words: Vocabulary, _ report: inout ImportReport,
        _ progress: @Sendable (ImportReport) -> Void
    ) async throws(DictionaryError) {
        guard !batch.isEmpty else { return }
        let outcomes = try await words.merge(batch, makeFallbackID: { [identifiers] in identifiers.next() })
        for outcome in outcomes { report.count(outcome) }
        batch.removeAll(keepingCapacity: true)
        progress(report)
    }

    private func imported(
        _ record: ExchangeRecord, _ direction: TranslationDirection
    ) throws(ExchangeProblem) -> ImportedWord {
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
