public import CoreModule
public import Foundation

/// Imports tasks from files and exports them.
///
/// A file is imported in one transaction, except for tasks that are rejected with a reason. Importing the same file
/// again changes nothing, whatever was edited in the meantime:
/// - A task of an iCalendar file is identified by its `UID`. If the file's version is newer by `LAST-MODIFIED`, or else
///   by `DTSTAMP`, both are merged field by field, and the replaced values become conflicts; else the task counts as
///   unchanged. Unknown properties are kept. A task without edits is exported unchanged.
/// - A line of a todo.txt file is identified by its text and its creation date; without a date by its text alone. A task that
///   was imported knows its line, also when its text was edited since. An existing task gets only missing values. A line is
///   exported from the fields of the task.
public struct TodoExchange: Sendable {
    /// The maximum size of a file: 32 MiB.
    static let maximumSize = 32 << 20

    private let todos: TaskList
    private let clock: WallClock
    private let identifiers: IdentifierGenerator
    private let timeZone: TimeZone

    /// Makes an exchange. Clock, identifiers and time zone date and name the tasks of todo.txt files.
    package init(
        todos: TaskList, clock: WallClock, identifiers: IdentifierGenerator,
        timeZone: TimeZone = .autoupdatingCurrent
    ) {
        self.todos = todos
        self.clock = clock
        self.identifiers = identifiers
        self.timeZone = timeZone
    }

    // MARK: In

    /// Imports the tasks of an open file, such as standard input. It blocks its thread while it reads.
    ///
    /// A trial only reports what would be done. Throws ``TodoError/fileUnreadable(path:reason:)``, with the name, if the file cannot
    /// be read or has another format, and ``TodoError/store(_:)``; then nothing has changed.
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
        guard !Self.isUTF16(bytes) else {
            throw .fileUnreadable(path: name, reason: Message("it is UTF-16, and not UTF-8"))
        }
        let contents: TodoImport
        do {
            switch format {
            case .ics:
                let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
                contents = TodoImport(try ICalendarObject(parsing: bytes.dropFirst(hasMark ? 3 : 0)))
            case .txt:
                guard bytes.count <= Self.maximumSize else {
                    throw ICalendarError.tooManyBytes(limit: Self.maximumSize)
                }
                contents = TodoImport(
                    TodoTxtLine.lines(of: bytes), now: now, identifiers: identifiers, timeZone: timeZone)
            }
        } catch {
            throw .fileUnreadable(path: name, reason: Self.otherFormat(of: bytes) ?? error.importExplanation)
        }
        guard !contents.hasOnlyEvents else {
            throw .fileUnreadable(path: name, reason: Message("it has events, and no tasks"))
        }
        return try await todos.write(
            isTrial ? "try import" : "import tasks", isTrial: isTrial, result: { "\($0.changes.count) changed" },
            changes: \.changes
        ) { [timeZone] in try $0.perform(contents, at: now, in: timeZone) }.report
    }

    /// UTF-16 begins with a mark, or has a zero in each ASCII character.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.prefix(64).contains(0)
    }

    /// What a file is that cannot be imported, if it shows.
    private static func otherFormat(of bytes: [UInt8]) -> Message? {
        let start = bytes.drop { $0.isWhiteSpace || [0xEF, 0xBB, 0xBF].contains($0) }.first
        return start == nil ? Message("it is empty") : start == UInt8(ascii: "<") ? Message("it is a web page") : nil
    }

    // MARK: Out

    /// Exports all tasks to a file, completely or not at all (see `OutputFile`). An existing file is replaced. Throws
    /// ``TodoError/fileUnwritable(path:reason:)`` if it cannot be written.
    @discardableResult
    public func exportTodos(to file: URL, format: TodoExchangeFormat) async throws(TodoError) -> TodoExportReport {
        let path = file.path(percentEncoded: false)
        return try await OutputFile.write(to: file, { .fileUnwritable(path: path, reason: $0) }) {
            handle throws(TodoError) in try await exportTodos(to: handle, named: path, format: format)
        }
    }

    /// Exports all tasks to an open file, such as standard output. It blocks its thread while it writes.
    @discardableResult
    public func exportTodos(
        to file: FileHandle, named name: String, format: TodoExchangeFormat
    ) async throws(TodoError) -> TodoExportReport {
        let (bytes, report) = try await exported(format)
        do {
            try file.write(contentsOf: Data(bytes))
        } catch {
            throw .fileUnwritable(path: name, reason: .fileError(error))
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
        let records = try await todos.read("read records", result: { "\($0.count)" }) { records in
            try records.todos().compactMap { try records.record($0.id) }
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
            report.withoutTime = todos.count {
                $0.deadline?.hasTime == true || $0.start?.hasTime == true && $0.startDay(in: timeZone) != nil
            }
            report.withoutDetails = todos.count { todo in
                todo.link != nil || todo.parent != nil || todo.start != nil && todo.startDay(in: timeZone) == nil
                    || todo.recurrence.map { TodoTxtRecurrence($0) == nil } ?? false
                    || !TodoTxtLine.hasTags(of: todo)
            }
            return (todos.flatMap { TodoTxtLine($0, in: timeZone).bytes }, report)
        }
    }
}

/// A file format for the import and export of tasks.
public enum TodoExchangeFormat: String, CaseIterable, Sendable {
    /// iCalendar (RFC 5545): complete `VTODO` components, with unknown properties.
    case ics
    /// todo.txt (https://github.com/todotxt/todo.txt): one task for each line. A start is its `t`. Tags that are not in the text
    /// are contexts behind it. It cannot hold notes, times of day, links, parents, rules such as “the last Friday”, and tags that are not one
    /// word; an export reports how many tasks lost them.
    case txt

    /// The format by the extension of a file name, ignoring case: `.ics` or `.ical`; `.txt`. Nil for any other.
    public init?(fileName: String) {
        switch URL(filePath: fileName).pathExtension.lowercased() {
        case "ics", "ical": self = .ics
        case "txt": self = .txt
        default: return nil
        }
    }
}

/// The result of an export, with what the format cannot hold.
public struct TodoExportReport: Hashable, Sendable {
    /// The number of exported tasks.
    public var written = 0
    /// The number of tasks whose notes were left out.
    public var withoutNotes = 0
    /// The number of tasks whose deadline or start lost its time of day.
    public var withoutTime = 0
    /// The number of tasks that lost their recurrence, start, tags, link, or the task of which they are a part.
    public var withoutDetails = 0

    /// What was left out, for a person: one sentence for each kind.
    public var omissions: [Message] {
        (withoutNotes == 0 ? [] : [Message("left out: the notes of \(count: withoutNotes) tasks")])
            + (withoutTime == 0
                ? [] : [Message("left out: the time of day of the starts or deadlines of \(count: withoutTime) tasks")])
            + (withoutDetails == 0
                ? []
                : [
                    Message(
                        "left out: how \(count: withoutDetails) tasks recur, when they begin, their tags, links, or of what they are a part"
                    )
                ])
    }
}
