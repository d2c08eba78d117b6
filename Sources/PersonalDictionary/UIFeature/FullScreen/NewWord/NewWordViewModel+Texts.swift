public import CoreModule

/// The texts of the screen's controls, and its messages.
///
/// Those that most screens have are `Message.save`, `Message.ok` and `Message.cancel`.
extension NewWordViewModel {
    /// The text to show in the empty field.
    public var textHint: Message { Message("Word or phrase") }
    /// The title over the suggestions.
    public var suggestionsTitle: Message { Message("Suggestions") }
    /// The title over ``similar``.
    public var similarTitle: Message { similar.similarTitle }
    /// The title over ``otherMeanings``. The entries of ``lookUp(_:from:to:)`` have a `meaningsTitle` as well.
    public var otherMeaningsTitle: Message { otherMeanings.meaningsTitle }

    /// The text that explains the phase or a failure; nil while nothing has happened.
    public var message: Message? {
        switch phase {
        case .editing: failure?.explanation
        case .saving: Message("Saving…")
        case .closed where !isClosedBySaving: nil
        case .saved, .closed: saved.map { Message("saved “\($0.text)”") }
        }
    }
}
