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

/// A value that should be the object of a word.
private struct JSONElement: Decodable {
    let record: Result<ExchangeRecord, ExchangeProblem>

    init(from decoder: any Decoder) {
        do {
            let word = try JSONWord(from: decoder)
            let texts = word.cells.map(\.text) + [word.alternatives.joined()]
            guard texts.allSatisfy({ $0.utf8.count <= ExchangeLimit.field }) else {
                throw ExchangeProblem.fieldTooLong
            }
            var record = ExchangeRecord(text: word.cells.first { $0.column == .text }?.text ?? "")
            guard record.hasText else { throw ExchangeProblem.noText }
            for cell in word.cells { try record.set(cell.column, cell.text) }
            record.isFavorite = word.isFavorite
            record.alternatives = word.alternatives
            record.entry = word.entry
            self.record = .success(record)
        } catch {
            // Without a problem of its own, it has no keys.
            record = .failure(error as? ExchangeProblem ?? .notObject)
        }
    }
}

/// The object of a word. Its keys are the names of the columns.
private struct JSONWord: Decodable {
    var cells: [(column: ExchangeColumn, text: String)] = []
    var isFavorite: Bool?
    var alternatives: [String] = []
    var entry: DictionaryEntry?

    private enum EntryKey: CodingKey { case entry }

    init(from decoder: any Decoder) throws {
        func value<Value: Decodable>(_ key: some CodingKey, otherwise problem: (String) -> Message) throws -> Value? {
            let object = try decoder.container(keyedBy: type(of: key))
            do {
                return try object.decodeIfPresent(Value.self, forKey: key)
            } catch {
                throw ExchangeProblem(reason: problem(key.stringValue))
            }
        }
        for column in ExchangeColumn.allCases where column != .isFavorite && column != .alternatives {
            let text: String? = try value(column, otherwise: { Message("\($0) is not a string") })
            if let text { cells.append((column, text)) }
        }
        isFavorite = try value(ExchangeColumn.isFavorite, otherwise: { Message("\($0) is neither true nor false") })
        alternatives =
            try value(ExchangeColumn.alternatives, otherwise: { Message("\($0) is not an array of strings") }) ?? []
        entry = try value(EntryKey.entry, otherwise: { Message("\($0) is not an entry of a dictionary") })
    }
}
