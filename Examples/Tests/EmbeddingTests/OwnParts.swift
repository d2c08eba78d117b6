import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// A custom translation service. It throws the library's errors, and the queue reacts to them.
struct ShoutingService: TranslationService {
    let clock: WallClock

    func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        guard direction == .englishToRussian else { throw .unsupportedDirection(direction) }
        return try DictionaryEntry(
            headword: text.value, direction: direction, senses: [.init(translations: [text.value.uppercased()])],
            provider: TranslationProvider(rawValue: "shouting"), date: clock.now())
    }
}

/// The default configuration with a custom translation service.
func withOwnTranslator(clock: WallClock) -> AppConfiguration {
    AppConfiguration(
        storage: .memory,
        translation: TranslationConfiguration([.service(ShoutingService(clock: clock)), .glossary]),
        environment: AppEnvironment(clock: clock))
}

/// The app over a custom word repository, with every part passed in.
func withOwnWords(_ words: any WordRepository, clock: WallClock, locale: Locale) -> AppDependencies {
    let store = DictionaryStore(words: words, todos: TodoStore.inMemory())
    let glossary = GlossaryTranslationService(clock: clock)
    return AppDependencies(
        store: store,
        translation: TranslationServices(glossary, immediate: glossary, localSuggestions: glossary, clock: clock),
        direction: .englishToRussian,
        environment: AppEnvironment(clock: clock, localizer: .personalDictionary(locale: locale)))
}
