import CoreModule

/// Parses the bytes of an object into a tree. Reads every byte a fixed number of times, without recursion.
struct ICalendarReader {
    /// A component that is still open.
    private struct Open {
        let begin: ContentLine
        let name: String
        let number: Int
        var elements: [ICalendarComponent.Element] = []
    }

    private let limits: ICalendarLimits
    private var open: [Open] = []
    private var elements: [ICalendarComponent.Element] = []
    /// The number of the current line, as a text editor counts.
    private var number = 0
    private var count = 0

    init(limits: ICalendarLimits) {
        self.limits = limits
    }

    /// What the bytes hold: calendars, and blank lines between them.
    mutating func read(_ bytes: [UInt8]) throws(ICalendarError) -> [ICalendarComponent.Element] {
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(limit: limits.bytes) }
        var start = 0
        var number = 1
        while start < bytes.count {
            self.number = number
            let (end, breaks) = Self.endOfLine(bytes, from: start)
            try take(ContentLine(raw: bytes[start..<end]))
            start = end
            number += breaks
        }
        if let open = open.last { throw .unclosed(open.name, line: open.number) }
        let hasCalendar = elements.contains { if case .component = $0 { true } else { false } }
        guard hasCalendar else { throw .notACalendar(line: 1) }
        return elements
    }

    /// The end of a folded line, and the number of its line breaks.
    private static func endOfLine(_ bytes: [UInt8], from start: Int) -> (end: Int, breaks: Int) {
        var index = start
        var breaks = 0
        bytes.withUnsafeBufferPointer { bytes in
            while index < bytes.count {
                let isEnd = bytes[index] == .lineFeed
                index += 1
                guard isEnd else { continue }
                breaks += 1
                guard index < bytes.count, bytes[index] == .space || bytes[index] == .tab else { return }
            }
        }
        return (index, breaks)
    }

    private mutating func take(_ line: ContentLine) throws(ICalendarError) {
        count += 1
        guard count <= limits.lines else { throw .tooManyLines(limit: limits.lines) }
        switch line.name {
        case "BEGIN": try begin(line)
        case "END": try end(line)
        default:
            guard !open.isEmpty else {
                guard line.isBlank else { throw .notACalendar(line: number) }
                elements.append(.line(line))
                return
            }
            open[open.count - 1].elements.append(.line(line))
        }
    }

    private mutating func begin(_ line: ContentLine) throws(ICalendarError) {
        let name = ICalendarComponent.name(in: line)
        guard !open.isEmpty || name == "VCALENDAR" else { throw .notACalendar(line: number) }
        guard open.count < limits.depth else { throw .tooDeep(limit: limits.depth, line: number) }
        open.append(Open(begin: line, name: name, number: number))
    }

    private mutating func end(_ line: ContentLine) throws(ICalendarError) {
        let name = ICalendarComponent.name(in: line)
        guard let last = open.popLast(), last.name == name else { throw .misplacedEnd(name, line: number) }
        let component = ICalendarComponent(begin: last.begin, elements: last.elements, end: line)
        guard open.isEmpty else {
            open[open.count - 1].elements.append(.component(component))
            return
        }
        if let version = component.line("VERSION")?.value,
            version.utf8.first(where: { $0 != .space }) == UInt8(ascii: "1")
        {
            throw .unsupportedVersion(String(version.prefix(20)))
        }
        elements.append(.component(component))
    }
}
