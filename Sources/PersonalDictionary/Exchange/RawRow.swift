import CoreModule

/// A row of a table with its quotes resolved. Its bytes may be no UTF-8.
struct RawRow: Sendable {
    /// The line on which it begins, from 1.
    let line: Int
    /// All fields, one after another.
    let bytes: [UInt8]
    /// The end of each field in `bytes`.
    let ends: [Int]
    /// Whether any field was quoted.
    let hasQuotes: Bool

    /// Whether there is only white space, and separators, which spreadsheets write.
    var isBlank: Bool {
        !hasQuotes && bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == .tab }
    }

    /// The bytes of a field.
    func field(_ number: Int) -> ArraySlice<UInt8> {
        bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
    }

    /// The fields as names of columns. Invalid UTF-8 is repaired, so that a header row is recognized as one.
    var names: [String] { ends.indices.map { String(decoding: field($0), as: UTF8.self) } }
}

extension [UInt8] {
    /// Returns the index of the first of three bytes, from an index on. The end if there is none.
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
