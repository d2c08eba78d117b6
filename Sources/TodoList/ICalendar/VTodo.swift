import CoreModule
public import Foundation

/// A task in an iCalendar object (RFC 5545, section 3.6.2): a component `VTODO`, whose properties are read and set by their kind.
///
/// A setter touches the property that it names, and where that is said also those that must agree with it. To set what is
/// there already changes no byte. What a property says is read anew each time; keep it where it is needed often.
///
/// A property that is malformed throws an ``ICalendarProblem`` when it is read, stays as it is, and can be set.
public struct VTodo: Hashable, Sendable {
    /// The component, with all that is not read here.
    public var component: ICalendarComponent

    /// Sees a component as a task; `nil` where it is none.
    public init?(_ component: ICalendarComponent) {
        guard component.name == "VTODO" else { return nil }
        self.component = component
    }

    /// Makes a task that says nothing but who it is and when it was written.
    public init(uid: String, stamp: Date) {
        component = ICalendarComponent(
            name: "VTODO",
            elements: [
                .line(ContentLine(name: "UID", text: uid)),
                .line(ContentLine(name: "DTSTAMP", value: ICalendarTime.utc(LocalDateTime(stamp)).value)),
            ])
    }

    // MARK: Identity

    /// The identifier, which all of a task's components share on all devices.
    public var uid: String? { component.line("UID")?.text }

    /// Which recurrence of the task this component describes, for one that differs from the others.
    public var recurrence: ICalendarTime? {
        get throws(ICalendarProblem) { try time("RECURRENCE-ID") }
    }

    /// Whether this component describes a single recurrence of a task that recurs.
    public var isOverride: Bool { component.line("RECURRENCE-ID") != nil }

    /// Whether the task recurs.
    public var isRecurring: Bool { component.line("RRULE") != nil || component.line("RDATE") != nil }

    /// The rule by which the task recurs, as it stands there: `FREQ=WEEKLY;BYDAY=MO`.
    public var recurrenceRule: String? { component.line("RRULE")?.value }

    // MARK: Texts

    /// What is to be done.
    public var summary: String? { component.line("SUMMARY")?.text }

    /// Notes.
    public var notes: String? { component.line("DESCRIPTION")?.text }

    /// Sets what is to be done, or takes it away. The language stays.
    public mutating func setSummary(_ text: String?) { set("SUMMARY", text: text) }

    /// Sets the notes, or takes them away. The language stays.
    public mutating func setNotes(_ text: String?) { set("DESCRIPTION", text: text) }

    /// A parameter that says how the old value was encoded, or where the same text is in another form, is not true of the new
    /// one; a program that prefers the other form would go on showing the old text.
    private mutating func set(_ name: String, text: String?) {
        guard let text else { return component.remove(name) }
        guard let line = component.line(name) else { return component.set(ContentLine(name: name, text: text)) }
        let edited = line.with(text: text)
        if edited != line { component.set(edited.without("ALTREP", "ENCODING", "CHARSET", "VALUE", "DERIVED")) }
    }

    // MARK: Numbers

    /// The number of times that the task was revised in a way that matters to others.
    public var sequence: Int? {
        get throws(ICalendarProblem) { try number("SEQUENCE", in: 0...Int(Int32.max)) }
    }

    /// How much of the task is done, in percent.
    public var percentComplete: Int? {
        get throws(ICalendarProblem) { try number("PERCENT-COMPLETE", in: 0...100) }
    }

    /// Sets the number of revisions, from 0 on.
    public mutating func setSequence(_ sequence: Int) {
        set("SEQUENCE", number: min(max(sequence, 0), Int(Int32.max)))
    }

    /// Sets how much of the task is done, from 0 to 100 percent, or takes it away.
    public mutating func setPercentComplete(_ percent: Int?) {
        set("PERCENT-COMPLETE", number: percent.map { min(max($0, 0), 100) })
    }

    /// The priority as a number: 1 is the highest, 9 the lowest, 0 none.
    public var priority: Int? {
        get throws(ICalendarProblem) { try number("PRIORITY", in: 0...9) }
    }

    /// Sets the priority as a number from 0 to 9, or takes it away.
    public mutating func setPriority(_ priority: Int?) {
        set("PRIORITY", number: priority.map { min(max($0, 0), 9) })
    }

    func number(_ name: String, in range: ClosedRange<Int>) throws(ICalendarProblem) -> Int? {
        guard let line = component.line(name) else { return nil }
        guard let number = readableNumber(name), range.contains(number) else { throw .malformed(line) }
        return number
    }

    /// A number of whatever size; `nil` for what is none.
    func readableNumber(_ name: String) -> Int? {
        component.line(name).flatMap { decimal($0.valueBytes.trimmed) }
    }

    mutating func set(_ name: String, number: Int?) {
        guard let number else { return component.remove(name) }
        guard let line = component.line(name) else { return component.set(ContentLine(name: name, value: "\(number)")) }
        if readableNumber(name) != number { component.set(line.with(value: "\(number)")) }
    }
}
