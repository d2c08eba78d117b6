/// The line that a user writes, changed key by key as in a shell: a pure state machine.
///
/// The cursor stands between characters as a reader counts them.
package struct LineEditor: Sendable {
    /// What a key means to whoever owns the line.
    package enum Action: Equatable, Sendable {
        /// The line or the cursor may have changed.
        case edited
        /// The user entered the line, which is empty again.
        case submitted(String)
        /// The user threw the line away, by Ctrl-C or Escape.
        case cleared
        /// Ctrl-C on an empty line.
        case interrupted
        /// Ctrl-D on an empty line.
        case ended
        /// Escape on an empty line.
        case escaped
        /// Ctrl-L.
        case repaint
        /// Ctrl-Z.
        case suspend
        case pageUp, pageDown
        /// Tab where what was written may go on in several ways.
        case choices([String])
    }

    /// What stands before the cursor.
    package internal(set) var before = ""
    /// What stands behind the cursor.
    package internal(set) var after = ""
    var history = LineHistory()
    var killed = ""

    /// Begins with an empty line and no history.
    package init() {}

    /// The whole line.
    package var text: String { before + after }

    /// Replaces the line; the cursor goes to its end.
    package mutating func replace(_ text: String) {
        before = Self.printable(text)
        after = ""
    }

    /// Does what a key means.
    /// - Parameter complete: what the word that ends at the cursor may be, by what stands before the cursor; each begins as that
    ///   word does.
    package mutating func handle(_ key: Key, complete: (String) -> [String] = { _ in [] }) -> Action {
        switch key {
        case .text(let text), .paste(let text): insert(text)
        case .enter: return submit()
        case .tab: return self.complete(complete(before))
        case .escape: return escape()
        case .pageUp: return .pageUp
        case .pageDown: return .pageDown
        case .control(let letter): return control(letter)
        case .alt(let letter): alt(letter)
        case .backspace: _ = before.popLast()
        case .delete: after = String(after.dropFirst())
        case .left: move(to: before.lastCharacterStart)
        case .right: moveRight(\.secondIndex)
        case .home: move(to: before.startIndex)
        case .end: moveRight(\.endIndex)
        case .up: recall(history.previous(text))
        case .down: recall(history.next())
        case .wordLeft: move(to: before.lastWordStart)
        case .wordRight: moveRight(\.firstWordEnd)
        case .deleteWordLeft: killBefore(from: before.lastWordStart)
        case .deleteWordRight: killAfter(to: after.firstWordEnd)
        case .backTab, .unknown: break
        }
        return .edited
    }

    private mutating func control(_ letter: Character) -> Action {
        switch letter {
        case "a": move(to: before.startIndex)
        case "b": move(to: before.lastCharacterStart)
        case "c":
            guard !text.isEmpty else { return .interrupted }
            return clear()
        case "d":
            guard !text.isEmpty else { return .ended }
            after = String(after.dropFirst())
        case "e": moveRight(\.endIndex)
        case "f": moveRight(\.secondIndex)
        case "k": killAfter(to: after.endIndex)
        case "l": return .repaint
        case "n": recall(history.next())
        case "p": recall(history.previous(text))
        case "u": killBefore(from: before.startIndex)
        case "w": killBefore(from: before.lastSpacedWordStart)
        case "y": insert(killed)
        case "z": return .suspend
        default: break
        }
        return .edited
    }

    private mutating func escape() -> Action {
        guard !text.isEmpty else { return .escaped }
        // It may have been meant for something else: Ctrl-Y brings it back.
        killed = text
        return clear()
    }

    private mutating func clear() -> Action {
        replace("")
        history.append("")
        return .cleared
    }

    private mutating func alt(_ letter: Character) {
        switch letter {
        case "b": move(to: before.lastWordStart)
        case "d": killAfter(to: after.firstWordEnd)
        case "f": moveRight(\.firstWordEnd)
        default: break
        }
    }
}
