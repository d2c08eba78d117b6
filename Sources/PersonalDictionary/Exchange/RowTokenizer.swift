import CoreModule

/// A row with its quotes resolved. Its bytes may be no UTF-8.
struct RawRow: Sendable {
    /// The line on which it begins, from 1.
    let line: Int
    /// All fields, one after another.
    let bytes: [UInt8]
    /// The end of each field in `bytes`.
    let ends: [Int]
    /// Whether any field was quoted.
    let hasQuotes: Bool

    /// Whether there is only white space, and separators, which spreadsheets write.
    var isBlank: Bool {
        !hasQuotes && bytes.allSatisfy { $0 == .space || $0 == .tab }
    }

    /// The bytes of a field.
    func field(_ number: Int) -> ArraySlice<UInt8> {
        bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
    }

    /// The fields as names of columns. Invalid UTF-8 is repaired, so that a header row is recognized as one.
    var names: [String] { ends.indices.map { String(decoding: field($0), as: UTF8.self) } }
}

/// Splits bytes into rows of fields, like RFC 4180 but with any separator, or into plain lines. Each byte is read once, and at most
/// one row is kept.
///
/// A quote is special only at the beginning of a field. Outside of quotes, LF, CRLF and a single CR end a row. A malformed row is
/// skipped to the end of its line; a row that is too long is skipped to its own end.
struct RowTokenizer: Sendable {
    enum Token: Sendable {
        /// A line at the top that begins with `#`.
        case heading([UInt8])
        case row(RawRow)
        case broken(line: Int, ExchangeProblem)
    }

    private enum State {
        case rowStart, fieldStart, plain, quoted, afterQuote, skipping
        /// In a line that begins with `#`, before or after its colon.
        case headingKey, headingValue
    }

    /// The byte between fields; it may change between rows. If nil, a row is a line: one field, in which quotes are text.
    var separator: UInt8?
    /// Whether lines that begin with `#` are headings. False after the first row.
    private var readsHeadings: Bool
    private var state = State.rowStart
    private var line = 1
    /// Whether a line feed that follows belongs to the carriage return before it.
    private var isAfterCarriageReturn = false

    private var firstLine = 1
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var hasQuotes = false
    private var problem: ExchangeProblem?

    init(separator: UInt8?, readsHeadings: Bool = false) {
        self.separator = separator
        self.readsHeadings = readsHeadings
    }

    /// Reads from an index of a chunk to the end of a row. Nil at the end of the chunk.
    mutating func next(_ chunk: [UInt8], _ index: inout Int) -> Token? {
        while index < chunk.count {
            let byte = chunk[index]
            if isAfterCarriageReturn {
                isAfterCarriageReturn = false
                if byte == .lineFeed {
                    if state == .quoted { append(chunk[index...index]) }
                    index += 1
                    continue
                }
            }
            switch state {
            case .rowStart where byte.isLineBreak:
                endLine(with: byte, &index)
            case .rowStart where readsHeadings && byte == UInt8(ascii: "#"):
                state = .headingKey
            case .rowStart:
                beginRow()
            case .fieldStart where byte == .quote:
                hasQuotes = true
                state = .quoted
                index += 1
            case .fieldStart, .plain:
                let end = chunk.firstIndex(of: separator ?? .lineFeed, .carriageReturn, .lineFeed, from: index)
                append(chunk[index..<end])
                state = .plain
                index = end
                if end < chunk.count, let token = endField(with: chunk[end], &index) { return token }
            case .quoted:
                readQuoted(chunk, &index)
            case .afterQuote where byte == .quote:
                append(chunk[index...index])
                state = .quoted
                index += 1
            case .afterQuote where byte == separator || byte.isLineBreak:
                if let token = endField(with: byte, &index) { return token }
            case .afterQuote:
                fail(.textAfterQuote)
                state = .skipping
            case .skipping:
                index = chunk.firstIndex(of: .carriageReturn, .lineFeed, .lineFeed, from: index)
                if index < chunk.count {
                    endLine(with: chunk[index], &index)
                    return takeRow()
                }
            case .headingKey, .headingValue:
                if let token = readHeading(byte, &index) { return token }
            }
        }
        return nil
    }

    /// Returns the last row if no line break ended it.
    mutating func finish() -> Token? {
        switch state {
        case .rowStart, .headingKey, .headingValue: return nil
        case .quoted: fail(.notClosed)
        case .fieldStart, .plain, .afterQuote: ends.append(bytes.count)
        case .skipping: break
        }
        return takeRow()
    }

    // MARK: Parts of a row

    private mutating func beginRow() {
        readsHeadings = false
        firstLine = line
        state = separator == nil ? .plain : .fieldStart
    }

    private mutating func readQuoted(_ chunk: [UInt8], _ index: inout Int) {
        let end = chunk.firstIndex(of: .quote, .carriageReturn, .lineFeed, from: index)
        append(chunk[index..<end])
        index = end
        guard end < chunk.count else { return }
        if chunk[end] == .quote {
            state = .afterQuote
            index += 1
        } else {
            append(chunk[end...end])
            endLine(with: chunk[end], &index)
        }
    }

    /// A word may begin with `#` too: a line with a tab before any colon is a row.
    private mutating func readHeading(_ byte: UInt8, _ index: inout Int) -> Token? {
        if byte.isLineBreak {
            endLine(with: byte, &index)
            state = .rowStart
            defer { bytes = [] }
            return .heading(bytes)
        }
        if state == .headingKey, byte == .tab {
            let key = bytes
            bytes = []
            beginRow()
            var start = 0
            return next(key, &start)
        }
        if byte == .colon { state = .headingValue }
        if bytes.count < ExchangeLimit.field { bytes.append(byte) }
        index += 1
        return nil
    }

    private mutating func append(_ run: ArraySlice<UInt8>) {
        guard problem == nil else { return }
        if separator != nil, bytes.count - (ends.last ?? 0) + run.count > ExchangeLimit.field {
            fail(.fieldTooLong)
        } else if bytes.count + ends.count + run.count > ExchangeLimit.record {
            fail(.recordTooLong)
        } else {
            bytes.append(contentsOf: run)
        }
    }

    private mutating func endField(with byte: UInt8, _ index: inout Int) -> Token? {
        if problem == nil { ends.append(bytes.count) }
        if byte.isLineBreak {
            endLine(with: byte, &index)
            return takeRow()
        }
        state = .fieldStart
        index += 1
        return nil
    }

    private mutating func endLine(with byte: UInt8, _ index: inout Int) {
        line += 1
        isAfterCarriageReturn = byte == .carriageReturn
        index += 1
    }

    private mutating func takeRow() -> Token {
        defer {
            state = .rowStart
            bytes = []
            ends = []
            hasQuotes = false
            problem = nil
        }
        if let problem { return .broken(line: firstLine, problem) }
        return .row(RawRow(line: firstLine, bytes: bytes, ends: ends, hasQuotes: hasQuotes))
    }

    private mutating func fail(_ reason: ExchangeProblem) {
        guard problem == nil else { return }
        problem = reason
        bytes = []
        ends = []
    }
}

extension [UInt8] {
    /// Returns the index of the first of three bytes, from an index on. The end if there is none.
    func firstIndex(of first: UInt8, _ second: UInt8, _ third: UInt8, from start: Int) -> Int {
        var index = start
        while index < count {
            let byte = self[index]
            if byte == first || byte == second || byte == third { break }
            index += 1
        }
        return index
    }
}
