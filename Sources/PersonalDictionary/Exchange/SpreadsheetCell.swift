/// Cells that a spreadsheet takes for formulas: those that begin with `=`, `+`, `-` or `@`. With an apostrophe before it, such a
/// cell is text. Cells that begin with apostrophes before such a character have one more.
enum SpreadsheetCell {
    private static let apostrophe = UInt8(ascii: "'")

    /// A cell as text.
    static func text(_ cell: String) -> String { isFormula(cell) ? "'" + cell : cell }

    /// The cell of a text.
    static func cell(_ text: String) -> String {
        text.utf8.first == apostrophe && isFormula(text) ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static func isFormula(_ cell: String) -> Bool {
        cell.utf8.first { $0 != apostrophe }.map("=+-@".utf8.contains) ?? false
    }
}
