import CoreModule
import Foundation

/// Remembers requests in the store: across restarts, and for all processes that share it.
final class SQLiteRequestLedger: RequestLedger {
    private let database: SQLiteDatabase

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    func edit<Value: Sendable>(
        _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
    ) async throws(DictionaryError) -> Value {
        try await database.writing { connection in
            let name = SQLiteValue.text(provider.rawValue)
            let before = try Self.record(name, connection)
            var record = before
            let value = body(&record)
            for change in record.sent.difference(from: before.sent) {
                switch change {
                case .insert(_, let date, _):
                    try connection.run(
                        "INSERT INTO request_log(provider, sent_at) VALUES (?, ?)",
                        [name, .integer(date.millisecondsSince1970)])
                case .remove(_, let date, _):
                    try connection.run(
                        """
                        DELETE FROM request_log WHERE rowid =
                        (SELECT rowid FROM request_log WHERE provider = ? AND sent_at = ? LIMIT 1)
                        """, [name, .integer(date.millisecondsSince1970)])
                }
            }
            if record.retryAfter != before.retryAfter {
                try connection.run("DELETE FROM request_pause WHERE provider = ?", [name])
                if let retryAfter = record.retryAfter {
                    try connection.run(
                        "INSERT INTO request_pause(provider, set_at, until, is_dated) VALUES (?, ?, ?, ?)",
                        [
                            name, .integer(retryAfter.setAt.millisecondsSince1970),
                            .integer(retryAfter.until.millisecondsSince1970), .integer(retryAfter.isDated ? 1 : 0),
                        ])
                }
            }
            return value
        }
    }

    private static func record(_ provider: SQLiteValue, _ connection: SQLiteConnection) throws -> RequestRecord {
        let sent = try connection.query(
            "SELECT sent_at FROM request_log WHERE provider = ? ORDER BY sent_at", [provider]
        ) { Date(millisecondsSince1970: try $0.integer(0)) }
        let retryAfter = try connection.first(
            "SELECT set_at, until, is_dated FROM request_pause WHERE provider = ?", [provider]
        ) {
            let until = Date(millisecondsSince1970: try $0.integer(1))
            // An earlier version did not store when it was set. It holds from now on if it ends later than any of today's.
            let setAt = $0.optionalInteger(0).map(Date.init(millisecondsSince1970:))
            return RequestRecord.RetryAfter(
                setAt: setAt ?? until.addingTimeInterval(-RequestRecord.longestRetryAfter), until: until,
                isDated: $0.optionalInteger(2) != 0)
        }
        return RequestRecord(sent: sent, retryAfter: retryAfter)
    }
}
