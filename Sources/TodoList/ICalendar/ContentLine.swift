import CoreModule

/// A line of an iCalendar object: a property with its parameters and its value, `DUE;VALUE=DATE:20261201` (RFC 5545,
/// section 3.1).
///
/// It keeps its original bytes, with their folding and line break; lines are equal if their bytes are. An edit makes a
/// new line that differs only in the edited part.
package struct ContentLine: Hashable, Sendable, CustomStringConvertible {
    /// The original line: folded, with its line break.
    let raw: ArraySlice<UInt8>
    /// The property's name in capital letters; empty for a blank line and for a line that is not a property, which is
    /// kept too.
    package let name: String

    /// An original line.
    init(raw: ArraySlice<UInt8>) {
        self.raw = raw
        name = ContentLineLayout(LineFolding.unfolded(raw)).name
    }

    /// Creates the line of a property.
    /// - Parameters:
    ///   - name: the property's name: ASCII letters, digits and hyphens.
    ///   - parameters: the parameters, in their order.
    ///   - value: the value as it is written; use ``init(name:parameters:text:)`` to escape a text. Line breaks in it
    ///     are left out.
    package init(name: String, parameters: [ContentLineParameter] = [], value: String) {
        self.init(name: name, parameters: parameters, value: Array(value.utf8))
    }

    /// Creates the line of a property with a text value. Characters that RFC 5545 or XML cannot hold, such as NUL, are
    /// left out.
    package init(name: String, parameters: [ContentLineParameter] = [], text: String) {
        self.init(name: name, parameters: parameters, value: ICalendarText.escaped(text))
    }

    private init(name: String, parameters: [ContentLineParameter], value: [UInt8]) {
        precondition(ContentLineLayout.isName(name), "“\(name)” cannot name a property")
        let line = Array(name.utf8) + parameters.flatMap(\.written) + [.colon] + value
        raw = LineFolding.folded(line, lineBreak: LineFolding.standardLineBreak)
        self.name = name.uppercased()
    }

    /// The original line: folded, with its line break.
    package var bytes: [UInt8] { Array(raw) }

    /// The value as written, including escapes. Invalid UTF-8 is read as U+FFFD.
    package var value: String { String(decoding: valueBytes, as: UTF8.self) }

    /// The value as unescaped text. Invalid UTF-8 is read as U+FFFD.
    package var text: String { ICalendarText.unescaped(valueBytes) }

    /// The parameters, in their order.
    package var parameters: [ContentLineParameter] {
        let layout = self.layout
        return layout.parameters.map { ContentLineParameter(layout.line[$0]) }
    }

    /// The first value of a parameter. Ignores the case of its name.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name.uppercased() }?.values.first
    }

    /// The unfolded line, for display.
    package var description: String { String(decoding: layout.line, as: UTF8.self) }

    var layout: ContentLineLayout { ContentLineLayout(LineFolding.unfolded(raw)) }

    var valueBytes: ArraySlice<UInt8> {
        let layout = self.layout
        return layout.line[layout.valueStart...]
    }

    /// Whether the line contains only white space or a byte-order mark.
    var isBlank: Bool {
        layout.line.drop(while: { [0xEF, 0xBB, 0xBF].contains($0) }).allSatisfy(\.isWhiteSpace)
    }

    var lineBreak: [UInt8] { LineFolding.lineBreak(of: raw) }
}
