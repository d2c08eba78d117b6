/// A file format for the import and export of tasks.
public enum TodoExchangeFormat: String, CaseIterable, Sendable {
    /// iCalendar (RFC 5545): complete `VTODO` components, with unknown properties.
    case ics
    /// todo.txt (https://github.com/todotxt/todo.txt): one task for each line. It cannot hold notes and times of day;
    /// an export reports how many tasks lost them.
    case txt

    /// The format by the extension of a file name, ignoring case: `.ics` or `.ical`; `.txt`. Nil for any other.
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
