public import CoreModule

/// What happened to the words of the dictionary.
public enum WordChange: Hashable, Sendable {
    /// A word was added.
    case added(Word)
    /// A word was changed; this is what it is now.
    case updated(Word)
    /// A word was removed.
    case removed(WordID)
    /// Many words were changed at once: what is shown is to be read again.
    case reloaded
}

/// The stream of all changes to words, in the order in which they were made.
public typealias WordStream = EventStream<WordChange>
/// The stream of the text in the search field.
public typealias SearchTextStream = any ValueModelStream<String>
/// The stream of the search mode.
public typealias SearchModeStream = any ValueModelStream<SearchMode>
/// The stream of the current direction of translation.
public typealias DirectionStream = any ValueModelStream<TranslationDirection>
