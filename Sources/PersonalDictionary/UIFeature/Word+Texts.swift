import CoreModule

// The texts that the rows and the screen of a word share.

extension Message {
    static var lookUpAgain: Message { Message("Look up again") }
}

extension Word {
    /// The title of the control that stars the word, or takes the star away.
    var starTitle: Message { isFavorite ? Message("Remove from favourites") : Message("Add to favourites") }

    /// Says that the word was removed.
    var removalMessage: Message { .removed(text.value) }
}
