import CoreModule
import Dispatch
import Foundation
import GRDBSQLite
import PersonalDictionary

/// The same tables through SQLite's own C interface, with prepared statements and nothing else: as fast as it gets.
final class PlainStore {
    struct Failure: Error {
        let message: String
    }

    private var handle: OpaquePointer?
    private var statements: [String: OpaquePointer] = [:]
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    init(_ file: URL) throws {
        try check(sqlite3_open_v2(file.path(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil))
        try run("PRAGMA synchronous = FULL")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Adds words as one change, as the store's tables want it: the change takes a number, each row has it.
    func add(_ words: [Word]) throws {
        try run("BEGIN IMMEDIATE")
        try run("UPDATE word_revision SET latest = latest + 1")
        let revision = try integer("SELECT latest FROM word_revision")
        let statement = try prepare(
            """
            INSERT INTO word(id, text, source, target, status, translation, provider, translated_at, is_favorite,
            created_at, updated_at, identity, revision, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for word in words {
            let translation = word.translation.translation
            bind(word.id.rawValue, 1, statement)
            bind(word.text.value, 2, statement)
            bind(word.direction.source.code, 3, statement)
            bind(word.direction.target.code, 4, statement)
            bind(word.translation.name, 5, statement)
            bind(translation?.text, 6, statement)
            bind(translation?.provider.rawValue, 7, statement)
            sqlite3_bind_int64(statement, 8, translation?.date.milliseconds ?? 0)
            sqlite3_bind_int64(statement, 9, word.isFavorite ? 1 : 0)
            sqlite3_bind_int64(statement, 10, word.createdAt.milliseconds)
            sqlite3_bind_int64(statement, 11, word.updatedAt.milliseconds)
            bind(word.text.identity, 12, statement)
            sqlite3_bind_int64(statement, 13, revision)
            bind(word.text.folded, 14, statement)
            try check(sqlite3_step(statement), SQLITE_DONE)
            sqlite3_reset(statement)
        }
        try run("COMMIT")
    }

    /// Adds words like ``add(_:)-([Word])``, without a copy: SQLite reads the texts where they are.
    func add(_ words: PackedWords) throws {
        try run("BEGIN IMMEDIATE")
        try run("UPDATE word_revision SET latest = latest + 1")
        let revision = try integer("SELECT latest FROM word_revision")
        let statement = try prepare(
            """
            INSERT INTO word(id, text, source, target, status, translation, provider, identity, folded, translated_at,
            is_favorite, created_at, updated_at, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        defer { sqlite3_clear_bindings(statement) }
        try words.withEach { texts, integers in
            for (column, text) in texts.enumerated() {
                // No destructor is SQLITE_STATIC: the bytes stay until the statement has run.
                sqlite3_bind_text(statement, Int32(column + 1), text.baseAddress, Int32(text.count), nil)
            }
            for (column, integer) in integers.enumerated() {
                sqlite3_bind_int64(statement, Int32(texts.count + column + 1), integer)
            }
            sqlite3_bind_int64(statement, 14, revision)
            try check(sqlite3_step(statement), SQLITE_DONE)
            sqlite3_reset(statement)
        }
        try run("COMMIT")
    }

    /// A row as C hands it over, with its texts made strings.
    struct Row {
        let id, text, source, target, status, translation, provider: String
        let translatedAt, createdAt, updatedAt: Int64
        let isFavorite: Bool
    }

    func newest(_ limit: Int) throws -> [Row] {
        let statement = try prepare(
            """
            SELECT id, text, source, target, status, translation, provider, translated_at, is_favorite, created_at,
            updated_at FROM word ORDER BY created_at DESC, id DESC LIMIT ?
            """)
        defer { sqlite3_reset(statement) }
        sqlite3_bind_int64(statement, 1, Int64(limit))
        var rows: [Row] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            func text(_ column: Int32) -> String { String(cString: sqlite3_column_text(statement, column)) }
            rows.append(
                Row(
                    id: text(0), text: text(1), source: text(2), target: text(3), status: text(4), translation: text(5),
                    provider: text(6), translatedAt: sqlite3_column_int64(statement, 7),
                    createdAt: sqlite3_column_int64(statement, 9), updatedAt: sqlite3_column_int64(statement, 10),
                    isFavorite: sqlite3_column_int64(statement, 8) != 0))
        }
        return rows
    }

    private func integer(_ sql: String) throws -> Int64 {
        let statement = try prepare(sql)
        defer { sqlite3_reset(statement) }
        try check(sqlite3_step(statement), SQLITE_ROW)
        return sqlite3_column_int64(statement, 0)
    }

    private func run(_ sql: String) throws {
        let statement = try prepare(sql)
        defer { sqlite3_reset(statement) }
        while sqlite3_step(statement) == SQLITE_ROW {}
        try check(sqlite3_reset(statement))
    }

    private func prepare(_ sql: String) throws -> OpaquePointer? {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        statements[sql] = statement
        return statement
    }

    private func bind(_ text: String?, _ index: Int32, _ statement: OpaquePointer?) {
        guard var text else { return }
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), Self.transient)
            }
        }
    }

    private func check(_ code: Int32, _ expected: Int32 = SQLITE_OK) throws {
        guard code == expected else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
    }
}

/// The same on a thread of its own, as whatever is called from async code must be: a blocking call would hold up the shared
/// pool. What is measured beside the C calls is how long it takes to hand work to another thread and back.
final class QueuedPlainStore: Sendable {
    private let queue = DispatchQueue(label: "plain")
    nonisolated(unsafe) private let store: PlainStore

    init(_ file: URL) throws {
        store = try PlainStore(file)
    }

    func newest(_ limit: Int) async throws -> [PlainStore.Row] {
        try await withCheckedThrowingContinuation { continuation in
            // The store is used on this queue only.
            queue.async { continuation.resume(with: Result { try self.store.newest(limit) }) }
        }
    }

    func add(_ words: [Word]) async throws {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.store.add(words) }) }
        }
    }
}

/// Words as a program in C has them: the bytes of their texts one after the other, with known lengths.
struct PackedWords {
    private static let textCount = 9
    private static let integerCount = 4
    private var bytes: [CChar] = []
    /// Where the texts end; an absent one is empty, with no address.
    private var ends: [Int] = [0]
    private var isPresent: [Bool] = []
    private var integers: [Int64] = []

    init(_ words: [Word]) {
        for word in words {
            let translation = word.translation.translation
            let texts = [
                word.id.rawValue, word.text.value, word.direction.source.code, word.direction.target.code,
                word.translation.name, translation?.text, translation?.provider.rawValue, word.text.identity,
                word.text.folded,
            ]
            for text in texts {
                bytes += (text ?? "").utf8.map { CChar(bitPattern: $0) }
                ends.append(bytes.count)
                isPresent.append(text != nil)
            }
            integers += [
                translation?.date.milliseconds ?? 0, word.isFavorite ? 1 : 0, word.createdAt.milliseconds,
                word.updatedAt.milliseconds,
            ]
        }
    }

    /// Calls a function with the texts and the integers of each word.
    func withEach(_ body: ([UnsafeBufferPointer<CChar>], ArraySlice<Int64>) throws -> Void) throws {
        try bytes.withUnsafeBufferPointer { bytes in
            var texts = Array(repeating: UnsafeBufferPointer<CChar>(start: nil, count: 0), count: Self.textCount)
            for word in 0..<integers.count / Self.integerCount {
                for column in 0..<Self.textCount {
                    let place = word * Self.textCount + column
                    let range = ends[place]..<ends[place + 1]
                    texts[column] = UnsafeBufferPointer(rebasing: bytes[range])
                    if !isPresent[place] { texts[column] = UnsafeBufferPointer(start: nil, count: 0) }
                }
                try body(texts, integers[word * Self.integerCount..<(word + 1) * Self.integerCount])
            }
        }
    }
}

extension Date {
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
