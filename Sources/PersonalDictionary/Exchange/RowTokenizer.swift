import CoreModule

/// Splits bytes into rows of fields, like RFC 4180 but with any separator. Each byte is read once, and at most one row is kept.
///
/// A quote is special only at the beginning of a field. Outside of quotes, LF, CRLF and a single CR end a row. A malformed row is
/// skipped to the end of its line; a row that is too long is skipped to its own end.
struct RowTokenizer: Sendable {
    /// A result.
    enum Token: Sendable {
        /// A line at the top that begins with `#`.
        case heading([UInt8])
        case row(RawRow)
        case broken(line: Int, ExchangeProblem)
    }

    private enum State {
        case rowStart, fieldStart, plain, quoted, afterQuote, skipping
        /// In a heading, before and after its colon.
        case headingKey, headingValue
    }

    /// The byte between fields. It may change between rows.
    var separator: UInt8
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

    init(separator: UInt8, readsHeadings: Bool) {
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
            case .rowStart:
                start(with: byte, &index)
            case .fieldStart where byte == .quote:
                hasQuotes = true
                state = .quoted
                index += 1
            case .fieldStart, .plain:
                let end = chunk.firstIndex(of: separator, .carriageReturn, .lineFeed, from: index)
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
                if index < chunk.count { return endLine(with: chunk[index], &index) }
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
        case .fieldStart, .plain, .afterQuote: closeField()
        case .skipping: break
        }
        return takeRow()
    }

    // MARK: Parts of a row

    private mutating func start(with byte: UInt8, _ index: inout Int) {
        if byte.isLineBreak {
            countLine(byte)
            index += 1
        } else if readsHeadings, byte == UInt8(ascii: "#") {
            state = .headingKey
        } else {
            readsHeadings = false
            firstLine = line
            state = .fieldStart
        }
    }

    private mutating func readQuoted(_ chunk: [UInt8], _ index: inout Int) {
        let end = chunk.firstIndex(of: .quote, .carriageReturn, .lineFeed, from: index)
        append(chunk[index..<end])
        index = end
        guard end < chunk.count else { return }
        if chunk[end] == .quote {
            state = .afterQuote
        } else {
            append(chunk[end...end])
            countLine(chunk[end])
        }
        index += 1
    }

    /// A word may begin with `#` too: a line with a tab before any colon is a row.
    private mutating func readHeading(_ byte: UInt8, _ index: inout Int) -> Token? {
        if byte.isLineBreak {
            _ = endLine(with: byte, &index)
            defer { bytes = [] }
            return .heading(bytes)
        }
        if state == .headingKey, byte == .tab {
            let key = bytes
            bytes = []
            readsHeadings = false
            firstLine = line
            state = .fieldStart
            var start = 0
            _ = next(key, &start)
            return nil
        }
        if byte == UInt8(ascii: ":") { state = .headingValue }
        if bytes.count < ExchangeLimit.field { bytes.append(byte) }
        index += 1
        return nil
    }

    private mutating func append(_ run: ArraySlice<UInt8>) {
        guard problem == nil else { return }
        if bytes.count - (ends.last ?? 0) + run.count > ExchangeLimit.field {
            fail(.fieldTooLong)
        } else if bytes.count + ends.count + run.count > ExchangeLimit.record {
            fail(.recordTooLong)
        } else {
            bytes.append(contentsOf: run)
        }
    }

    private mutating func closeField() {
        guard problem == nil else { return }
        ends.append(bytes.count)
        if bytes.count + ends.count > ExchangeLimit.record { fail(.recordTooLong) }
    }

    private mutating func endField(with byte: UInt8, _ index: inout Int) -> Token? {
        closeField()
        if byte.isLineBreak { return endLine(with: byte, &index) }
        state = .fieldStart
        index += 1
        return nil
    }

    private mutating func endLine(with byte: UInt8, _ index: inout Int) -> Token? {
        countLine(byte)
        index += 1
        if state == .headingKey || state == .headingValue {
            state = .rowStart
            return nil
        }
        return takeRow()
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

    private mutating func countLine(_ byte: UInt8) {
        line += 1
        isAfterCarriageReturn = byte == .carriageReturn
    }
}
