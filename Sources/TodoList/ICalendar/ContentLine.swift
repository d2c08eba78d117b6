import CoreModule

/// A line of an iCalendar object, which is a property with its parameters and its value: `DUE;VALUE=DATE:20261201`
/// (RFC 5545, section 3.1).
///
/// It keeps the bytes it was read from, with the way they were folded and what ended the line. An edit makes a new line of
/// it, of which only the part that is edited differs.
public struct ContentLine: Hashable, Sendable {
    /// The line as it stands: folded, with its line break.
    let raw: ArraySlice<UInt8>
    /// The property's name in capital letters; empty for a blank line, and for a line that is none of a property, which is
    /// kept all the same.
    public let name: String

    /// A line as it stands.
    init(raw: ArraySlice<UInt8>) {
        self.raw = raw
        name = ContentLineLayout(LineFolding.unfolded(raw)).name
    }

    /// Makes a line of a property.
    /// - Parameters:
    ///   - name: the property's name: letters of ASCII, digits and hyphens.
    ///   - parameters: the parameters, in their order.
    ///   - value: the value as it is to stand there; a text escapes itself with ``init(name:parameters:text:)``. Line breaks in
    ///     it are left out.
    public init(name: String, parameters: [ContentLineParameter] = [], value: String) {
        self.init(name: name, parameters: parameters, value: Array(value.utf8), lineBreak: .carriageReturnLineFeed)
    }

    /// Makes a line of a property whose value is a text. Characters that neither RFC 5545 nor XML have room for, such as NUL,
    /// are left out.
    public init(name: String, parameters: [ContentLineParameter] = [], text: String) {
        self.init(
            name: name, parameters: parameters, value: ICalendarText.escaped(text), lineBreak: .carriageReturnLineFeed)
    }

    init(name: String, parameters: [ContentLineParameter] = [], value: [UInt8], lineBreak: LineBreak) {
        precondition(
            !name.isEmpty && name.utf8.allSatisfy(ContentLineLayout.isNameByte), "“\(name)” cannot name a property")
        var line = Array(name.utf8)
        for parameter in parameters { line += parameter.written }
        line.append(.colon)
        raw = LineFolding.folded(line + value, lineBreak: lineBreak)
        self.name = name.uppercased()
    }

    /// The line as it stands: folded, with its line break.
    public var bytes: [UInt8] { Array(raw) }

    /// The value as it stands, escaped as it may be. What is not UTF-8 reads as U+FFFD.
    public var value: String { String(decoding: valueBytes, as: UTF8.self) }

    /// The value as a text, without what escapes it. What is not UTF-8 reads as U+FFFD.
    public var text: String { ICalendarText.unescaped(valueBytes) }

    /// The parameters, in their order.
    public var parameters: [ContentLineParameter] {
        let layout = self.layout
        return layout.parameters.map { ContentLineParameter(layout.line[$0.bytes]) }
    }

    /// The first value of a parameter; its name is compared without regard to case.
    public func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name.uppercased() }?.values.first
    }

    var layout: ContentLineLayout { ContentLineLayout(LineFolding.unfolded(raw)) }

    var valueBytes: ArraySlice<UInt8> {
        let layout = self.layout
        return layout.line[layout.valueStart...]
    }

    /// Whether there is nothing in the line but white space, or a mark of the byte order.
    var isBlank: Bool {
        layout.line.drop(while: { [0xEF, 0xBB, 0xBF].contains($0) }).allSatisfy(\.isWhiteSpace)
    }

    var lineBreak: LineBreak { LineBreak(of: raw) }

    /// Lines are the same when their bytes are.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.raw == rhs.raw }

    /// Hashes what ``==(_:_:)`` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(raw) }
}

extension ContentLine: CustomStringConvertible {
    /// The line without what folds it, for a person.
    public var description: String { String(decoding: layout.line, as: UTF8.self) }
}
