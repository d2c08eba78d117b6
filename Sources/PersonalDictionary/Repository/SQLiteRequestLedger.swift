import CoreModule
import Foundation

/// Remembers requests in the store: across restarts, and for all processes that share it.
final class SQLiteRequestLedger: RequestLedger {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    func reserve(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> RequestGrant {
        try await database.writing { connection in
            let earliest = try Self.turn(provider, limits, now, connection)
            guard earliest <= now else { return .wait(until: earliest) }
            let name = SQLiteValue.text(provider.rawValue)
            try connection.run(
                "INSERT INTO request_log(provider, sent_at) VALUES (?, ?)",
                [name, .integer(now.millisecondsSince1970)])
            try connection.run(
                """
                DELETE FROM request_log WHERE provider = ?1 AND rowid NOT IN
                (SELECT rowid FROM request_log WHERE provider = ?1 ORDER BY sent_at DESC LIMIT ?2)
                """, [name, .integer(Self.needed(limits))])
            return .granted
        }
    }

    func turn(
        _ provider: TranslationProvider, _ limits: [RequestLimit], now: Date
    ) async throws(DictionaryError) -> Date {
        try await database.writing { connection in try Self.turn(provider, limits, now, connection) }
    }

    func release(_ provider: TranslationProvider, grantedAt date: Date) async throws(DictionaryError) {
        try await database.writing { connection in
            // The clock may have been set back since, and the record with it.
            try connection.run(
                """
                DELETE FROM request_log WHERE rowid =
                (SELECT rowid FROM request_log WHERE provider = ? AND sent_at <= ? ORDER BY sent_at DESC LIMIT 1)
                """, [.text(provider.rawValue), .integer(date.millisecondsSince1970)])
        }
    }

    private static func turn(
        _ provider: TranslationProvider, _ limits: [RequestLimit], _ now: Date, _ connection: SQLiteConnection
    ) throws -> Date {
        let name = SQLiteValue.text(provider.rawValue)
        // Requests in the future were sent before the clock was set back. They count as sent now, once.
        try connection.run(
            "UPDATE request_log SET sent_at = ?2 WHERE provider = ?1 AND sent_at > ?2",
            [name, .integer(now.millisecondsSince1970)])
        if let pause = try pause(name, now: now, connection) {
            let seen = pause.seen(at: now)
            if seen != pause { try save(seen, name, connection) }
            if seen.until > now { return seen.until }
        }
        let sent = try connection.query(
            "SELECT sent_at FROM request_log WHERE provider = ? ORDER BY sent_at DESC LIMIT ?",
            [name, .integer(needed(limits))]
        ) { Date(millisecondsSince1970: try $0.integer(0)) }
        return RequestLimit.earliest(limits, after: sent.reversed(), now: now)
    }

    /// How many requests are kept: as many as the largest limit.
    private static func needed(_ limits: [RequestLimit]) -> Int64 { Int64(limits.map(\.count).max() ?? 0) }

    func pause(_ provider: TranslationProvider, until date: Date, now: Date) async throws(DictionaryError) {
        try await database.writing { connection in
            let name = SQLiteValue.text(provider.rawValue)
            let pause = try Self.pause(name, now: now, connection)?.extended(until: date, now: now)
            try Self.save(pause ?? RequestPause(setAt: now, until: date), name, connection)
        }
    }

    private static func pause(
        _ provider: SQLiteValue, now: Date, _ connection: SQLiteConnection
    ) throws -> RequestPause? {
        try connection.first("SELECT set_at, until FROM request_pause WHERE provider = ?", [provider]) {
            // An earlier version did not store when it was set.
            RequestPause(
                setAt: $0.optionalInteger(0).map(Date.init(millisecondsSince1970:)) ?? now,
                until: Date(millisecondsSince1970: try $0.integer(1)))
        }
    }

    private static func save(_ pause: RequestPause, _ provider: SQLiteValue, _ connection: SQLiteConnection) throws {
        try connection.run(
            """
            INSERT INTO request_pause(provider, set_at, until) VALUES (?, ?, ?)
            ON CONFLICT(provider) DO UPDATE SET set_at = excluded.set_at, until = excluded.until
            """,
            [
                provider, .integer(pause.setAt.millisecondsSince1970), .integer(pause.until.millisecondsSince1970),
            ])
    }
}
