import CoreModule

/// The search index of a word table. The first search reads all words, and a later one what has changed since, in any process.
///
/// It is read in small steps, so that what else needs the connection never waits long. A search that is cancelled does not cancel
/// the reading.
final class WordSearchIndex: Sendable {
    fileprivate struct State {
        var index = WordIndex()
        /// The number of the last change before the first row was read; later, of the last one in the index. Nil before.
        var revision: Int64?
        /// The last row that was read. Nil if all were read.
        var lastRow: Int64? = .min
        /// The last row of the change after `revision` that was read, if not all of its rows were.
        var lastChangedRow = Int64.max
        /// The languages of the row before, and the number of their direction.
        var direction: (source: [UInt8], target: [UInt8], group: Int32) = ([], [], 0)
    }

    /// Nil while another thread sorts the index.
    private let state = Locked<State?>(State())
    private let mutex = AsyncMutex()

    /// Returns whether the index is in the state of the database that the connection sees, and sorted. Reads at most as much as
    /// one step.
    func isReady(_ connection: SQLiteConnection) throws -> Bool {
        try state.withLock { state in
            // Nothing was read yet. A search, which may be cancelled, does not begin it.
            guard state?.revision != nil else { return false }
            return try state?.read(connection) == true && state?.index.texts.needsSettling == false
        }
    }

    /// Makes the index ready, except for what changes meanwhile.
    func prepare(_ database: SQLiteDatabase) async throws(DictionaryError) {
        await mutex.enter()
        defer { mutex.leave() }
        while try await !database.reading({ [state] connection in
            try state.withLock { try $0?.read(connection) ?? true }
        }) {}
        // All rows went through SQLite's cache, two megabytes that nothing needs.
        try await database.reading { connection in _ = try connection.run("PRAGMA shrink_memory") }
        // Not while the connection waits for it.
        guard var sorted = state.withLock({ state in state.take() }) else { return }
        sorted.index.texts.settleIfNeeded()
        state.withLock { [sorted] in $0 = sorted }
    }

    /// Passes the index to a closure, in the state of the database that the connection sees.
    func use<Value: Sendable>(_ connection: SQLiteConnection, _ body: (inout WordIndex) -> Value) throws -> Value {
        let value = try state.withLock { state -> Value? in
            while try state?.read(connection) == false {}
            return state?.use(body)
        }
        return try value ?? WordSearchIndex().use(connection, body)
    }
}

extension WordSearchIndex.State {
    /// The columns with texts by which a word is found beside its own and its translation: one on each line, or one as a whole.
    private static let lines = ["alternatives", "entry_translations"]
    private static let wholes = WordRow.searchedColumns
    private static let columns =
        (["seq", "created_at", "text", "translation", "source", "target"] + lines + wholes).joined(separator: ", ")
    /// The first column of each kind, and the first one behind them.
    private static let (firstLine, firstWhole) = (Int32(6), Int32(6 + lines.count))
    private static let end = firstWhole + Int32(wholes.count)
    /// The number of rows that are read in one step, in about a millisecond.
    private static let stepSize = 2000

    /// Reads one step. Returns whether the index is in the state that the connection sees.
    mutating func read(_ connection: SQLiteConnection) throws -> Bool {
        let latest = try WordRevision.latest(connection)
        if let revision, !WordRevision.isComplete(since: revision, until: latest) { self = Self() }
        let revision = self.revision ?? latest
        self.revision = revision
        if let last = lastRow { try readRows(after: last, connection) }
        guard lastRow == nil else { return false }
        guard (revision, lastChangedRow) != (latest, .max) else { return true }
        // Removals first: a new word may have the row number of a removed one.
        let removals = "SELECT word FROM word_removal WHERE revision > ?"
        try connection.forEach(removals, [.integer(revision)]) { index.texts.remove(try $0.integer(0)) }
        // The rest of a change that was read in part, and the later ones.
        for (condition, last) in [("revision = ? AND seq > ?", lastChangedRow), ("revision > ? AND +seq > ?", .min)] {
            let changes = "SELECT \(Self.columns), revision FROM word WHERE \(condition) ORDER BY revision, seq LIMIT ?"
            var left = Self.stepSize
            try connection.forEach(changes, [.integer(revision), .integer(last), .integer(Int64(left))]) { row in
                lastChangedRow = try insert(row)
                self.revision = try row.integer(Self.end)
                left -= 1
            }
            if left == 0 { return false }
        }
        (self.revision, lastChangedRow) = (latest, .max)
        return true
    }

    /// Reads rows in their order, whatever changes meanwhile: all later changes are read after the last row.
    private mutating func readRows(after last: Int64, _ connection: SQLiteConnection) throws {
        let rows = "SELECT \(Self.columns) FROM word WHERE seq > ? ORDER BY seq LIMIT ?"
        var left = Self.stepSize
        try connection.forEach(rows, [.integer(last), .integer(Int64(left))]) { row in
            lastRow = try insert(row)
            left -= 1
        }
        if last == .min {
            // At least as many as there are words, which would be counted one by one. Memory that is never written to costs nothing.
            let span = "SELECT coalesce((SELECT max(seq) FROM word) - (SELECT min(seq) FROM word) + 1, 0)"
            index.texts.reserveCapacity(try connection.first(span) { Int(try $0.integer(0)) } ?? 0)
        }
        if left > 0 { lastRow = nil }
    }

    mutating func use<Value>(_ body: (inout WordIndex) -> Value) -> Value { body(&index) }

    /// Adds a row to the index, and returns its number.
    private mutating func insert(_ row: SQLiteRow) throws -> Int64 {
        let (key, recency) = (try row.integer(0), try row.integer(1))
        let isSame = try row.withUTF8(4) { source in
            try row.withUTF8(5) { source.elementsEqual(direction.source) && $0.elementsEqual(direction.target) }
        }
        if !isSame {
            let (source, target) = (try row.text(4), try row.text(5))
            direction = (Array(source.utf8), Array(target.utf8), index.group(try WordRow.direction(source, target)))
        }
        try row.withUTF8(2) { text in
            try row.withUTF8(3) { translation in
                var found = SearchedTexts(translation)
                for column in Self.firstLine..<Self.firstWhole { try row.withUTF8(column) { found.add(linesOf: $0) } }
                for column in Self.firstWhole..<Self.end { try row.withUTF8(column) { found.add(whole: $0) } }
                found.bytes.withUnsafeBufferPointer { texts in
                    index.texts.insert(
                        key: key, recency: recency, word: text, translation: texts, group: direction.group)
                }
            }
        }
        return key
    }
}
