/// The titles of controls that most screens have.
extension Message {
    /// Closes a message.
    public static var ok: Message { Message("OK") }
    /// Leaves without changes.
    public static var cancel: Message { Message("Cancel") }
    /// Confirms a choice.
    public static var select: Message { Message("Select") }
    /// Stores what was entered.
    public static var save: Message { Message("Save") }
    /// Removes an item.
    public static var delete: Message { Message("Delete") }
    /// Brings the last removal back.
    public static var undo: Message { Message("Undo") }
    /// Returns to the screen before.
    public static var back: Message { Message("Back") }
    /// Repeats what failed.
    public static var tryAgain: Message { Message("Try again") }
}
