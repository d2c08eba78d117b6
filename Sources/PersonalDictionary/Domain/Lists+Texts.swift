public import CoreModule

extension [DictionaryEntry] {
    /// The title over what a text may mean: it says whether these are similar words or other directions, or that there is nothing.
    public var meaningsTitle: Message {
        guard let first else { return Message("no translation found") }
        return first.matched?.isSimilar == true ? Message("did you mean:") : Message("known in another direction:")
    }
}

extension [Word] {
    /// The title over words that differ from another one only in case, accents or stress.
    public var similarTitle: Message { Message("similar to:") }
}
