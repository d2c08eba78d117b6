public import CoreModule

/// Why bytes are not an iCalendar object.
public enum ICalendarError: ExplainedError, Hashable {
    /// The line is outside a calendar: the bytes are something else, such as an HTML page, or empty.
    case notACalendar(line: Int)
    /// The calendar has another version than 2.0, such as vCalendar 1.0, which writes texts differently.
    case unsupportedVersion(String)
    /// The line ends a component that is not the open one.
    case misplacedEnd(String, line: Int)
    /// The component that begins on the line has no end: the bytes were truncated.
    case unclosed(String, line: Int)
    /// There are more bytes than are accepted: 32 MiB.
    case tooManyBytes(limit: Int)
    /// There are more lines than are accepted: a million. A folded line counts once.
    case tooManyLines(limit: Int)
    /// The component that begins on the line is nested deeper than is accepted: 16 levels.
    case tooDeep(limit: Int, line: Int)

    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .notACalendar(let line): Message("line \(line) is outside a calendar")
        case .unsupportedVersion(let version): Message("the calendar is of version \(version) and not of 2.0")
        case .misplacedEnd(let name, let line): Message("line \(line) ends a \(name) that is not open")
        case .unclosed(let name, let line): Message("the \(name) of line \(line) has no end: something was cut off")
        case .tooManyBytes(let limit): Message("there are more than \(limit) bytes")
        case .tooManyLines(let limit): Message("there are more than \(limit) lines")
        case .tooDeep(let limit, let line): Message("line \(line) is nested more than \(limit) levels deep")
        }
    }
}

/// Why a due time cannot be read. The rest of the object can be used, and the property is kept until it is set.
public enum ICalendarProblem: ExplainedError, Hashable {
    /// The value has the wrong type. At most 80 characters of it are quoted.
    case malformed(property: String, value: String)

    static func malformed(_ line: ContentLine) -> ICalendarProblem {
        // A value may be megabytes long.
        let value = String(decoding: line.valueBytes.prefix(320), as: UTF8.self)
        return .malformed(property: line.name, value: String(value.prefix(80)))
    }

    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .malformed(let property, let value): Message("\(property) cannot be “\(value)”")
        }
    }
}
