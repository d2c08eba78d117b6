public import CoreModule
public import Foundation

/// Takes the words of a file over into a repository, a few hundred at a time: a file of any size is never in memory whole.
///
/// Nothing that is there is taken away (see ``WordEditing/merge(_:makeFallbackID:)``), and to import a file again changes nothing.
/// Each batch is durable when it is counted; an import that is interrupted has taken over what it had counted, and can be
/// run again.
public struct WordImporter: Sendable {
    /// How many words are written at a time.
    static let batchSize = 500
    private static let chunkSize = 64 * 1024

    private let words: any WordEditing
    private let languages: LanguageCatalog
    private let direction: TranslationDirection
    private let clock: WallClock
    private let identifiers: IdentifierGenerator

    /// Makes an importer.
    /// - Parameters:
    ///   - words: where the words go.
    ///   - languages: the languages that a word may be in; a record of another is rejected.
    ///   - direction: the direction of a record that names none.
    ///   - clock: stamps what the file has no date for.
    ///   - identifiers: names words that the file gives no name.
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

    /// Imports all that a file has from where it stands. It blocks its thread while it reads; standard input will do.
    ///
    /// Throws ``DictionaryError/fileUnreadable(path:reason:)`` where reading fails, ``DictionaryError/store(_:)`` where writing
    /// does; what was counted before is kept. A task that is cancelled stops between two batches.
    /// `progress` is called after each batch with the report so far; `name` is what an error calls the file.
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
                switch imported(line) {
                case .success(let word): batch.append(word)
                case .failure(let rejection): report.rejected.append(rejection.reported)
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
        let identifiers = identifiers
        report.note(try await words.merge(batch, makeFallbackID: { identifiers.next() }))
        batch.removeAll(keepingCapacity: true)
        progress(report)
    }

    private struct Rejected: Error {
        let reported: ImportReport.Rejection
    }

    private func imported(_ line: ExchangeLine) -> Result<ImportedWord, Rejected> {
        func rejected(_ reason: Message) -> Result<ImportedWord, Rejected> {
            .failure(Rejected(reported: ImportReport.Rejection(line: line.number, reason: reason)))
        }
        switch line.result {
        case .failure(let problem):
            return rejected(problem.reason)
        case .success(let record):
            do {
                return .success(try imported(record))
            } catch {
                return rejected(Self.reason(error))
            }
        }
    }

    private func imported(_ record: ExchangeRecord) throws(DictionaryError) -> ImportedWord {
        let now = clock.now()
        let createdAt = record.createdAt ?? now
        let direction = try TranslationDirection(
            from: record.sourceLang.map { code throws(DictionaryError) in try languages.language(code: code) }
                ?? self.direction.source,
            to: record.targetLang.map { code throws(DictionaryError) in try languages.language(code: code) }
                ?? self.direction.target)
        let word = Word(
            id: record.id.map { WordID($0) } ?? identifiers.next(), text: try WordText(record.text),
            direction: direction,
            translation: try state(of: record, now), isFavorite: record.isFavorite ?? false, createdAt: createdAt,
            updatedAt: record.updatedAt ?? createdAt)
        let isOwn = record.entry?.direction == direction
        return ImportedWord(word, entry: isOwn ? record.entry : nil)
    }

    /// A translation that names no provider is the user's own.
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

    /// Shorter than to a user who has just typed it.
    private static func reason(_ error: DictionaryError) -> Message {
        switch error {
        case .unknownLanguage(let code, _): Message("the language \(code) is unknown")
        case .sameLanguage(let language): Message("both languages are \(language)")
        default: error.explanation
        }
    }
}
