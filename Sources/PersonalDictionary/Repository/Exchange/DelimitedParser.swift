/// Takes a stream of bytes apart into rows of fields: RFC 4180, with any one-byte delimiter and any line ends.
///
/// Chunks may end anywhere. Memory is bounded by one row; a field of more than `maximumFieldSize` bytes makes its row a
/// problem, and what follows is read all the same.
struct DelimitedParser {
    struct Row {
        /// The line on which it begins, from 1.
        let number: Int
        var fields: [[UInt8]] = []
        /// Whether its first field was quoted, and so is no header line.
        var isFirstQuoted = false
        var problem: ExchangeProblem?
    }

    static let maximumFieldSize = 1 << 20

    /// Takes effect from the next row on.
    var delimiter: UInt8

    private enum State {
        case fieldStart, unquoted, quoted, afterQuote
    }

    private var state = State.fieldStart
    private var row = Row(number: 1)
    private var field: [UInt8] = []
    private var line = 1
    private var isAfterCarriageReturn = false
    private var skippedMark: [UInt8] = []
    private var isAtStart = true
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    /// Takes one byte; a row is handed back when the byte ends it.
    mutating func push(_ byte: UInt8) -> Row? {
        guard isAtStart else { return take(byte) }
        // A byte-order mark at the very start is no text.
        if byte == Self.byteOrderMark[skippedMark.count] {
            skippedMark.append(byte)
            isAtStart = skippedMark.count < Self.byteOrderMark.count
            return nil
        }
        isAtStart = false
        for skipped in skippedMark { _ = take(skipped) }
        return take(byte)
    }

    /// Ends the stream; the last row may have no line end.
    mutating func finish() -> Row? {
        if isAtStart {
            isAtStart = false
            for skipped in skippedMark { _ = take(skipped) }
        }
        if state == .quoted { row.problem = ExchangeProblem("a quoted field is not closed") }
        return endRow()
    }

    private mutating func take(_ byte: UInt8) -> Row? {
        defer { isAfterCarriageReturn = byte == UInt8(ascii: "\r") }
        if byte == UInt8(ascii: "\n"), isAfterCarriageReturn {
            // The second half of a line end; within a quoted field it is text.
            if state == .quoted { append(byte) }
            return nil
        }
        let isLineEnd = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        if isLineEnd { line += 1 }
        switch state {
        case .quoted:
            if byte == UInt8(ascii: "\"") { state = .afterQuote } else { append(byte) }
            return nil
        case .fieldStart where byte == UInt8(ascii: "\""):
            if row.fields.isEmpty { row.isFirstQuoted = true }
            state = .quoted
            return nil
        case .afterQuote where byte == UInt8(ascii: "\""):
            append(byte)
            state = .quoted
            return nil
        case .fieldStart, .unquoted, .afterQuote:
            if isLineEnd { return endRow() }
            if byte == delimiter {
                endField()
            } else {
                if state == .afterQuote { row.problem = ExchangeProblem("there is text behind a closing quote") }
                state = state == .afterQuote ? .afterQuote : .unquoted
                append(byte)
            }
            return nil
        }
    }

    private mutating func append(_ byte: UInt8) {
        if field.count < Self.maximumFieldSize {
            field.append(byte)
        } else {
            row.problem = ExchangeProblem("a field is larger than \(Self.maximumFieldSize >> 20) MiB")
        }
    }

    private mutating func endField() {
        row.fields.append(field)
        field.removeAll(keepingCapacity: field.capacity < 4096)
        state = .fieldStart
    }

    /// The row, unless it is a blank line.
    private mutating func endRow() -> Row? {
        let isBlank = row.fields.isEmpty && field.isEmpty && !row.isFirstQuoted
        endField()
        let ended = row
        row = Row(number: line)
        return isBlank && ended.problem == nil ? nil : ended
    }
}
