import CoreModule
import Foundation
import PersonalDictionary

/// Reads a whole file in chunks of a size. Nil: in one chunk.
func readExchange(
    _ bytes: some Collection<UInt8>, _ format: ExchangeFormat, chunk size: Int? = nil
) -> [ExchangeLine] {
    var reader = ExchangeReader(format: format)
    var lines: [ExchangeLine] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        lines += reader.push(rest.prefix(size ?? rest.count))
        rest = rest.dropFirst(size ?? rest.count)
    }
    return lines + reader.finish()
}

func readExchange(_ text: String, _ format: ExchangeFormat, chunk size: Int? = nil) -> [ExchangeLine] {
    readExchange(Array(text.utf8), format, chunk: size)
}

/// Chunk sizes that split everything that can be split. Nil: the whole file.
let exchangeChunkSizes: [Int?] = [1, 2, 3, 7, nil]

private let english = Localizer.personalDictionary(locale: Locale(identifier: "en"))

extension ExchangeLine {
    /// The number of the line, and the word or the problem.
    var summary: String {
        switch result {
        case .success(let record): "\(number) \(record.text)"
        case .failure(let problem): "\(number) ! \(english(problem.reason))"
        }
    }

    var record: ExchangeRecord? { try? result.get() }
}

extension ExchangeRecord {
    init(
        id: String? = nil, text: String, translation: String? = nil, provider: String? = nil,
        translatedAt: Date? = nil, sourceLang: String? = nil, targetLang: String? = nil, isFavorite: Bool? = nil,
        createdAt: Date? = nil, updatedAt: Date? = nil, status: String? = nil, tags: [String] = [],
        entry: DictionaryEntry? = nil
    ) {
        self.init(text: text)
        self.id = id
        self.translation = translation
        self.provider = provider
        self.translatedAt = translatedAt
        self.sourceLang = sourceLang
        self.targetLang = targetLang
        self.isFavorite = isFavorite
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.status = status
        self.tags = tags
        self.entry = entry
    }

    /// All values as bytes: `==` on strings does not distinguish é from é.
    var exact: [String?] {
        let strings = [id, text, translation, provider, sourceLang, targetLang, status]
        return strings.map { $0.map { "\(Array($0.utf8))" } } + [isFavorite.map { "\($0)" }]
            + [translatedAt, createdAt, updatedAt].map { $0.map { "\($0.timeIntervalSince1970)" } }
    }
}
