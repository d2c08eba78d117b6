import CoreModule
import Foundation

/// Reads words from JSON Lines.
struct JSONLineReader: Sendable {
    private var line = 1
    private var bytes: [UInt8] = []
    private var isTooLong = false
    private var isAfterCarriageReturn = false

    /// Reads a chunk, and returns the lines that end in it. A JSON string contains no line break.
    mutating func read(_ chunk: [UInt8]) -> [ExchangeLine] {
        var lines: [ExchangeLine] = []
        var index = 0
        while index < chunk.count {
            if isAfterCarriageReturn {
                isAfterCarriageReturn = false
                if chunk[index] == .lineFeed {
                    index += 1
                    continue
                }
            }
            let end = chunk.firstIndex(of: .lineFeed, .carriageReturn, .carriageReturn, from: index)
            append(chunk[index..<end])
            guard end < chunk.count else { break }
            if let line = take() { lines.append(line) }
            line += 1
            isAfterCarriageReturn = chunk[end] == .carriageReturn
            index = end + 1
        }
        return lines
    }

    /// Returns the last line if no line break ended it.
    mutating func finish() -> [ExchangeLine] {
        take().map { [$0] } ?? []
    }

    private mutating func append(_ run: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        if bytes.count + run.count > ExchangeLimit.record {
            isTooLong = true
            bytes = []
        } else {
            bytes.append(contentsOf: run)
        }
    }

    private mutating func take() -> ExchangeLine? {
        defer {
            bytes = []
            isTooLong = false
        }
        guard !isTooLong else { return ExchangeLine(number: line, result: .failure(.recordTooLong)) }
        guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == .tab }) else { return nil }
        let bytes = bytes
        return ExchangeLine(
            number: line, result: Result { () throws(ExchangeProblem) in try Self.record(bytes) })
    }

    private static func record(_ bytes: [UInt8]) throws(ExchangeProblem) -> ExchangeRecord {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        // Foundation takes bytes with NUL for UTF-16 or UTF-32.
        guard !bytes.contains(0) else { throw .notJSON }
        let word: JSONWord
        do {
            word = try JSONDecoder().decode(JSONWord.self, from: Data(bytes))
        } catch let problem as ExchangeProblem {
            throw problem
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.isEmpty {
            throw .notObject
        } catch DecodingError.valueNotFound(_, let context) where context.codingPath.isEmpty {
            throw .notObject
        } catch {
            throw .notJSON
        }
        guard word.cells.values.allSatisfy({ $0.utf8.count <= ExchangeLimit.field }) else { throw .fieldTooLong }
        var record = try ExchangeRecord(word.cells)
        record.isFavorite = word.isFavorite
        record.entry = word.entry
        return record
    }
}

/// The object of a word. Its keys are the names of the columns.
private struct JSONWord: Decodable {
    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var cells: [ExchangeColumn: String] = [:]
    var isFavorite: Bool?
    var entry: DictionaryEntry?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func value<Value: Decodable>(_ name: String, otherwise problem: (String) -> Message) throws -> Value? {
            do {
                return try container.decodeIfPresent(Value.self, forKey: Key(stringValue: name))
            } catch {
                throw ExchangeProblem(reason: problem(name))
            }
        }
        for column in ExchangeColumn.allCases where column != .isFavorite {
            cells[column] = try value(column.rawValue, otherwise: { Message("\($0) is not a string") })
        }
        isFavorite = try value(
            ExchangeColumn.isFavorite.rawValue, otherwise: { Message("\($0) is neither true nor false") })
        entry = try value("entry", otherwise: { Message("\($0) is not an entry of a dictionary") })
    }
}
