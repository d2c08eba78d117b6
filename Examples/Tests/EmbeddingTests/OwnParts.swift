import CoreModule
import Foundation
import PersonalDictionary

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

/// The default configuration over a custom word repository.
func withOwnWords(_ words: any WordRepository, clock: WallClock, locale: Locale) -> AppConfiguration {
    AppConfiguration(
        storage: .store(DictionaryStore(words: words)),
        environment: AppEnvironment(clock: clock, localizer: .personalDictionary(locale: locale)))
}
