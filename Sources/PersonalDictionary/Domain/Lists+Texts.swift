public import CoreModule

extension [DictionaryEntry] {
    /// The title of a list of words that a text may mean: similar words, or entries in other directions. If the list is empty,
    /// it says that there are none.
    public var meaningsTitle: Message {
        guard let first else { return Message("no translation found") }
        return first.matched?.isSimilar == true ? Message("did you mean:") : Message("known in another direction:")
    }
}

extension [Word] {
    /// The title over words that differ from another one only in case, accents or stress.
    public var similarTitle: Message { Message("similar to:") }
}
