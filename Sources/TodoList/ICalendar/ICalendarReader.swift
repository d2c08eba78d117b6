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
    private var number = 1
    private var count = 0

    init(limits: ICalendarLimits) {
        self.limits = limits
    }

    /// What the bytes hold: calendars, and blank lines between them.
    mutating func read(_ bytes: [UInt8]) throws(ICalendarError) -> [ICalendarComponent.Element] {
        guard bytes.count <= limits.bytes else { throw .tooManyBytes(limit: limits.bytes) }
        var start = 0
        while start < bytes.count {
            let (end, breaks) = Self.endOfLine(bytes, from: start)
            try take(ContentLine(raw: bytes[start..<end]))
            start = end
            number += breaks
        }
        if let open = open.last { throw .unclosed(open.name, line: open.number) }
        guard elements.contains(where: { $0.component != nil }) else { throw .notACalendar(line: 1) }
        return elements
    }

    /// The end of a folded line, and the number of its line breaks.
    private static func endOfLine(_ bytes: [UInt8], from start: Int) -> (end: Int, breaks: Int) {
        var end = start
        var breaks = 0
        repeat {
            end = bytes[end...].firstIndex(of: .lineFeed).map { $0 + 1 } ?? bytes.count
            breaks += 1
        } while end < bytes.count && (bytes[end] == .space || bytes[end] == .tab)
        return (end, breaks)
    }

    private mutating func take(_ line: ContentLine) throws(ICalendarError) {
        count += 1
        guard count <= limits.lines else { throw .tooManyLines(limit: limits.lines) }
        switch line.name {
        case "BEGIN": try begin(line)
        case "END": try end(line)
        default:
            guard !open.isEmpty || line.isBlank else { throw .notACalendar(line: number) }
            append(.line(line))
        }
    }

    /// Adds an element to the innermost open component.
    private mutating func append(_ element: consuming ICalendarComponent.Element) {
        if open.isEmpty { elements.append(element) } else { open[open.count - 1].elements.append(element) }
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
        if open.isEmpty, let version = component.line("VERSION")?.value,
            version.utf8.first(where: { $0 != .space }) == UInt8(ascii: "1")
        {
            throw .unsupportedVersion(String(version.prefix(20)))
        }
        append(.component(component))
    }
}

/// The limits of an iCalendar object, so that an untrusted one cannot fill the memory. The defaults are a hundred times
/// what servers allow for a task with its attachments.
package struct ICalendarLimits: Hashable, Sendable {
    /// The maximum number of bytes.
    package var bytes: Int
    /// The maximum number of lines; a folded line counts once.
    package var lines: Int
    /// The maximum nesting of components, at most 100. A calendar alone has depth 1.
    package var depth: Int

    /// Makes limits.
    package init(bytes: Int = 32 << 20, lines: Int = 1_000_000, depth: Int = 16) {
        self.bytes = bytes
        self.lines = lines
        self.depth = min(depth, 100)
    }
}
