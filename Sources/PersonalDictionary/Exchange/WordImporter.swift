public import CoreModule
public import Foundation

/// Imports the words of a file, a few hundred at a time, so that a large file is never in memory as a whole.
///
/// An import removes nothing (see ``WordEditing/merge(_:makeFallbackID:)``), and importing a file twice changes nothing. Each batch is
/// stored before it is counted. An import that stops half-way can be run again.
public struct WordImporter: Sendable {
    /// The number of words in one transaction.
    static let batchSize = 500
    private static let chunkSize = 64 * 1024

    private let words: any WordEditing
    private let languages: LanguageCatalog
    private let direction: TranslationDirection
    private let clock: WallClock
    private let identifiers: IdentifierGenerator

    /// Creates an importer.
    /// - Parameters:
    ///   - words: receives the words.
    ///   - languages: the languages of words; a record in another language is rejected.
    ///   - direction: the direction of a record that has none.
    ///   - clock: the date of a record that has none.
    ///   - identifiers: makes the identifier of a record that has none.
    public init(
        words: any WordEditing, languages: LanguageCatalog, direction: TranslationDirection, clock: WallClock,
        identifiers: IdentifierGenerator
    ) {
        self.words = words
        self.languages = languages
        self.direction = direction
        self.clock = clock
        self.identifiers = identifiers
    }

    /// Imports a file from its current position. It blocks its thread while it reads. Standard input works too.
    ///
    /// Throws ``DictionaryError/fileUnreadable(path:reason:)`` if reading fails, and ``DictionaryError/store(_:)`` if writing fails; what
    /// was counted before stays. A cancelled task stops between two batches.
    /// - Parameters:
    ///   - file: the file.
    ///   - name: the file's name in an error.
    ///   - format: the file's format.
    ///   - progress: called after each batch with the report so far.
    public func run(
        _ file: FileHandle, named name: String, format: ExchangeFormat,
        progress: @Sendable (ImportReport) -> Void = { _ in }
    ) async throws(DictionaryError) -> ImportReport {
        var reader = ExchangeReader(format: format)
        var report = ImportReport()
        var batch: [ImportedWord] = []
        while !Task.isCancelled {
            let chunk = try read(file, name)
            for line in chunk.isEmpty ? reader.finish() : reader.push(chunk) {
                do throws(ExchangeProblem) {
                    batch.append(try imported(line))
                } catch {
                    report.rejected.append(ImportReport.Rejection(line: line.number, reason: error.reason))
                }
                if batch.count == Self.batchSize { try await write(&batch, &report, progress) }
            }
            if chunk.isEmpty { break }
        }
        try await write(&batch, &report, progress)
        return report
    }

    private func read(_ file: FileHandle, _ name: String) throws(DictionaryError) -> Data {
        do {
            return try file.read(upToCount: Self.chunkSize) ?? Data()
        } catch {
            throw .fileUnreadable(path: name, reason: .fileError(error))
        }
    }

    private func write(
        _ batch: inout [ImportedWord], _ report: inout ImportReport, _ progress: @Sendable (ImportReport) -> Void
    ) async throws(DictionaryError) {
        guard !batch.isEmpty else { return }
        let outcomes = try await words.merge(batch, makeFallbackID: { [identifiers] in identifiers.next() })
        for outcome in outcomes { report.count(outcome) }
        batch.removeAll(keepingCapacity: true)
        progress(report)
    }

    private func imported(_ line: ExchangeLine) throws(ExchangeProblem) -> ImportedWord {
        let record = try line.result.get()
        do throws(DictionaryError) {
            return try imported(record)
        } catch {
            throw ExchangeProblem(reason: Self.reason(error))
        }
    }

    private func imported(_ record: ExchangeRecord) throws(DictionaryError) -> ImportedWord {
        let now = clock.now()
        let createdAt = record.createdAt ?? now
        let direction = try TranslationDirection(
            from: language(record.sourceLang) ?? self.direction.source,
            to: language(record.targetLang) ?? self.direction.target)
        let word = Word(
            id: record.id.map { WordID($0) } ?? identifiers.next(), text: try WordText(record.text),
            direction: direction, translation: try state(of: record, now), isFavorite: record.isFavorite ?? false,
            createdAt: createdAt, updatedAt: record.updatedAt ?? createdAt)
        return ImportedWord(word, entry: record.entry?.direction == direction ? record.entry : nil)
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
