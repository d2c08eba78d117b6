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

    private enum EntryKey: CodingKey { case entry }

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
        var record = ExchangeRecord()
        var cells: [(column: ExchangeColumn, text: String)] = []
        var sizes: [Int] = []
        for column in ExchangeColumn.allCases {
            switch column.value {
            case .text, .date:
                let text: String? = try value(column, otherwise: { Message("\($0) is not a string") })
                if let text { cells.append((column, text)) }
                sizes.append(text?.utf8.count ?? 0)
            case .flag(let path):
                record[keyPath: path] = try value(column, otherwise: { Message("\($0) is neither true nor false") })
            case .lines(let path):
                let lines: [String]? = try value(column, otherwise: { Message("\($0) is not an array of strings") })
                record[keyPath: path] = lines ?? []
                sizes.append(record[keyPath: path].reduce(0) { $0 + $1.utf8.count })
            case .words(let path):
                let words: JSONWords? = try value(column, otherwise: { Message("\($0) is not an array of strings") })
                record[keyPath: path] = words?.words ?? []
                sizes.append(record[keyPath: path].reduce(0) { $0 + $1.utf8.count })
            }
        }
        record.entry = try value(EntryKey.entry, otherwise: { Message("\($0) is not an entry of a dictionary") })
        guard sizes.allSatisfy({ $0 <= ExchangeLimit.field }) else { throw ExchangeProblem.fieldTooLong }
        record.text = cells.first { $0.column == .text }?.text ?? ""
        guard record.hasText else { throw ExchangeProblem.noText }
        for cell in cells { try record.set(cell.column, cell.text) }
        return record
    }
}

/// An array of words, or one text of them, as other programs write it.
private struct JSONWords: Decodable {
    let words: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            words = try container.decode([String].self)
        } catch {
            words = try container.decode(String.self).partsBetweenSpaces
        }
    }
}
