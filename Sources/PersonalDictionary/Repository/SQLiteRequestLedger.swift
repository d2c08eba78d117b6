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
        try await write { connection in
            let name = SQLiteValue.text(provider.rawValue)
            if let pause = try Self.pause(name, now: now, connection) {
                let seen = pause.seen(at: now)
                if seen != pause { try Self.save(seen, name, connection) }
                if seen.until > now { return .wait(until: seen.until) }
            }
            let needed = limits.map(\.count).max() ?? 0
            let sent = try connection.query(
                "SELECT sent_at FROM request_log WHERE provider = ? ORDER BY sent_at DESC LIMIT ?",
                [name, .integer(Int64(needed))]
            ) { Date(millisecondsSince1970: try $0.integer(0)) }
            let earliest = RequestLimit.earliest(limits, after: sent.reversed(), now: now)
            guard earliest <= now else { return .wait(until: earliest) }
            let moment = SQLiteValue.integer(now.millisecondsSince1970)
            // Those in the future were sent before the clock was set back: as good as now.
            try connection.run(
                "UPDATE request_log SET sent_at = ?2 WHERE provider = ?1 AND sent_at > ?2", [name, moment])
            try connection.run("INSERT INTO request_log(provider, sent_at) VALUES (?, ?)", [name, moment])
            try connection.run(
                """
                DELETE FROM request_log WHERE provider = ?1 AND rowid NOT IN
                (SELECT rowid FROM request_log WHERE provider = ?1 ORDER BY sent_at DESC LIMIT ?2)
                """, [name, .integer(Int64(needed))])
            return .granted
        }
    }

    func pause(_ provider: TranslationProvider, until date: Date, now: Date) async throws(DictionaryError) {
        try await write { connection in
            let name = SQLiteValue.text(provider.rawValue)
            let pause = try Self.pause(name, now: now, connection)?.extended(until: date, now: now)
            try Self.save(pause ?? RequestPause(setAt: now, until: date), name, connection)
        }
    }

    private static func pause(
        _ provider: SQLiteValue, now: Date, _ connection: SQLiteConnection
    ) throws -> RequestPause? {
        try connection.first("SELECT set_at, until FROM request_pause WHERE provider = ?", [provider]) {
            // An earlier version did not note when it was set.
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

    @discardableResult
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws(DictionaryError) -> Value {
        do { return try await database.write(body) } catch {
            throw DictionaryError(wrapping: error, path: database.path)
        }
    }
}
