import CoreModule
import Foundation

extension ExchangeRecord {
    /// Reads a line of JSON Lines.
    init(json bytes: [UInt8]) throws(ExchangeProblem) {
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
        try self.init(word.cells)
        isFavorite = word.isFavorite
        entry = word.entry
    }
}

/// The object of a word. Its keys are the names of the columns.
private struct JSONWord: Decodable {
    var cells: [ExchangeColumn: String] = [:]
    var isFavorite: Bool?
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
        for column in ExchangeColumn.allCases where column != .isFavorite {
            cells[column] = try value(column, otherwise: { Message("\($0) is not a string") })
        }
        isFavorite = try value(ExchangeColumn.isFavorite, otherwise: { Message("\($0) is neither true nor false") })
        entry = try value(EntryKey.entry, otherwise: { Message("\($0) is not an entry of a dictionary") })
    }
}
