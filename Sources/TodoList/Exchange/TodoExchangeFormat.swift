/// A file format in which tasks come in and go out.
public enum TodoExchangeFormat: String, CaseIterable, Sendable {
    /// iCalendar (RFC 5545): tasks as `VTODO` components, whole, with what is not understood of them.
    case ics
    /// todo.txt (https://github.com/todotxt/todo.txt): a task a line. It has no room for notes and for times of day;
    /// an export tells of how many tasks they were left out.
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
