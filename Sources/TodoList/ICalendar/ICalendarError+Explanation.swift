public import CoreModule

extension ICalendarError: ExplainedError {
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

extension ICalendarProblem: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        switch self {
        case .malformed(let property, let value): Message("\(property) cannot be “\(value)”")
        case .unknownTimeZone(let property, let identifier):
            Message("\(property): the time zone “\(identifier)” is unknown")
        }
    }
}
