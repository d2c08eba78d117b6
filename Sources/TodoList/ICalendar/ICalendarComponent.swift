import CoreModule

/// A component of an iCalendar object: the lines from `BEGIN:VTODO` to `END:VTODO`.
package struct ICalendarComponent: Hashable, Sendable {
    /// A part of a component.
    package enum Element: Hashable, Sendable {
        /// A property, or another line, which is kept.
        case line(ContentLine)
        /// A nested component, such as an alarm.
        case component(ICalendarComponent)

        var line: ContentLine? { if case .line(let line) = self { line } else { nil } }
        var component: ICalendarComponent? { if case .component(let component) = self { component } else { nil } }
    }

    /// The component's name in capital letters: `VTODO`.
    package let name: String
    /// The contents of the component, in order.
    package var elements: [Element]
    private let begin: ContentLine
    private let end: ContentLine

    /// Creates a component with a known name, such as `VTODO`.
    package init(name: String, elements: [Element] = []) {
        self.init(
            begin: ContentLine(name: "BEGIN", value: name), elements: elements,
            end: ContentLine(name: "END", value: name))
    }

    init(begin: ContentLine, elements: [Element], end: ContentLine) {
        name = Self.name(in: begin)
        self.begin = begin
        self.elements = elements
        self.end = end
    }

    /// The name that a line with `BEGIN` or `END` has for its value.
    static func name(in line: ContentLine) -> String {
        String(decoding: line.valueBytes.filter { !$0.isWhiteSpace }.map(\.uppercased), as: UTF8.self)
    }

    // MARK: Properties

    /// The first property of a name. Names are compared without regard to case.
    package func line(_ name: String) -> ContentLine? {
        let name = name.uppercased()
        for case .line(let line) in elements where line.name == name { return line }
        return nil
    }

    /// All properties of a name, in their order.
    package func lines(_ name: String) -> [ContentLine] {
        let name = name.uppercased()
        return elements.compactMap(\.line).filter { $0.name == name }
    }

    /// Replaces the first property of the same name, or adds the property after the others, and removes duplicates. Its
    /// line break is that of the component's first line.
    package mutating func set(_ line: ContentLine) {
        precondition(!line.name.isEmpty, "a property has a name")
        let line = line.lineBreak == begin.lineBreak ? line : line.with(lineBreak: begin.lineBreak)
        let place =
            elements.firstIndex { $0.line?.name == line.name } ?? elements.firstIndex { $0.component != nil }
        remove(line.name)
        elements.insert(.line(line), at: place ?? elements.endIndex)
    }

    /// Removes all properties of a name.
    package mutating func remove(_ name: String) {
        let name = name.uppercased()
        elements.removeAll { $0.line?.name == name }
    }

    /// The name of the time zone that this component defines; nil if it defines none.
    var timeZoneName: String? { name == "VTIMEZONE" ? line("TZID")?.value : nil }

    /// The nested components, in order.
    package var components: [ICalendarComponent] { elements.compactMap(\.component) }

    // MARK: Writing

    /// The component's bytes.
    package var bytes: [UInt8] { [Element.component(self)].bytes }

    /// No component is nested deeper than ``ICalendarLimits/depth``, so recursion is safe.
    fileprivate func write(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: begin.raw)
        elements.write(to: &bytes)
        bytes.append(contentsOf: end.raw)
    }
}

extension [ICalendarComponent.Element] {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    fileprivate func write(to bytes: inout [UInt8]) {
        for element in self {
            switch element {
            case .line(let line): bytes.append(contentsOf: line.raw)
            case .component(let component): component.write(to: &bytes)
            }
        }
    }
}
