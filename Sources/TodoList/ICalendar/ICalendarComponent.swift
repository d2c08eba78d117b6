import CoreModule

/// A component of an iCalendar object: the lines from `BEGIN:VTODO` to `END:VTODO`.
public struct ICalendarComponent: Hashable, Sendable {
    /// A part of a component.
    public enum Element: Hashable, Sendable {
        /// A property, or another line, which is kept.
        case line(ContentLine)
        /// A nested component, such as an alarm.
        case component(ICalendarComponent)
    }

    /// The component's name in capital letters: `VTODO`.
    public let name: String
    /// The contents of the component, in order.
    public var elements: [Element]
    private let begin: ContentLine
    private let end: ContentLine

    /// Creates a component with a known name, such as `VTODO`.
    public init(name: String, elements: [Element] = []) {
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
    public func line(_ name: String) -> ContentLine? {
        let name = name.uppercased()
        for case .line(let line) in elements where line.name == name { return line }
        return nil
    }

    /// All properties of a name, in their order.
    public func lines(_ name: String) -> [ContentLine] {
        let name = name.uppercased()
        return elements.compactMap { if case .line(let line) = $0, line.name == name { line } else { nil } }
    }

    /// Replaces the first property of the same name, or adds the property after the others, and removes duplicates. Its
    /// line break is that of the component's first line.
    public mutating func set(_ line: ContentLine) {
        precondition(!line.name.isEmpty, "a property has a name")
        let isSet: (Element) -> Bool = { if case .line(let other) = $0 { other.name == line.name } else { false } }
        let line = line.lineBreak == lineBreak ? line : line.with(lineBreak)
        guard let place = elements.firstIndex(where: isSet) else {
            elements.insert(
                .line(line),
                at: elements.firstIndex { if case .component = $0 { true } else { false } } ?? elements.endIndex)
            return
        }
        elements[place] = .line(line)
        if elements[(place + 1)...].contains(where: isSet) {
            elements = elements[...place] + elements[(place + 1)...].filter { !isSet($0) }
        }
    }

    /// Removes all properties of a name.
    public mutating func remove(_ name: String) {
        let name = name.uppercased()
        elements.removeAll { if case .line(let line) = $0 { line.name == name } else { false } }
    }

    /// The nested components, in order.
    public var components: [ICalendarComponent] {
        elements.compactMap { if case .component(let component) = $0 { component } else { nil } }
    }

    // MARK: Writing

    /// The component's bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    /// The line break of its first line.
    var lineBreak: LineBreak { begin.lineBreak }

    /// No component is nested deeper than ``ICalendarLimits/depth``, so recursion is safe.
    func write(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: begin.raw)
        for element in elements {
            switch element {
            case .line(let line): bytes.append(contentsOf: line.raw)
            case .component(let component): component.write(to: &bytes)
            }
        }
        bytes.append(contentsOf: end.raw)
    }
}
