/// A value for a parameter of a statement, in one of SQLite's five storage classes.
public enum SQLiteValue: Sendable, Hashable {
    /// No value.
    case null
    /// A 64-bit integer.
    case integer(Int64)
    /// A floating-point number. SQLite stores a NaN as null.
    case real(Double)
    /// Text of any length, which may contain NUL.
    case text(String)
    /// Bytes of any length, also empty.
    case blob([UInt8])

    /// An integer, or null.
    public static func integer(_ value: Int64?) -> SQLiteValue { value.map { .integer($0) } ?? .null }

    /// Text, or null.
    public static func text(_ value: String?) -> SQLiteValue { value.map { .text($0) } ?? .null }

    /// Bytes, or null.
    public static func blob(_ value: [UInt8]?) -> SQLiteValue { value.map { .blob($0) } ?? .null }

    /// 1 for true, 0 for false.
    public static func bool(_ value: Bool) -> SQLiteValue { .integer(value ? 1 : 0) }
}
