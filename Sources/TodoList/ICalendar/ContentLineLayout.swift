import CoreModule

/// Where the parts of an unfolded line are. Each byte is looked at once.
struct ContentLineLayout {
    /// A parameter, from its semicolon to its end.
    struct Parameter {
        let bytes: Range<Int>
    }

    /// The line without its folding and its line break.
    let line: ArraySlice<UInt8>
    /// The property's name in capital letters, or nothing where the line is none of a property.
    let name: String
    let parameters: [Parameter]
    /// Where the value begins; the end of the line where the line is none of a property.
    let valueStart: Int

    init(_ line: ArraySlice<UInt8>) {
        self.line = line
        // Files that were put together have the mark in the middle, too.
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

    /// More than RFC 5545 lets stand in a name: programs call their own properties what they like.
    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte.uppercased {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: byte.isDigit
        }
    }

    /// The index of the colon or the semicolon behind a parameter, or the end. A quote is one where a value begins; in the
    /// middle of a value it is a part of it.
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
