/// The titles of controls that most screens have, and messages that go with them.
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
    /// Says that an item was removed, to show beside ``undo``.
    public static func removed(_ name: String) -> Message { Message("removed “\(name)”") }
    /// The title of the screen with what was removed.
    public static var bin: Message { Message("Bin") }
    /// Says that what was removed is in the bin.
    public static func inBin(_ removal: Message) -> Message { Message("\(removal); in the bin for 30 days") }
    /// Says that there is no removal to bring back.
    public static var nothingToUndo: Message { Message("there is nothing to undo") }
    /// Returns to the screen before.
    public static var back: Message { Message("Back") }
    /// Repeats what failed.
    public static var tryAgain: Message { Message("Try again") }
    /// Says that an action is still running.
    public static var working: Message { Message("Working…") }
}
