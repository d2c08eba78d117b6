/// A line of text that keys change as in a shell: a pure state machine.
///
/// The cursor stands between characters as a reader counts them.
package struct TextField: Sendable, Equatable {
    /// The text before the cursor.
    package internal(set) var before = ""
    /// The text behind the cursor.
    package internal(set) var after = ""
    /// The text that was cut last.
    var cut = ""

    /// Makes a field with the cursor at the end of its text.
    package init(_ text: String = "") {
        before = text
    }

    /// The whole text.
    package var text: String { before + after }

    /// Replaces the text, with the cursor at its end. A field that has this text already keeps its cursor.
    package mutating func show(_ text: String) {
        guard text != self.text else { return }
        (before, after) = (text, "")
    }

    /// Does what a key means in a field.
    /// - Returns: false if the key means nothing here.
    package mutating func press(_ key: Key) -> Bool {
        switch key {
        case .text(let text), .paste(let text): insert(text)
        case .control(let letter): return control(letter)
        case .alt("b"), .wordLeft: move(to: before.lastWordStart)
        case .alt("d"), .deleteWordRight: cutAfter(to: after.firstWordEnd)
        case .alt("f"), .wordRight: moveRight(\.firstWordEnd)
        case .backspace: _ = before.popLast()
        case .delete: after = String(after.dropFirst())
        case .left: move(to: before.lastCharacterStart)
        case .right: moveRight(\.secondIndex)
        case .home: move(to: before.startIndex)
        case .end: moveRight(\.endIndex)
        case .deleteWordLeft: cutBefore(from: before.lastWordStart)
        default: return false
        }
        return true
    }

    private mutating func control(_ letter: Character) -> Bool {
        switch letter {
        case "a": move(to: before.startIndex)
        case "b": move(to: before.lastCharacterStart)
        case "d": after = String(after.dropFirst())
        case "e": moveRight(\.endIndex)
        case "f": moveRight(\.secondIndex)
        case "k": cutAfter(to: after.endIndex)
        case "u": cutBefore(from: before.startIndex)
        case "w": cutBefore(from: before.lastSpacedWordStart)
        case "y": insert(cut)
        default: return false
        }
        return true
    }
}
