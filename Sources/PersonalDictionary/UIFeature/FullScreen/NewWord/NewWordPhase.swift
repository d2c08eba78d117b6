/// What the screen for a new word is doing. Exactly one phase holds at a time.
public enum NewWordPhase: Hashable, Sendable {
    /// The user types. If a word could not be saved, the view model's failure says why.
    case editing
    /// The word is being saved.
    case saving
    /// A word was saved, and the field is empty for the next one.
    case saved
    /// The user has finished, and the screen was dismissed. A front end that shows it without a navigator closes it now.
    case closed
}
