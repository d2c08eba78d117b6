public import CoreModule

/// The texts of the screen's controls and states. Those that most screens have are `Message.save`, `Message.cancel`, `Message.delete`
/// and `Message.undo`.
extension DictionaryEntryViewModel {
    /// The title of the control that stars the word, or takes the star away.
    public var starTitle: Message { word.starTitle }
    /// The title of the control that looks the word up again.
    public var lookUpAgainTitle: Message { .lookUpAgain }
    /// The title of the field for the user's own translation.
    public var ownTranslationTitle: Message { Message("Own translation") }
    /// The title of the control that adds another own translation.
    public var addTranslationTitle: Message { Message("Add a translation") }
    /// The title of the control that clears the user's own translations.
    public var clearTranslationTitle: Message { Message("Clear own translation") }
    /// The title of the field for the text of the word.
    public var textTitle: Message { Message("Word") }
    /// The title of the field for the note.
    public var noteTitle: Message { Message("Note") }

    /// Why the word has no translation, and when it is looked up again; nil if it has one.
    public var status: Message? { word.translation.status(because: lookUpFailure) }

    /// The text that explains the phase; nil if there is an entry or another translation.
    public var message: Message? {
        if isRemoved { return word.removalMessage }
        return switch phase {
        case .loading: Message("Loading…")
        case .noEntry: status
        case .loaded: nil
        case .lookingUp: Message("Looking up…")
        case .lookUpFailed(.translation(let reason)):
            word.translation.status(because: reason) ?? reason.explanation
        case .lookUpFailed(let error), .failed(let error): error.explanation
        }
    }
}
