public import CoreModule
public import Foundation

/// Takes tasks in from files and writes them out to files.
///
/// A file is taken over in one transaction, but for the tasks in it that cannot be: these are named with the reason. To take the
/// same file over again changes nothing, whatever was edited meanwhile:
/// - A task of an iCalendar file is known again by its `UID`. One that is there changes only where the file's was edited later, as
///   `LAST-MODIFIED`, or else `DTSTAMP`, says; then both are merged field by field, and what the list loses is kept among the
///   conflicts. One that differs, but is older or does not say of when it is, counts as unchanged. What is not understood of the
///   task is kept, and goes out again with it.
/// - A line of a todo.txt file is known again by its text and the date on which it was added; without a date by its text alone. A
///   task that is there keeps what it has, and takes over only what it lacks: a deadline, a priority, that it is done. Contexts,
///   projects and unknown pairs are part of the text.
///
/// An iCalendar file goes out again as it came in, task by task. A todo.txt file does so in what a task has: its text, which of
/// three priorities, the day of the deadline, the days on which it was added and done. So lines are written anew: a letter behind B
/// becomes C, B none, `due` and `pri` go to the end, and a line without a date gets the day of the import.
public struct TodoExchange: Sendable {
    /// The most bytes of a file: 32 MiB.
    public static let maximumSize = TodoTxtFile.maximumSize

    private let store: TodoStore
    private let clock: WallClock
    private let identifiers: IdentifierGenerator
    private let timeZone: TimeZone

    /// Makes an exchange.
    /// - Parameters:
    ///   - store: the list, as ``TodoRepository/store`` has it.
    ///   - clock: stamps what is new.
    ///   - identifiers: names new tasks of files that have no identifiers.
    ///   - timeZone: whose days are written to todo.txt files.
    public init(
        store: TodoStore, clock: WallClock, identifiers: IdentifierGenerator,
        timeZone: TimeZone = .autoupdatingCurrent
    ) {
        self.store = store
        self.clock = clock
        self.identifiers = identifiers
        self.timeZone = timeZone
    }

    // MARK: In

    /// Imports the tasks of a file. It blocks its thread while it reads.
    ///
    /// Throws ``TodoError/fileUnreadable(path:reason:)`` where the file cannot be read or is not of the format, and
    /// ``TodoError/store(_:)``; then nothing was changed.
    /// - Parameters:
    ///   - file: an open file, such as standard input.
    ///   - name: what an error calls the file.
    ///   - format: its format.
    ///   - isTrial: whether only to say what would be done.
    public func importTodos(
        from file: FileHandle, named name: String, format: TodoExchangeFormat, isTrial: Bool = false
    ) async throws(TodoError) -> ImportReport {
        var bytes: [UInt8] = []
        do {
            // One byte more than is allowed tells that it is too long.
            while bytes.count <= Self.maximumSize, let data = try file.read(upToCount: 1 << 20), !data.isEmpty {
                bytes += data
            }
        } catch {
            throw .fileUnreadable(path: name, reason: .fileError(error))
        }
        return try await importTodos(bytes, named: name, format: format, isTrial: isTrial)
    }

    /// Imports the tasks of a file's bytes.
    public func importTodos(
        _ bytes: [UInt8], named name: String, format: TodoExchangeFormat, isTrial: Bool = false
    ) async throws(TodoError) -> ImportReport {
        let now = clock.now()
        let job: TodoImportJob
        let rejected: [ImportReport.Rejection]
        do {
            switch format {
            case .ics:
                let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
                let tasks = ICalendarTasks(try ICalendarObject(parsing: bytes.dropFirst(hasMark ? 3 : 0)))
                (job, rejected) = (.objects(tasks.imported), tasks.rejected)
            case .txt:
                let tasks = TodoTxtTasks(
                    try TodoTxtFile(parsing: bytes), now: now, identifiers: identifiers, timeZone: timeZone)
                (job, rejected) = (.lines(tasks.imported, timeZone: timeZone), tasks.rejected)
            }
        } catch {
            let reason = (error as? any ExplainedError)?.explanation ?? Message("it cannot be read")
            throw .fileUnreadable(path: name, reason: reason)
        }
        var report = try await store.write(
            isTrial ? "try import" : "import tasks", isTrial: isTrial, result: { "\($0.changes.count) changed" },
            changes: \.changes
        ) { try $0.perform(job, at: now) }.report
        report.rejected = rejected
        return report
    }

    // MARK: Out

    /// Exports all tasks to a file that is there whole or not at all. A file of that name is replaced. Throws
    /// ``TodoError/fileUnreadable(path:reason:)`` where it cannot be written.
    /// - Returns: what was written, and what was left out.
    @discardableResult
    public func exportTodos(to file: URL, format: TodoExchangeFormat) async throws(TodoError) -> TodoExportReport {
        let (bytes, report) = try await exported(format)
        do {
            try Data(bytes).write(to: file, options: .atomic)
        } catch {
            throw .fileUnreadable(path: file.path(percentEncoded: false), reason: .fileError(error))
        }
        return report
    }

    /// Exports all tasks to an open file, such as standard output. It blocks its thread while it writes.
    /// - Returns: what was written, and what was left out.
    @discardableResult
    public func exportTodos(
        to file: FileHandle, named name: String, format: TodoExchangeFormat
    ) async throws(TodoError) -> TodoExportReport {
        let (bytes, report) = try await exported(format)
        do {
            try file.write(contentsOf: Data(bytes))
        } catch {
            throw .fileUnreadable(path: name, reason: .fileError(error))
        }
        return report
    }

    /// All tasks as the bytes of a file, in the order of creation.
    public func exportTodos(_ format: TodoExchangeFormat) async throws(TodoError) -> [UInt8] {
        try await exported(format).bytes
    }

    private func exported(
        _ format: TodoExchangeFormat
    ) async throws(TodoError) -> (bytes: [UInt8], report: TodoExportReport) {
        let records = try await store.read("read records", result: { "\($0.count)" }) { records in
            try records.todos.compactMap { try records.record($0.id) }
        }
        var report = TodoExportReport()
        report.written = records.count
        switch format {
        case .ics:
            var writer = ICalendarTaskWriter()
            for object in records.compactMap(\.exportedObject) { writer.append(object) }
            return (writer.bytes, report)
        case .txt:
            let todos = records.compactMap(\.todo)
            report.withoutNotes = todos.count { !$0.notes.value.isEmpty }
            report.withoutTime = todos.count { $0.deadline?.hasTime == true }
            return (TodoTxtFile(lines: todos.map { TodoTxtLine($0, in: timeZone) }).bytes, report)
        }
    }
}
