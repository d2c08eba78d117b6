import CoreModule
import Foundation
import PersonalDictionary

/// Keeps the answers of services for one person: what others have looked up is theirs, and would show in suggestions. The web front
/// end gives its services the cache of no person, which suggests nothing, so that no answer is asked for twice.
///
/// No text is stored as the empty text, which no word has.
struct PostgresTranslationCache: TranslationCache {
    let database: PostgresDatabase

    func answer(
        of service: TranslationProvider, to text: WordText?, _ direction: TranslationDirection
    ) async throws(DictionaryError) -> (answer: CachedAnswer, date: Date)? {
        try await database.read(DictionaryError.self) { transaction in
            try transaction.first(
                "SELECT entry, looked_up_at FROM translation_cache WHERE \(Self.isKey)",
                Self.key(service, text, direction)
            ) { row -> (answer: CachedAnswer, date: Date) in
                let entry = try row.optionalJSON(DictionaryEntry.self, 0)
                return (entry.map { CachedAnswer.found($0) } ?? .notFound, try row.date(1))
            }
        }
    }

    func keep(
        _ answer: CachedAnswer?, of service: TranslationProvider, to text: WordText?,
        _ direction: TranslationDirection, at date: Date
    ) async throws(DictionaryError) {
        try await database.write(DictionaryError.self) { transaction in
            let key = Self.key(service, text, direction)
            guard let answer else {
                try transaction.run("DELETE FROM translation_cache WHERE \(Self.isKey)", key)
                return
            }
            let entry: DictionaryEntry? = if case .found(let entry) = answer { entry } else { nil }
            let value = text?.value ?? ""
            try transaction.run(
                """
                INSERT INTO translation_cache(service, text, source, target, entry, looked_up_at, folded, length)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (person, service, sha256(text), source, target)
                DO UPDATE SET entry = excluded.entry, looked_up_at = excluded.looked_up_at
                """,
                key + [
                    .json(entry), .date(date), .key(TextFolding.fold(value, .search)),
                    .integer(Int64(value.unicodeScalars.count)),
                ])
        }
    }

    func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) async throws(DictionaryError) -> [DictionaryEntry] {
        let folded = TextFolding.fold(prefix, .search)
        guard !folded.isEmpty else { return [] }
        return try await database.read(DictionaryError.self) { transaction in
            try transaction.query(
                """
                SELECT entry FROM translation_cache WHERE source = $1 AND target = $2 AND entry IS NOT NULL
                    AND substring(folded FROM 1 FOR octet_length($3)) = $3
                ORDER BY length, text, service COLLATE "C" LIMIT $4
                """,
                [
                    .text(direction.source.code), .text(direction.target.code), .key(folded),
                    .integer(Int64(max(0, limit))),
                ]
            ) { try $0.json(DictionaryEntry.self, 0) }
        }
    }

    private static let isKey =
        "service = $1 AND sha256(text) = sha256($2) AND text = $2 AND source = $3 AND target = $4"

    private static func key(
        _ service: TranslationProvider, _ text: WordText?, _ direction: TranslationDirection
    ) -> [PostgresValue] {
        [
            .text(service.rawValue), .key(text?.value ?? ""), .text(direction.source.code),
            .text(direction.target.code),
        ]
    }
}

/// Remembers the requests to services of all persons and processes: a service sees one address.
struct PostgresRequestLedger: RequestLedger {
    let pool: PostgresPool

    func edit<Value: Sendable>(
        _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
    ) async throws(DictionaryError) -> Value {
        let name = PostgresValue.text(provider.rawValue)
        do {
            return try await pool.transaction(.writing(lock: "provider \(provider.rawValue)"), of: nil) { transaction in
                let before = try Self.record(name, transaction)
                var record = before
                let value = body(&record)
                guard record != before else { return value }
                try transaction.run(
                    """
                    INSERT INTO request_record(provider, sent, set_at, until, is_dated) VALUES ($1, $2, $3, $4, $5)
                    ON CONFLICT (provider) DO UPDATE SET sent = excluded.sent, set_at = excluded.set_at,
                        until = excluded.until, is_dated = excluded.is_dated
                    """,
                    [
                        name, .json(record.sent.map(\.millisecondsSince1970)),
                        .integer(record.retryAfter?.setAt.millisecondsSince1970),
                        .integer(record.retryAfter?.until.millisecondsSince1970),
                        .bool(record.retryAfter?.isDated ?? false),
                    ])
                return value
            }
        } catch {
            throw DictionaryError(postgres: error)
        }
    }

    private static func record(_ name: PostgresValue, _ transaction: PostgresTransaction) throws -> RequestRecord {
        try transaction.first(
            "SELECT sent, set_at, until, is_dated FROM request_record WHERE provider = $1", [name]
        ) { row in
            let sent = try row.json([Int64].self, 0)
            var retryAfter: RequestRecord.RetryAfter?
            if let setAt = try row.optionalInteger(1) {
                retryAfter = RequestRecord.RetryAfter(
                    setAt: Date(millisecondsSince1970: setAt), until: try row.date(2), isDated: try row.bool(3))
            }
            return RequestRecord(sent: sent.map(Date.init(millisecondsSince1970:)), retryAfter: retryAfter)
        } ?? RequestRecord()
    }
}
