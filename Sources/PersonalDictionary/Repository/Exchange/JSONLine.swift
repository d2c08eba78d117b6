import Foundation

/// A word as an object of a JSON Lines file. Keys that it does not know are passed over, and null is nothing.
struct JSONLine: Codable {
    var id: String?
    var text: String?
    var translation: String?
    var status: String?
    var provider: String?
    var translatedAt: String?
    var sourceLang: String?
    var targetLang: String?
    var isFavorite: Bool?
    var createdAt: String?
    var updatedAt: String?
    var entry: DictionaryEntry?

    init(_ record: ExchangeRecord) {
        id = record.id
        text = record.text
        translation = record.translation
        status = record.status
        provider = record.provider
        translatedAt = record.translatedAt.map(ExchangeDate.text)
        sourceLang = record.sourceLang
        targetLang = record.targetLang
        isFavorite = record.isFavorite
        createdAt = record.createdAt.map(ExchangeDate.text)
        updatedAt = record.updatedAt.map(ExchangeDate.text)
        entry = record.entry
    }

    /// What a line says.
    static func record(_ bytes: [UInt8]) throws(ExchangeProblem) -> ExchangeRecord {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw ExchangeProblem("not UTF-8") }
        let line: JSONLine
        do {
            line = try JSONDecoder().decode(JSONLine.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw ExchangeProblem(reason(error))
        } catch {
            throw ExchangeProblem("entry cannot be read")
        }
        guard let text = line.text else { throw ExchangeProblem("there is no text") }
        var record = ExchangeRecord(text: text)
        record.id = line.id
        record.translation = line.translation
        record.status = line.status
        record.provider = line.provider
        record.sourceLang = line.sourceLang
        record.targetLang = line.targetLang
        record.isFavorite = line.isFavorite
        record.entry = line.entry
        if let date = line.translatedAt { record.translatedAt = try ExchangeDate.date(date, of: "translatedAt") }
        if let date = line.createdAt { record.createdAt = try ExchangeDate.date(date, of: "createdAt") }
        if let date = line.updatedAt { record.updatedAt = try ExchangeDate.date(date, of: "updatedAt") }
        return record
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
            context.codingPath.first.map { "\($0.stringValue) is of the wrong type" } ?? "not a JSON object"
        case .dataCorrupted(let context):
            context.codingPath.first.map { "\($0.stringValue) cannot be read" } ?? "not JSON"
        @unknown default: "not JSON"
        }
    }
}
