public import CoreModule
public import Foundation

/// Exports the events of all cards to files, and imports them. Both block their thread while they read or write.
///
/// Every method throws ``DictionaryError/fileUnreadable(path:reason:)`` or ``DictionaryError/fileUnwritable(path:reason:)`` if the file
/// fails, and ``DictionaryError/store(_:)`` if the store does.
public struct ReviewLog: Sendable {
    /// A format of the log. Both are written in UTF-8.
    public enum Format: String, CaseIterable, Sendable {
        /// JSON Lines: an event in each line, with all that is known of it.
        case jsonl
        /// The columns of Anki's `revlog` with a header row. It has reviews and resets only. Of `factor`, FSRS makes the difficulty.
        case csv

        /// The format for the end of a file's name: `.csv`, or JSON Lines for any other.
        public init(fileName: String) {
            self = (fileName as NSString).pathExtension.lowercased() == "csv" ? .csv : .jsonl
        }
    }

    /// The number of events that are read at once.
    private static let pageSize = 1000
    /// The number of bytes that are read at once.
    private static let chunkSize = 64 * 1024

    private let reviews: Reviews

    /// Creates the log of reviews.
    public init(_ reviews: Reviews) {
        self.reviews = reviews
    }

    // MARK: Export

    /// Exports all events to an open file, such as standard output, in their order.
    @discardableResult
    public func exportEvents(
        to file: FileHandle, named name: String, format: Format
    ) async throws(DictionaryError) -> ReviewLogExport {
        var rows = AnkiReviewRows(try await reviews.settings().scheduler)
        var (done, last) = (ReviewLogExport(), ReviewEvent?.none)
        var lines = format == .csv ? [AnkiReviewRows.header] : []
        repeat {
            try Vocabulary.checkCancellation()
            let events = try await reviews.events(after: last, limit: Self.pageSize)
            let written = events.compactMap { format == .csv ? rows.row($0) : $0.json }
            lines += written
            done.events += written.count
            done.leftOut += events.count - written.count
            do {
                try file.write(contentsOf: Data(lines.map { $0 + (format == .csv ? "\r\n" : "\n") }.joined().utf8))
            } catch {
                throw .fileUnwritable(path: name, reason: .fileError(error))
            }
            last = events.count == Self.pageSize ? events.last : nil
            lines = []
        } while last != nil
        return done
    }

    /// Exports all events to a file, completely or not at all (see `OutputFile`). It replaces an older one.
    @discardableResult
    public func exportEvents(to file: URL, format: Format) async throws(DictionaryError) -> ReviewLogExport {
        let path = file.path(percentEncoded: false)
        return try await OutputFile.write(to: file, { .fileUnwritable(path: path, reason: $0) }) {
            handle throws(DictionaryError) in
            try await exportEvents(to: handle, named: path, format: format)
        }
    }

    // MARK: Import

    /// Imports a file from its current position, in one transaction. Lines that are no events are rejected, and so are events before
    /// 1970, after tomorrow, or on a day that is none of their time in any zone. An event that is there
    /// already is unchanged, also if it came in another format: see ``Reviews/merge(_:)``. The words need not be there: their cards are
    /// kept until they are.
    public func importEvents(
        from file: FileHandle, named name: String, format: Format
    ) async throws(DictionaryError) -> ReviewLogReport {
        var rows = RowTokenizer(separator: format == .csv ? .comma : nil)
        var result = ReviewLogReport()
        var events: [ReviewEvent] = []
        let lastDay = reviews.today + 1
        var bytes: [UInt8] = []
        var (isAtStart, isAtEnd) = (true, false)
        while !isAtEnd {
            try Vocabulary.checkCancellation()
            do {
                let chunk = try file.read(upToCount: Self.chunkSize) ?? Data()
                (bytes, isAtEnd) = (bytes + chunk, chunk.isEmpty)
            } catch {
                throw .fileUnreadable(path: name, reason: .fileError(error))
            }
            // A pipe may begin with a part of the mark.
            if isAtStart, !isAtEnd, bytes.count < TextEncoding.mark.count { continue }
            var index = isAtStart && bytes.starts(with: TextEncoding.mark) ? TextEncoding.mark.count : 0
            isAtStart = false
            while let token = rows.next(bytes, &index) ?? (isAtEnd ? rows.finish() : nil) {
                do throws(ExchangeProblem) {
                    guard let event = try event(token, format) else { continue }
                    guard event.hasPossibleTime(until: lastDay) else { throw .impossibleTime }
                    events.append(event)
                } catch {
                    result.report.reject(line: token.line, error.reason)
                }
            }
            bytes = []
        }
        let missing = try await reviews.missing(Set(events.map(\.card.word)))
        let areNew = try await reviews.merge(events)
        for (event, isNew) in zip(events, areNew) {
            if missing.contains(event.card.word) {
                result.withoutWord += 1
            } else {
                result.report.count(isNew ? .added : .unchanged)
            }
        }
        return result
    }

    /// The event of a line; nil for a blank one and a header.
    private func event(_ token: RowTokenizer.Token, _ format: Format) throws(ExchangeProblem) -> ReviewEvent? {
        switch token {
        case .heading: return nil
        case .broken(_, let problem): throw problem
        case .row(let row) where row.isBlank: return nil
        case .row(let row):
            return format == .csv
                ? try AnkiReviewRows.event(row, reviews.calendar) : try ReviewEvent(json: row.bytes)
        }
    }
}

/// What an export of a log did.
public struct ReviewLogExport: Hashable, Sendable {
    /// The number of events that are in the file.
    public internal(set) var events = 0
    /// The number of events that the format does not have.
    public internal(set) var leftOut = 0

    /// A text for the user: how many events are left out, and why. Nil if none is.
    public var leftOutMessage: Message? {
        leftOut == 0
            ? nil
            : Message("suspensions and resumptions are left out, because Anki's log has no such events: \(leftOut)")
    }
}

/// What an import of a log did.
public struct ReviewLogReport: Hashable, Sendable {
    /// What became of the events of words that are there, and of lines that are no events.
    public internal(set) var report = ImportReport()
    /// The number of events of words that are not there. They are kept, and count when the words are there.
    public internal(set) var withoutWord = 0

    /// A text for the user: how many events belong to no word. Nil if none does.
    public var withoutWordMessage: Message? {
        withoutWord == 0
            ? nil : Message("events of words that are not in the dictionary, kept until they are: \(withoutWord)")
    }
}

extension RowTokenizer.Token {
    fileprivate var line: Int {
        switch self {
        case .heading: 1
        case .row(let row): row.line
        case .broken(let line, _): line
        }
    }
}

extension ExchangeProblem {
    static let notEvent = ExchangeProblem(reason: Message("not an event of a card"))
    static let impossibleTime = ExchangeProblem(reason: Message("an event cannot have this time"))
    static let notCard = ExchangeProblem(reason: Message("the card is not named by its word and word or meaning"))
}

extension ReviewCardID {
    /// Reads `0192…/meaning`.
    init(exchanged text: String) throws(ExchangeProblem) {
        guard let slash = text.lastIndex(of: "/"),
            let side = ReviewSide(rawValue: String(text[text.index(after: slash)...]))
        else { throw .notCard }
        try self.init(word: String(text[..<slash]), side)
    }

    init(word: String, _ side: ReviewSide) throws(ExchangeProblem) {
        guard word.isIdentifier else { throw .notCard }
        self.init(WordID(word), side)
    }
}

extension String {
    /// Whether it may be an identifier: 1 to 200 characters, none of them a control character.
    var isIdentifier: Bool {
        !isEmpty && utf8.count <= 800 && count <= 200 && !hasControlCharacters
            && !unicodeScalars.contains(where: \.properties.isWhitespace)
    }
}

// MARK: JSON Lines

extension ReviewEvent {
    /// Whether its time is not before 1970 and not after a day, and its day is that of its time in some zone.
    fileprivate func hasPossibleTime(until lastDay: Int) -> Bool {
        let utcDay = ReviewCalendar(.gmt).day(of: date)
        return date.millisecondsSince1970 >= 0 && utcDay <= lastDay && abs(day - utcDay) <= 1
    }

    private struct Line: Codable {
        let id: String
        let word: String
        let side: ReviewSide
        let kind: String
        var rating: String?
        var milliseconds: Int?
        let date: String
        let day: Int
    }

    /// A line, without a line break.
    fileprivate var json: String {
        let members: [(String, String?)] = [
            ("id", id.rawValue.jsonQuoted), ("word", card.word.rawValue.jsonQuoted),
            ("side", card.side.rawValue.jsonQuoted), ("kind", kind.name.jsonQuoted),
            ("rating", rating?.name.jsonQuoted), ("milliseconds", milliseconds.map(String.init)),
            ("date", ISO8601Date.text(date).jsonQuoted), ("day", "\(day)"),
        ]
        return "{\(members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ","))}"
    }

    fileprivate init(json bytes: [UInt8]) throws(ExchangeProblem) {
        guard String(validUTF8: bytes[...]) != nil else { throw .notUTF8 }
        let line: Line
        do { line = try JSONDecoder().decode(Line.self, from: Data(bytes)) } catch {
            if case DecodingError.dataCorrupted = error { throw .notJSON }
            throw .notEvent
        }
        let rating = line.rating.flatMap { ReviewRating(name: $0) }
        guard line.id.isIdentifier, (rating == nil) == (line.rating == nil), let date = ISO8601Date.date(line.date),
            ReviewCalendar.days.contains(line.day),
            let kind = Kind(name: line.kind, rating: rating, milliseconds: line.milliseconds)
        else { throw .notEvent }
        try self.init(
            id: ReviewEventID(line.id), card: ReviewCardID(word: line.word, line.side), kind: kind, date: date,
            day: line.day)
    }
}
