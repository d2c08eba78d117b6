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

    /// A field as text. Nil if it is not UTF-8.
    func text(_ number: Int) -> String? { String(validUTF8: field(number)) }

    /// The fields as names of columns. Invalid UTF-8 is repaired, so that a header row is recognized as one.
    var names: [String] { ends.indices.map { String(decoding: field($0), as: UTF8.self) } }
}

/// Splits bytes into rows of fields, like RFC 4180 but with any separator, or into plain lines. Time is linear: what follows a quote
/// that is not closed is read twice. At most one row is kept.
///
/// A quote is special only at the beginning of a field. Outside of quotes, LF, CRLF and a single CR end a row. If a quote is not
/// closed within 2 MiB, or text follows where it closes, the row is rejected, and reading goes on with the line after this quote. In
/// tabbed rows without Anki's headings, quotes are text unless they enclose a whole field, which may have several lines but no tab.
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
    /// Whether quotes that do not enclose a whole field are text, if the separator is a tab.
    private var hasSimpleQuotes: Bool
    private var state = State.rowStart
    private var line = 1
    /// Whether a line feed that follows belongs to the carriage return before it.
    private var isAfterCarriageReturn = false

    private var firstLine = 1
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var hasQuotes = false
    private var problem: ExchangeProblem?
    /// The line of the last quote that began a field, and what follows this quote in the file.
    private var quoteLine = 1
    private var quoted: [UInt8] = []
    /// What is to be read again, from an index on.
    private var again: [UInt8] = []
    private var againIndex = 0

    init(separator: UInt8?, readsHeadings: Bool = false) {
        self.separator = separator
        self.readsHeadings = readsHeadings
        hasSimpleQuotes = readsHeadings
    }

    /// Reads from an index of a chunk to the end of a row. Nil at the end of the chunk.
    mutating func next(_ chunk: [UInt8], _ index: inout Int) -> Token? {
        while true {
            guard !again.isEmpty else {
                let token = read(chunk, &index)
                if token != nil || again.isEmpty { return token }
                continue
            }
            let bytes = again
            var position = againIndex
            again = []
            let token = read(bytes, &position)
            // After a further quote that is not closed, there is more to be read again.
            if again.isEmpty {
                (again, againIndex) = position < bytes.count ? (bytes, position) : ([], 0)
            } else {
                again += bytes[position...]
            }
            if let token { return token }
        }
    }

    private mutating func read(_ chunk: [UInt8], _ index: inout Int) -> Token? {
        while index < chunk.count {
            let byte = chunk[index]
            if isAfterCarriageReturn {
                isAfterCarriageReturn = false
                if byte == .lineFeed {
                    if state == .quoted { appendQuoted(chunk[index...index]) }
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
                quoteLine = line
                quoted = []
                state = .quoted
                index += 1
            case .fieldStart, .plain:
                let end = chunk.firstIndex(of: separator ?? .lineFeed, .carriageReturn, .lineFeed, from: index)
                append(chunk[index..<end])
                state = .plain
                index = end
                if end < chunk.count, let token = endField(with: chunk[end], &index) { return token }
            case .quoted:
                guard readQuoted(chunk, &index) else {
                    takeAsText()
                    if again.isEmpty { continue }
                    return nil
                }
                // As written, each quote in a field is doubled, and another one ends it.
                if quoted.count > 2 * ExchangeLimit.field + 1, let token = giveUp(.fieldTooLong) { return token }
            case .afterQuote where byte == .quote:
                quoted.append(byte)
                append(chunk[index...index])
                state = .quoted
                index += 1
            case .afterQuote where isSimple && (!(byte == separator || byte.isLineBreak) || hasEmptyLines):
                takeAsText()
                if !again.isEmpty { return nil }
            case .afterQuote where byte == separator || byte.isLineBreak:
                if let token = endField(with: byte, &index) { return token }
            case .afterQuote:
                if let token = giveUp(.textAfterQuote) { return token }
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

    /// Returns the next row at the end of the file: the last one if no line break ended it, and those after a quote that is not closed.
    mutating func finish() -> Token? {
        var end = 0
        if let token = next([], &end) { return token }
        switch state {
        case .rowStart, .headingKey, .headingValue: return nil
        case .quoted where isSimple, .afterQuote where isSimple && hasEmptyLines:
            takeAsText()
            return finish()
        case .quoted:
            if let token = giveUp(.notClosed) { return token }
        case .fieldStart, .plain, .afterQuote: endBytes()
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

    private var isSimple: Bool { hasSimpleQuotes && separator == .tab }

    /// Whether there are line breaks between the quotes, but no text: then they are quotes of different rows.
    private var hasEmptyLines: Bool {
        quoted.contains(where: \.isLineBreak) && quoted.allSatisfy { $0 == .quote || $0.isLineBreak || $0 == .space }
    }

    /// Takes the first quote of a field as text. What follows the line of this quote is read again.
    private mutating func takeAsText() {
        if problem == nil { bytes.removeSubrange((ends.last ?? 0)...) }
        let end = quoted.firstIndex(where: \.isLineBreak) ?? quoted.count
        append([.quote] + quoted[..<end])
        state = .plain
        guard end < quoted.count else { return }
        (again, againIndex) = (Array(quoted[end...]), 0)
        (line, isAfterCarriageReturn) = (quoteLine, false)
    }

    /// Reads to the next quote or line break. Returns false if the first quote is text, as a tab shows, or too long a field.
    private mutating func readQuoted(_ chunk: [UInt8], _ index: inout Int) -> Bool {
        let end = chunk.firstIndex(of: .quote, .carriageReturn, .lineFeed, from: index)
        if isSimple, chunk[index..<end].contains(.tab) || quoted.count + end - index > ExchangeLimit.field {
            return false
        }
        appendQuoted(chunk[index..<end])
        index = end
        guard end < chunk.count else { return true }
        if chunk[end] == .quote {
            quoted.append(.quote)
            state = .afterQuote
            index += 1
        } else {
            appendQuoted(chunk[end...end])
            endLine(with: chunk[end], &index)
        }
        return true
    }

    private mutating func appendQuoted(_ run: ArraySlice<UInt8>) {
        quoted += run
        append(run)
    }

    /// Rejects the row because of its last quote. The lines after that of the quote are read again. Nil if there is none: then the
    /// rest of the line is skipped.
    private mutating func giveUp(_ reason: ExchangeProblem) -> Token? {
        fail(reason)
        guard let end = quoted.firstIndex(where: \.isLineBreak) else {
            state = .skipping
            return nil
        }
        again = Array(quoted[end...])
        againIndex = 0
        line = quoteLine
        isAfterCarriageReturn = false
        return takeRow()
    }

    /// A word may begin with `#` too: a line with a tab before any colon is a row.
    private mutating func readHeading(_ byte: UInt8, _ index: inout Int) -> Token? {
        if byte.isLineBreak {
            endLine(with: byte, &index)
            state = .rowStart
            hasSimpleQuotes = false
            defer { bytes = [] }
            return .heading(bytes)
        }
        if state == .headingKey, byte == .tab {
            let key = bytes
            bytes = []
            beginRow()
            var start = 0
            return read(key, &start)
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
        endBytes()
        if byte.isLineBreak {
            endLine(with: byte, &index)
            return takeRow()
        }
        state = .fieldStart
        index += 1
        return nil
    }

    private mutating func endBytes() {
        guard problem == nil else { return }
        if state == .afterQuote { hasQuotes = true }
        ends.append(bytes.count)
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
