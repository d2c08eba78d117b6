/// A key that was pressed, or text that was pasted.
package enum Key: Sendable, Equatable {
    /// A scalar, or what stands for bytes that are none.
    case text(String)
    case paste(String)
    case enter, tab, backTab, backspace, delete, escape
    case left, right, up, down, home, end, pageUp, pageDown
    case wordLeft, wordRight, deleteWordLeft, deleteWordRight
    /// A letter or sign with the control key.
    case control(Character)
    /// A character with the Alt key.
    case alt(Character)
    /// A sequence that stands for no key known here.
    case unknown
}
