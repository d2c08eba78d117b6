import CoreModule

/// The positions of the parts of an unfolded line. Reads each byte once.
struct ContentLineLayout {
    /// A parameter, from its semicolon to its end.
    struct Parameter {
        let bytes: Range<Int>
    }

    /// The line without its folding and its line break.
    let line: ArraySlice<UInt8>
    /// The property's name in capital letters; empty if the line is not a property.
    let name: String
    let parameters: [Parameter]
    /// The start of the value; the end of the line if the line is not a property.
    let valueStart: Int

    init(_ line: ArraySlice<UInt8>) {
        self.line = line
        // Concatenated files also have the mark in the middle.
        let start = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.startIndex + 3 : line.startIndex
        var index = start
        while index < line.endIndex, Self.isNameByte(line[index]) { index += 1 }
        let nameEnd = index
        var parameters: [Parameter] = []
        while index < line.endIndex, line[index] == .semicolon {
            let end = Self.endOfParameter(line, from: index + 1)
            parameters.append(Parameter(bytes: index..<end))
            index = end
        }
        guard nameEnd > start, index < line.endIndex, line[index] == .colon else {
            name = ""
            self.parameters = []
            valueStart = line.endIndex
            return
        }
        name = String(decoding: line[start..<nameEnd].map(\.uppercased), as: UTF8.self)
        self.parameters = parameters
        valueStart = index + 1
    }

    /// More than RFC 5545 allows in a name, because programs name their own properties freely.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte.uppercased {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: byte.isDigit
        }
    }

    /// The index of the colon or semicolon after a parameter, or the end. A quote counts only at the beginning of a
    /// value.
    private static func endOfParameter(_ line: ArraySlice<UInt8>, from start: Int) -> Int {
        var index = start
        var isInValue = false
        var isAtStart = false
        while index < line.endIndex {
            let byte = line[index]
            if isAtStart, byte == .quote {
                guard let closing = line[(index + 1)...].firstIndex(of: .quote) else { return line.endIndex }
                index = closing
                isAtStart = false
            } else if byte == .colon || byte == .semicolon {
                return index
            } else {
                isAtStart = (byte == .equals && !isInValue) || (byte == .comma && isInValue)
                if byte == .equals { isInValue = true }
            }
            index += 1
        }
        return index
    }
}
