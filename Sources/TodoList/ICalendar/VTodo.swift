import CoreModule
package import Foundation

/// A task in an iCalendar object (RFC 5545, section 3.6.2): a component `VTODO` with typed properties.
///
/// A setter changes its property and, if documented, those that must agree with it. Setting an equal value changes no
/// byte. Each access parses the property, so store a value that you need often.
///
/// A malformed due time throws an ``ICalendarProblem`` when it is read; any other malformed property counts as missing. It is kept
/// and can be set.
public struct VTodo: Hashable, Sendable {
    /// The component, with unknown properties.
    package var component: ICalendarComponent

    /// Reads a component as a task; nil if it is another component.
    package init?(_ component: ICalendarComponent) {
        guard component.name == "VTODO" else { return nil }
        self.component = component
    }

    /// Creates a task with only an identifier and a stamp.
    package init(uid: String, stamp: Date) {
        component = ICalendarComponent(
            name: "VTODO",
            elements: [
                .line(ContentLine(name: "UID", text: uid)),
                .line(ContentLine(name: "DTSTAMP", value: ICalendarTime.utc(LocalDateTime(stamp)).value)),
            ])
    }

    // MARK: Identity

    /// The identifier, which all of a task's components share on all devices.
    public var uid: String? {
        guard let first = component.line("UID")?.text else { return nil }
        return first.isEmpty ? component.lines("UID").map(\.text).first { !$0.isEmpty } ?? first : first
    }

    /// Whether this component overrides a single recurrence of a recurring task.
    public var isOverride: Bool { component.line("RECURRENCE-ID") != nil }

    // MARK: Texts

    /// The next step.
    public var summary: String? { component.line("SUMMARY")?.text }

    /// Notes.
    public var notes: String? { component.line("DESCRIPTION")?.text }

    /// Sets or removes the text. Keeps the language.
    public mutating func setSummary(_ text: String?) { set("SUMMARY", text: text) }

    /// Sets or removes the notes. Keeps the language.
    public mutating func setNotes(_ text: String?) { set("DESCRIPTION", text: text) }

    /// A parameter about the encoding of the old value, or about another form of it, is wrong for the new one: a
    /// program that prefers the other form would still show the old text.
    private mutating func set(_ name: String, text: String?) {
        guard let text else { return component.remove(name) }
        guard let line = component.line(name) else { return component.set(ContentLine(name: name, text: text)) }
        let edited = line.with(text: text)
        if edited != line { component.set(edited.without("ALTREP", "ENCODING", "CHARSET", "VALUE", "DERIVED")) }
    }

    // MARK: Numbers

    /// A number of any size; nil if it is invalid.
    func readableNumber(_ name: String) -> Int? {
        component.line(name).flatMap { decimal($0.valueBytes.trimmed) }
    }

    mutating func set(_ name: String, number: Int?) {
        if number == nil || number != readableNumber(name) { set(name, value: number.map { "\($0)" }) }
    }

    /// Sets a property's value as it is written, or removes the property. Keeps its parameters.
    mutating func set(_ name: String, value: String?) {
        guard let value else { return component.remove(name) }
        component.set(component.line(name)?.with(value: value) ?? ContentLine(name: name, value: value))
    }
}

extension [VTodo] {
    /// Of the components of one task the one that overrides no single time; the first one if each does.
    var main: VTodo? { first { !$0.isOverride } ?? first }
}
