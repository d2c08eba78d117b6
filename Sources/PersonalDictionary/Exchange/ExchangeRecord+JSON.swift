import CoreModule
import Foundation

extension ExchangeRecord {
    /// Reads a line of JSON Lines.
    init(json bytes: [UInt8]) throws(ExchangeProblem) {
        self = try Self.decode(JSONElement.self, bytes).record.get()
    }

    /// Reads an array: it stands on the first line, and a problem says which of its words it is about.
    static func array(json bytes: [UInt8]) -> [ExchangeLine] {
        do throws(ExchangeProblem) {
            return try decode([JSONElement].self, bytes).enumerated().map { index, element in
                let result = element.record.mapError { problem in
                    ExchangeProblem(reason: Message("word \(index + 1) of the array: \(problem.reason)"))
                }
                return ExchangeLine(number: 1, result: result)
            }
        } catch {
            return [ExchangeLine(number: 1, result: .failure(error))]
        }
    }

    /// Reads the entry of a table's cell.
    static func entry(json text: String, _ column: ExchangeColumn) throws(ExchangeProblem) -> DictionaryEntry {
        do {
            return try decode(DictionaryEntry.self, Array(text.utf8))
        } catch {
            throw ExchangeProblem(reason: Message("\(column.rawValue) is not an entry of a dictionary"))
        }
    }

    /// An entry as an object.
    static func json(_ entry: DictionaryEntry) throws(ExchangeProblem) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(WrittenEntry(entry: entry)), as: UTF8.self)
        } catch {
            throw ExchangeProblem(reason: Message("the entry cannot be written: \(String(describing: error))"))
        }
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: [UInt8]
    ) throws(ExchangeProblem) -> Value {
        guard String(validUTF8: bytes) != nil else { throw .notUTF8 }
        // Foundation takes bytes with NUL for UTF-16 or UTF-32.
        guard !bytes.contains(0) else { throw .notJSON }
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { throw .notJSON }
    }
}

/// A value that should be the object of a word. Its keys are the names of the columns.
private struct JSONElement: Decodable {
    let record: Result<ExchangeRecord, ExchangeProblem>

    init(from decoder: any Decoder) {
        do {
            record = .success(try Self.record(decoder))
        } catch {
            // Without a problem of its own, it has no keys.
            record = .failure(error as? ExchangeProblem ?? .notObject)
        }
    }

    private static func record(_ decoder: any Decoder) throws -> ExchangeRecord {
        func value<Value: Decodable>(_ key: some CodingKey, otherwise problem: (String) -> Message) throws -> Value? {
            let object = try decoder.container(keyedBy: type(of: key))
            do {
                return try object.decodeIfPresent(Value.self, forKey: key)
            } catch {
                throw ExchangeProblem(reason: problem(key.stringValue))
            }
        }
        func check(_ size: Int) throws {
            guard size <= ExchangeLimit.field else { throw ExchangeProblem.fieldTooLong }
        }
        func isNoList(_ key: String) -> Message { Message("\(key) is not an array of strings") }
        var record = ExchangeRecord()
        for column in ExchangeColumn.allCases {
            switch column.value {
            case .text, .date:
                let text: String? = try value(column, otherwise: { Message("\($0) is not a string") })
                try check(text?.utf8.count ?? 0)
                try record.set(column, text ?? "")
                if column == .text, !record.hasText { throw ExchangeProblem.noText }
            case .entry(let path):
                record[keyPath: path] = try value(
                    column, otherwise: { Message("\($0) is not an entry of a dictionary") })
            case .flag(let path):
                record[keyPath: path] = try value(column, otherwise: { Message("\($0) is neither true nor false") })
            case .list(let path, _):
                do {
                    record[keyPath: path] = try value(column, otherwise: isNoList) ?? []
                } catch {
                    // Other programs write one text of all.
                    let text: String? = try value(column, otherwise: isNoList)
                    try record.set(column, text ?? "")
                }
                try check(record[keyPath: path].reduce(0) { $0 + $1.utf8.count })
            }
        }
        return record
    }
}

/// An entry in the form of files: its date is a text, like the dates of a word.
private struct WrittenEntry: Encodable {
    let entry: DictionaryEntry

    private enum CodingKeys: CodingKey { case date }

    func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(ISO8601Date.text(entry.date), forKey: .date)
    }
}
