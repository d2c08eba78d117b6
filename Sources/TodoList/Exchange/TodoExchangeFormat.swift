public import CoreModule

/// A file format in which tasks come in and go out.
public enum TodoExchangeFormat: String, CaseIterable, Sendable {
    /// iCalendar (RFC 5545): tasks as `VTODO` components, whole, with what is not understood of them.
    case ics
    /// todo.txt (https://github.com/todotxt/todo.txt): a task a line. It has no room for notes and for times of day.
    case txt

    /// The format that a file's name ends in, in whatever case: `.ics` or `.ical`; `.txt`. `nil` where the name says nothing of it.
    public init?(fileName: String) {
        let name = fileName.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "ics", "ical": self = .ics
        case "txt": self = .txt
        default: return nil
        }
    }
}

/// What an import has done, or would do.
public struct TodoImportReport: Hashable, Sendable {
    /// A task of the file that was not taken over.
    public struct Rejection: Hashable, Sendable {
        /// The line on which it begins, from 1.
        public let line: Int
        /// Why, for a person.
        public let reason: Message

        /// Describes a task that was not taken over.
        public init(line: Int, reason: Message) {
            self.line = line
            self.reason = reason
        }
    }

    /// How many tasks are new.
    public var added = 0
    /// How many tasks that were there have changed.
    public var updated = 0
    /// How many tasks were there, and stay as they were.
    public var unchanged = 0
    /// What was not taken over, in the order of the lines.
    public var rejected: [Rejection] = []

    /// A report of nothing.
    public init() {}

    /// How many tasks the file has.
    public var total: Int { added + updated + unchanged + rejected.count }
}
