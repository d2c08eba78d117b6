/// An iCalendar object (RFC 5545) of a CalDAV server or a file: one or more calendars with their tasks, events and time
/// zones.
///
/// Everything that is not edited keeps every byte: unknown properties, the order, the folding, the line breaks.
public struct ICalendarObject: Hashable, Sendable {
    /// The calendars, and the blank lines between them.
    var elements: [ICalendarComponent.Element]

    /// Reads an object. Line breaks may be LF or CRLF, the last one may be missing, names may be in small letters,
    /// properties may be malformed (see ``ICalendarProblem``). Only bytes without components are refused.
    ///
    /// O(n) in the bytes.
    public init(parsing bytes: some Collection<UInt8>) throws(ICalendarError) {
        try self.init(parsing: bytes, limits: ICalendarLimits())
    }

    package init(parsing bytes: some Collection<UInt8>, limits: ICalendarLimits) throws(ICalendarError) {
        var reader = ICalendarReader(limits: limits)
        elements = try reader.read(Array(bytes))
    }

    /// Creates an object from the `VTIMEZONE` components that its tasks use, the tasks, and the program's name for `PRODID`.
    package init(_ components: [ICalendarComponent], product: String) {
        let header = [ContentLine(name: "VERSION", value: "2.0"), ContentLine(name: "PRODID", text: product)]
        let contents: [ICalendarComponent.Element] = header.map { .line($0) } + components.map { .component($0) }
        elements = [.component(ICalendarComponent(name: "VCALENDAR", elements: contents))]
    }

    /// The calendars, in their order.
    package var calendars: [ICalendarComponent] { elements.compactMap(\.component) }

    /// The object's bytes.
    public var bytes: [UInt8] { elements.bytes }

    // MARK: Tasks

    /// The tasks of all calendars, in their order. A recurring task may be followed by others with its identifier,
    /// which override single recurrences (see ``VTodo/isOverride``).
    public var todos: [VTodo] { calendars.flatMap { $0.components.compactMap { VTodo($0) } } }

    /// Changes the tasks, one by one. Everything else keeps every byte. If the closure throws, no task is changed.
    ///
    /// O(n) in the components, so make all changes in one call.
    public mutating func updateTodos<Failure>(
        _ change: (inout VTodo) throws(Failure) -> Void
    ) throws(Failure) {
        var changed = elements
        for (number, element) in elements.enumerated() {
            guard var calendar = element.component else { continue }
            for (number, element) in calendar.elements.enumerated() {
                guard var todo = element.component.flatMap({ VTodo($0) }) else { continue }
                try change(&todo)
                calendar.elements[number] = .component(todo.component)
            }
            changed[number] = .component(calendar)
        }
        elements = changed
    }
}
