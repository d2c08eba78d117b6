public import CoreModule

/// A change of the words of the dictionary.
public enum WordChange: Hashable, Sendable {
    /// A word was added.
    case added(Word)
    /// A word was changed. This is the new state.
    case updated(Word)
    /// A word was removed.
    case removed(WordID)
    /// Many words were changed at once. Read again what you show.
    case reloaded
}

/// The stream of all changes of words, in order.
public typealias WordStream = EventStream<WordChange>
/// The stream of the text in the search field.
public typealias SearchTextStream = ValueStream<String>
/// The stream of the search mode.
public typealias SearchModeStream = ValueStream<SearchMode>
/// The stream of the current direction of translation.
public typealias DirectionStream = ValueStream<TranslationDirection>

/// The languages that the app offers.
public typealias LanguageStream = ValueStream<LanguageCatalog>
