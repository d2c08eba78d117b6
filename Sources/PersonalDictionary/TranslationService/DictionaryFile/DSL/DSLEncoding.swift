import CoreModule

/// How the characters of a DSL file are written.
enum DSLEncoding: Sendable {
    case utf8, utf16LittleEndian, utf16BigEndian

    /// Finds the encoding by the byte-order mark, or by a zero byte beside the first character, and the size of the mark.
    static func found(_ bytes: [UInt8]) -> (DSLEncoding, markSize: Int) {
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        guard bytes.count > 1 else { return (.utf8, 0) }
        return (bytes[1] == 0 ? .utf16LittleEndian : bytes[0] == 0 ? .utf16BigEndian : .utf8, 0)
    }

    var unitSize: Int { self == .utf8 ? 1 : 2 }

    /// The text of bytes; nil if it is none in UTF-8. A half of a pair in UTF-16 becomes a replacement character.
    func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard self != .utf8 else { return String(validUTF8: bytes) }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place -> UInt16 in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return self == .utf16LittleEndian ? first | second << 8 : first << 8 | second
        }
        return String(decoding: units, as: UTF16.self)
    }

    /// The end of the line that begins at a place of the bytes, behind its line feed; nil if it does not end in them.
    func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var place = start
        while true {
            place = bytes.end(of: .lineFeed, in: place..<bytes.count)
            guard place < bytes.count else { return nil }
            switch self {
            case .utf8: return place + 1
            case .utf16LittleEndian:
                if (place - start).isMultiple(of: 2) {
                    guard place + 1 < bytes.count else { return nil }
                    if bytes[place + 1] == 0 { return place + 2 }
                }
            case .utf16BigEndian:
                if !(place - start).isMultiple(of: 2), bytes[place - 1] == 0 { return place + 1 }
            }
            place += 1
        }
    }

    /// The first characters of a line, of ASCII, else zeros.
    func ascii(_ bytes: ArraySlice<UInt8>, at number: Int) -> UInt8 {
        let place = bytes.startIndex + number * unitSize
        guard place + unitSize <= bytes.endIndex else { return 0 }
        switch self {
        case .utf8: return bytes[place]
        case .utf16LittleEndian: return bytes[place + 1] == 0 ? bytes[place] : 0
        case .utf16BigEndian: return bytes[place] == 0 ? bytes[place + 1] : 0
        }
    }
}
