/// Takes the bytes of a file apart into records, as they come: memory is bounded by one record and one chunk, time is linear.
///
/// A record that cannot be read is told with its line, and does not stop the rest.
public struct ExchangeReader: Sendable {
    private enum Parser: Sendable {
        case delimited(DelimitedParser, DelimitedLayout)
        case lines(LineParser)
    }

    private var parser: Parser

    /// Makes a reader of a format.
    public init(format: ExchangeFormat) {
        parser =
            switch format {
            case .csv: .delimited(DelimitedParser(delimiter: UInt8(ascii: ",")), DelimitedLayout(hasHeaderLines: false))
            case .tsv: .delimited(DelimitedParser(delimiter: UInt8(ascii: "\t")), DelimitedLayout(hasHeaderLines: true))
            case .jsonl: .lines(LineParser())
            }
    }

    /// Takes the next bytes, which may begin and end anywhere, and returns the records that end in them.
    public mutating func push(_ bytes: some Sequence<UInt8>) -> [ExchangeLine] {
        var records: [ExchangeLine] = []
        // Taken out for the time of the loop, so that each byte is not a copy of the whole parser.
        switch parser {
        case .delimited(var delimited, var layout):
            for byte in bytes {
                guard let row = delimited.push(byte) else { continue }
                if let record = layout.record(row, delimiter: &delimited.delimiter) {
                    records.append(ExchangeLine(number: row.number, result: record))
                }
            }
            parser = .delimited(delimited, layout)
        case .lines(var lines):
            for byte in bytes {
                if let record = lines.push(byte) { records.append(record) }
            }
            parser = .lines(lines)
        }
        return records
    }

    /// Ends the file, and returns its last record, if there is one left.
    public mutating func finish() -> [ExchangeLine] {
        switch parser {
        case .delimited(var delimited, var layout):
            guard let row = delimited.finish(), let record = layout.record(row, delimiter: &delimited.delimiter) else {
                return []
            }
            return [ExchangeLine(number: row.number, result: record)]
        case .lines(var lines):
            return lines.finish().map { [$0] } ?? []
        }
    }
}

/// Takes a JSON Lines file apart.
struct LineParser {
    private static let maximumLineSize = 4 << 20
    private var line: [UInt8] = []
    private var number = 1
    private var isTooLong = false

    mutating func push(_ byte: UInt8) -> ExchangeLine? {
        guard byte == UInt8(ascii: "\n") else {
            if line.count < Self.maximumLineSize { line.append(byte) } else { isTooLong = true }
            return nil
        }
        return finish()
    }

    mutating func finish() -> ExchangeLine? {
        defer {
            line.removeAll(keepingCapacity: line.capacity < 65_536)
            isTooLong = false
            number += 1
        }
        if number == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { return nil }
        guard !isTooLong else {
            return ExchangeLine(
                number: number,
                result: .failure(ExchangeProblem("the line is longer than \(Self.maximumLineSize >> 20) MiB")))
        }
        do {
            return ExchangeLine(number: number, result: .success(try JSONLine.record(line)))
        } catch {
            return ExchangeLine(number: number, result: .failure(error))
        }
    }
}
