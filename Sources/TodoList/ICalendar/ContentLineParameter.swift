import CoreModule

/// A parameter of a property: `TZID=Europe/Berlin` (RFC 5545, section 3.2).
package struct ContentLineParameter: Hashable, Sendable {
    /// The name, in capital letters.
    package let name: String
    /// The values, without the quotes around them and with their carets resolved (RFC 6868).
    package let values: [String]

    /// Creates a parameter. Its name consists of ASCII letters, digits and hyphens.
    package init(_ name: String, _ values: String...) {
        precondition(ContentLineLayout.isName(name), "“\(name)” cannot name a parameter")
        self.name = name.uppercased()
        self.values = values
    }

    /// Reads a parameter, from its semicolon to its end.
    init(_ bytes: ArraySlice<UInt8>) {
        let body = bytes.dropFirst()
        let nameEnd = body.firstIndex(of: .equals) ?? body.endIndex
        name = Self.name(of: bytes)
        var values: [String] = []
        var start = nameEnd + 1
        while start <= body.endIndex {
            var index = start
            var isQuoted = false
            if index < body.endIndex, body[index] == .quote,
                let closing = body[(index + 1)...].firstIndex(of: .quote)
            {
                index = closing + 1
                isQuoted = true
            }
            let end = body[index...].firstIndex(of: .comma) ?? body.endIndex
            let value = body[start..<end]
            // Text after the closing quote: then the quotes are part of the value.
            values.append(ICalendarText.parameter(isQuoted && index == end ? value.dropFirst().dropLast() : value))
            start = end + 1
        }
        self.values = values
    }

    /// The name of a parameter that begins with its semicolon.
    static func name(of bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.dropFirst().prefix { $0 != .equals }.map(\.uppercased), as: UTF8.self)
    }

    /// The parameter with its semicolon, as it is written.
    var written: [UInt8] {
        [.semicolon] + Array(name.utf8) + [.equals]
            + values.map(ICalendarText.writtenParameter).joined(separator: [.comma])
    }
}
