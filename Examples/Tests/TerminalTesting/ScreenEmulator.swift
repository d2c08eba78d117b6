import CoreModule
import TerminalAppKit

/// The window of a terminal: text in cells, the cursor, and clearing; without emphasis.
struct ScreenEmulator {
    private enum State {
        case ground
        case escape
        case sequence(String)
    }

    private var size: WindowSize
    private var cells: [[String]]
    private var row = 0
    private var column = 0
    private var state = State.ground
    private var bytes: [UInt8] = []

    /// Whether the program wrote behind the last column of the alternate screen.
    private(set) var hasOverflowed = false
    /// Whether the alternate screen is shown.
    private(set) var isAlternate = false

    init(size: WindowSize) {
        self.size = size
        cells = Self.blank(size)
    }

    /// The lines, without spaces at their ends.
    var lines: [String] {
        cells.map { line in
            let text = line.joined()
            return String(text[..<(text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex)])
        }
    }

    /// The cursor, from 0.
    var cursor: (row: Int, column: Int) { (row, column) }

    /// Changes the size. The content is lost, as with some terminals.
    mutating func resize(_ size: WindowSize) {
        self.size = size
        cells = Self.blank(size)
        (row, column) = (0, 0)
    }

    /// Receives output, which may be split anywhere.
    mutating func receive(_ output: some Sequence<UInt8>) {
        bytes += output
        // An incomplete scalar waits for the next output.
        var end = bytes.count
        while end > 0, bytes.count - end < 4, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
        if end > 0, bytes[end - 1] >= 0xC0 {
            let length = bytes[end - 1] >= 0xF0 ? 4 : bytes[end - 1] >= 0xE0 ? 3 : 2
            if bytes.count - end + 1 < length { end -= 1 } else { end = bytes.count }
        } else {
            end = bytes.count
        }
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(..<end)
        for character in text { receive(character) }
    }

    private mutating func receive(_ character: Character) {
        switch state {
        case .escape:
            state = character == "[" ? .sequence("") : .ground
        case .sequence(let parameters):
            guard let byte = character.asciiValue, (0x40...0x7E).contains(byte) else {
                state = .sequence(parameters + String(character))
                return
            }
            state = .ground
            perform(parameters, character)
        case .ground:
            switch character {
            case "\u{1B}": state = .escape
            case "\r": column = 0
            case "\n": row = min(row + 1, size.rows - 1)
            case "\r\n": (row, column) = (min(row + 1, size.rows - 1), 0)
            default: put(character)
            }
        }
    }

    private mutating func put(_ character: Character) {
        let width = character.displayWidth
        guard column + width <= size.columns else {
            hasOverflowed = hasOverflowed || isAlternate
            return
        }
        guard width > 0 else {
            if column > 0 { cells[row][column - 1] += String(character) }
            return
        }
        cells[row][column] = String(character)
        for covered in 1..<max(width, 1) { cells[row][column + covered] = "" }
        column += width
    }

    private mutating func perform(_ parameters: String, _ final: Character) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        switch final {
        case "H":
            row = min(max((numbers.first ?? 1) - 1, 0), size.rows - 1)
            column = min(max((numbers.dropFirst().first ?? 1) - 1, 0), size.columns - 1)
        case "K" where numbers.first == 2: cells[row] = Self.blank(size)[0]
        case "K": for index in column..<size.columns { cells[row][index] = " " }
        case "J": cells = Self.blank(size)
        case "h" where parameters == "?1049": isAlternate = true
        case "l" where parameters == "?1049": isAlternate = false
        default: break
        }
    }

    private static func blank(_ size: WindowSize) -> [[String]] {
        Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
    }
}
