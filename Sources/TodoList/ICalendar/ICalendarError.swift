/// Why bytes are not an iCalendar object.
public enum ICalendarError: Error, Hashable, Sendable {
    /// The line is outside a calendar: the bytes are something else, such as an HTML page, or empty.
    case notACalendar(line: Int)
    /// The calendar has another version than 2.0, such as vCalendar 1.0, which writes texts differently.
    case unsupportedVersion(String)
    /// The line ends a component that is not the open one.
    case misplacedEnd(String, line: Int)
    /// The component that begins on the line has no end: the bytes were truncated.
    case unclosed(String, line: Int)
    /// There are more bytes than ``ICalendarLimits/bytes``.
    case tooManyBytes(limit: Int)
    /// There are more lines than ``ICalendarLimits/lines``.
    case tooManyLines(limit: Int)
    /// The component that begins on the line is nested deeper than ``ICalendarLimits/depth``.
    case tooDeep(limit: Int, line: Int)
}

/// Why a property cannot be read. The rest of the object can be used, and the property is kept until it is set.
public enum ICalendarProblem: Error, Hashable, Sendable {
    /// The value has the wrong type.
    case malformed(property: String, value: String)
    /// The time zone is neither in the system nor in the object.
    case unknownTimeZone(property: String, identifier: String)

    /// The maximum number of characters that a problem quotes.
    private static let quoted = 80

    static func malformed(_ line: ContentLine) -> ICalendarProblem {
        let value = String(decoding: line.valueBytes.prefix(4 * quoted), as: UTF8.self)
        return .malformed(property: line.name, value: String(value.prefix(quoted)))
    }
}
