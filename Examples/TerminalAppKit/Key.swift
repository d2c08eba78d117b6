/// A key, or pasted text.
package enum Key: Sendable, Equatable {
    /// One scalar, or a replacement character for bytes that are no text.
    case text(String)
    case paste(String)
    case enter, tab, backTab, backspace, delete, escape
    case left, right, up, down, home, end, pageUp, pageDown
    case wordLeft, wordRight, deleteWordLeft, deleteWordRight
    /// A letter or sign with Control.
    case control(Character)
    /// A character with Alt.
    case alt(Character)
    /// An unknown sequence.
    case unknown
}
