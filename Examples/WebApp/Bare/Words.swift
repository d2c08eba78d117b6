import CPostgres
import CoreModule
import Dispatch
import Foundation
import Synchronization

/// The table of words in either database. Values and columns are texts.
protocol Words: Sendable {
    /// Identifier, text, source, target, translation, and 1 for a favourite.
    var columns: String { get }
    func rows(_ sql: String, _ values: [String]) async throws -> [[String]]
}

extension Words {
    func rows(_ sql: String) async throws -> [[String]] { try await rows(sql, []) }
}

/// The words of a SQLite file, as durable as the app's.
struct SQLiteRows: Words {
    let columns = "id, text, source, target, coalesce(translation, ''), is_favorite"
    let database: SQLiteDatabase

    init(_ path: String) async throws {
        database = try await SQLiteDatabase.open(.file(URL(filePath: path)), schemas: [])
    }

    func rows(_ sql: String, _ values: [String]) async throws -> [[String]] {
        let body: @Sendable (SQLiteConnection) throws -> [[String]] = { connection in
            try connection.query(sql, values.map { .text($0) }) { row in try (0..<6).map { try row.text($0) } }
        }
        return sql.hasPrefix("SELECT") ? try await database.read(body) : try await database.write(body)
    }
}

/// The words of one person in PostgreSQL, on as many connections as the app has, in turn.
final class PostgresRows: Words {
    let columns = "convert_from(id, 'UTF8'), text, source, target, coalesce(translation, ''), is_favorite::int"
    private let connections: [Connection]
    private let next = Atomic(0)

    init(_ url: String) throws { connections = try (0..<10).map { _ in try Connection(url) } }

    func rows(_ sql: String, _ values: [String]) async throws -> [[String]] {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return try await connections[number % connections.count].rows(sql, values)
    }

    private final class Connection: Sendable {
        private let queue = DispatchQueue(label: "connection")
        /// Only used on the queue after `init`. It is never closed: the process ends with it.
        private nonisolated(unsafe) let pointer: OpaquePointer

        init(_ url: String) throws {
            guard let opened = PQconnectdb(url), PQstatus(opened) == CONNECTION_OK else {
                throw Failure(reason: "no connection")
            }
            pointer = opened
        }

        func rows(_ sql: String, _ values: [String]) async throws -> [[String]] {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try self.rowsNow(sql, values) }) }
            }
        }

        private func rowsNow(_ sql: String, _ values: [String]) throws -> [[String]] {
            let copies = values.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            let result = PQexecParams(
                pointer, sql, Int32(values.count), nil, copies.map { UnsafePointer($0) }, nil, nil, 0)
            defer { PQclear(result) }
            guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
                throw Failure(reason: String(cString: PQerrorMessage(pointer)))
            }
            return (0..<PQntuples(result)).map { row in
                (0..<PQnfields(result)).map { String(cString: PQgetvalue(result, row, $0)) }
            }
        }
    }

    private struct Failure: Error { let reason: String }
}
