/// An iCalendar object (RFC 5545), as a CalDAV server or a file has it: one calendar or several with their tasks, events and
/// time zones.
///
/// What is not edited comes back byte for byte: properties that nobody knows, the order, the folding, the line breaks.
public struct ICalendarObject: Hashable, Sendable {
    /// The calendars, and the blank lines between them.
    var elements: [ICalendarComponent.Element]

    /// Reads an object. Line breaks may be LF or CRLF, the last one may be missing, names may be in small letters, properties may
    /// be malformed (see ``ICalendarProblem``); only what has no components to speak of is refused.
    ///
    /// Takes time in proportion to the bytes.
    public init(
        parsing bytes: some Collection<UInt8>, limits: ICalendarLimits = .standard
    ) throws(ICalendarError) {
        var reader = ICalendarReader(limits: limits)
        elements = try reader.read(Array(bytes))
    }

    /// Makes an object of tasks and the time zones that they use.
    /// - Parameters:
    ///   - todos: the tasks.
    ///   - timeZones: `VTIMEZONE` components.
    ///   - product: the name of the program, for `PRODID`: `-//Example//Tasks 1.0//EN`.
    public init(todos: [VTodo], timeZones: [ICalendarComponent] = [], product: String) {
        let header = [ContentLine(name: "VERSION", value: "2.0"), ContentLine(name: "PRODID", text: product)]
        let calendar = ICalendarComponent(
            name: "VCALENDAR",
            elements: header.map { .line($0) } + (timeZones + todos.map(\.component)).map { .component($0) })
        elements = [.component(calendar)]
    }

    /// The calendars, in their order.
    public var calendars: [ICalendarComponent] {
        elements.compactMap { if case .component(let calendar) = $0 { calendar } else { nil } }
    }

    /// The object's bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for element in elements {
            switch element {
            case .line(let line): bytes.append(contentsOf: line.raw)
            case .component(let calendar): calendar.write(to: &bytes)
            }
        }
        return bytes
    }

    // MARK: Tasks

    /// The tasks of all calendars, in their order. A task that recurs may be followed by others of its identifier, which say
    /// how a single recurrence differs (see ``VTodo/isOverride``).
    public var todos: [VTodo] {
        calendars.flatMap { $0.components.compactMap { VTodo($0) } }
    }

    /// Changes the tasks, one after the other. What is not changed of a task stays as it is, byte for byte. Where the closure
    /// throws, no task is changed.
    ///
    /// Takes time in proportion to all components, so change all that is to be changed in one go.
    public mutating func updateTodos<Failure>(
        _ change: (inout VTodo) throws(Failure) -> Void
    ) throws(Failure) {
        var changed = elements
        for (number, element) in elements.enumerated() {
            guard case .component(var calendar) = element else { continue }
            for (number, element) in calendar.elements.enumerated() {
                guard case .component(let component) = element, var todo = VTodo(component) else { continue }
                try change(&todo)
                calendar.elements[number] = .component(todo.component)
            }
            changed[number] = .component(calendar)
        }
        elements = changed
    }

    /// Adds a task to the first calendar, behind all that is there.
    public mutating func append(_ todo: VTodo) {
        for (number, element) in elements.enumerated() {
            guard case .component(var calendar) = element else { continue }
            calendar.elements.append(.component(todo.component))
            elements[number] = .component(calendar)
            return
        }
    }

    /// Takes the tasks away of which something holds.
    public mutating func removeTodos(where isRemoved: (VTodo) -> Bool) {
        for (number, element) in elements.enumerated() {
            guard case .component(var calendar) = element else { continue }
            calendar.elements.removeAll {
                if case .component(let component) = $0, let todo = VTodo(component) { isRemoved(todo) } else { false }
            }
            elements[number] = .component(calendar)
        }
    }
}
