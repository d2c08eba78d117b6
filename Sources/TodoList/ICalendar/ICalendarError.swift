/// Why bytes are not taken for an iCalendar object.
public enum ICalendarError: Error, Hashable, Sendable {
    /// The line is in no calendar: the bytes are something else, such as a page of HTML, or there are none.
    case notACalendar(line: Int)
    /// A calendar of another version than 2.0, such as vCalendar 1.0, whose texts are written in another way.
    case unsupportedVersion(String)
    /// The line ends a component that is not the one that is open.
    case misplacedEnd(String, line: Int)
    /// The bytes end within the component that begins on the line: they were cut off.
    case unclosed(String, line: Int)
    /// There are more bytes than ``ICalendarLimits/bytes``.
    case tooManyBytes(limit: Int)
    /// There are more lines than ``ICalendarLimits/lines``.
    case tooManyLines(limit: Int)
    /// The component that begins on the line lies deeper than ``ICalendarLimits/depth``.
    case tooDeep(limit: Int, line: Int)
}

/// Why a property says nothing. The rest of the object can be used, and the property stays as it is until it is set.
public enum ICalendarProblem: Error, Hashable, Sendable {
    /// The value is not of the kind that the property has.
    case malformed(property: String, value: String)
    /// The time is in a time zone that neither the system nor the object knows.
    case unknownTimeZone(property: String, identifier: String)

    /// The most characters of a value that a problem quotes.
    private static let quoted = 80

    static func malformed(_ line: ContentLine) -> ICalendarProblem {
        let value = String(decoding: line.valueBytes.prefix(4 * quoted), as: UTF8.self)
        return .malformed(property: line.name, value: String(value.prefix(quoted)))
    }
}
