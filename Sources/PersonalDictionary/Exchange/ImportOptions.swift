import Foundation

/// How to read a file of words. What is nil is recognized from the file.
public struct ImportOptions: Hashable, Sendable {
    /// The character between the fields of a table: an ASCII character.
    public var delimiter: Character?
    /// How characters are encoded.
    public var encoding: TextEncoding?
    /// The names of a table's columns, in their order, as in a header: `text`, `translation`. Any other name is a column to ignore.
    public var columns: [String]?
    /// Whether a first row that looks like the names of columns is one. If false, it is a word.
    public var readsHeader = true
    /// The language of words without one. A table whose header names another language is rejected.
    public var source: Language?
    /// The language of the translation of words without one. A table whose header names another language is rejected.
    public var target: Language?

    /// Creates options that leave everything to be recognized.
    public init() {}
}

/// How a file encodes characters.
public enum TextEncoding: String, CaseIterable, Sendable {
    /// UTF-8.
    case utf8 = "utf-8"
    /// UTF-16: in the byte order of its mark, or else of its ASCII characters, or else little-endian, as Windows writes it.
    case utf16 = "utf-16"
    /// Cyrillic on Windows.
    case windows1251 = "windows-1251"
    /// Western European languages on Windows.
    case windows1252 = "windows-1252"

    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let littleEndianMark: [UInt8] = [0xFF, 0xFE]
    private static let bigEndianMark: [UInt8] = [0xFE, 0xFF]

    /// The encoding that a byte-order mark at the beginning of a file names.
    init?(markOf file: [UInt8]) {
        switch true {
        case file.starts(with: Self.mark): self = .utf8
        case file.starts(with: Self.littleEndianMark), file.starts(with: Self.bigEndianMark): self = .utf16
        default: return nil
        }
    }

    /// What a file that is not UTF-8 may be: Cyrillic text has several bytes of letters one after another.
    init(guess line: [UInt8]) {
        self = zip(line, line.dropFirst()).contains { $0 >= 0xC0 && $1 >= 0xC0 } ? .windows1251 : .windows1252
    }

    /// In UTF-16, a half of each ASCII character is zero: the first half if it is big-endian.
    private static func isBigEndian(_ file: [UInt8]) -> Bool {
        if let mark = TextEncoding(markOf: file), mark == .utf16 { return file.starts(with: bigEndianMark) }
        let zeros = file.indices.filter { file[$0] == 0 }
        return 2 * zeros.count { $0.isMultiple(of: 2) } > zeros.count
    }

    /// Converts a whole file to UTF-8. Nil if it is not in this encoding.
    func utf8(_ file: [UInt8]) -> [UInt8]? {
        guard self != .utf16 || file.count.isMultiple(of: 2) else { return nil }
        let encoding: String.Encoding =
            switch self {
            case .utf8: .utf8
            case .utf16: Self.isBigEndian(file) ? .utf16BigEndian : .utf16LittleEndian
            case .windows1251: .windowsCP1251
            case .windows1252: .windowsCP1252
            }
        return String(bytes: file, encoding: encoding).map { Array($0.utf8) }
    }
}
