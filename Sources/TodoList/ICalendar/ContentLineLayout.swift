import CoreModule

/// The positions of the parts of an unfolded line. Reads each byte once.
struct ContentLineLayout {
    /// The line without its folding and its line break.
    let line: ArraySlice<UInt8>
    /// The property's name in capital letters; empty if the line is not a property.
    let name: String
    /// The parameters, each from its semicolon to its end.
    let parameters: [Range<Int>]
    /// The start of the value; the end of the line if the line is not a property.
    let valueStart: Int

    init(_ line: ArraySlice<UInt8>) {
        self.line = line
        // Concatenated files also have the mark in the middle.
        let start = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.startIndex + 3 : line.startIndex
        var index = start
        while index < line.endIndex, Self.isNameByte(line[index]) { index += 1 }
        let nameEnd = index
        var parameters: [Range<Int>] = []
        while index < line.endIndex, line[index] == .semicolon {
            let end = Self.endOfParameter(line, from: index + 1)
            parameters.append(index..<end)
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

    static func isName(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(isNameByte) }

    /// More than RFC 5545 allows in a name, because programs name their own properties freely.
    static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ".")
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
