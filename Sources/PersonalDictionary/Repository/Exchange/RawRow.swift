import CoreModule

/// A row of a table whose quotes are resolved, in bytes that may be anything.
struct RawRow: Sendable {
    /// The line on which it begins, from 1.
    let line: Int
    /// All fields, one after the other.
    let bytes: [UInt8]
    /// Where in `bytes` each field ends.
    let ends: [Int]
    /// Whether any field was quoted.
    let hasQuotes: Bool

    /// Whether nothing stands there but white space, and separators as spreadsheets leave them.
    var isBlank: Bool {
        !hasQuotes && bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == .tab }
    }

    /// A field's bytes.
    func field(_ number: Int) -> ArraySlice<UInt8> {
        bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
    }

    /// The fields as names of columns. What is not UTF-8 is repaired: a header row must not be taken for a word for it.
    var names: [String] { ends.indices.map { String(decoding: field($0), as: UTF8.self) } }
}

extension [UInt8] {
    /// Where the first of three bytes stands, from an index on; the end where there is none.
    func firstIndex(of first: UInt8, _ second: UInt8, _ third: UInt8, from start: Int) -> Int {
        var index = start
        while index < count {
            let byte = self[index]
            if byte == first || byte == second || byte == third { break }
            index += 1
        }
        return index
    }
}
