import CoreModule

/// A component of an iCalendar object: what stands between `BEGIN:VTODO` and `END:VTODO`, those lines included.
public struct ICalendarComponent: Hashable, Sendable {
    /// A part of a component.
    public enum Element: Hashable, Sendable {
        /// A property; or a line that is none, which is kept.
        case line(ContentLine)
        /// A component within, such as an alarm.
        case component(ICalendarComponent)
    }

    /// The component's name in capital letters: `VTODO`.
    public let name: String
    /// What is in the component, in the order in which it stands there.
    public var elements: [Element]
    private let begin: ContentLine
    private let end: ContentLine

    /// Makes a component of a name that a program knows, such as `VTODO`.
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

    /// Puts a property in the place of the first one of its name, or behind the other properties where there is none; the
    /// further ones of its name are taken away. It ends as the component's first line does.
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

    /// Takes all properties of a name away.
    public mutating func remove(_ name: String) {
        let name = name.uppercased()
        elements.removeAll { if case .line(let line) = $0 { line.name == name } else { false } }
    }

    /// The components within, in their order.
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

    /// How its lines end, told by the first of them.
    var lineBreak: LineBreak { begin.lineBreak }

    /// No component lies deeper than ``ICalendarLimits/depth``, so to go down into them needs no care.
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
