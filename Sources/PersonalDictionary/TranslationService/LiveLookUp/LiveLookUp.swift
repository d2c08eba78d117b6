import CoreModule
import Foundation

/// What the dictionary can say of a word while it is typed: at once from what is on the device, and after a pause from the
/// services.
public struct LiveLookUp: Sendable {
    /// So many suggestions at most.
    public static let limit = 8

    private let saved: any WordSearching
    private let glossary: (any WordSuggesting)?
    private let cache: any TranslationCache
    private let service: any TranslationService

    /// Gathers who is asked.
    /// - Parameters:
    ///   - saved: the words that the user has saved.
    ///   - glossary: words on the device; `nil` where there are none.
    ///   - cache: what services have answered before.
    ///   - service: is asked for the whole word, within its limits.
    public init(
        saved: any WordSearching, glossary: (any WordSuggesting)?, cache: any TranslationCache,
        service: any TranslationService
    ) {
        self.saved = saved
        self.glossary = glossary
        self.cache = cache
        self.service = service
    }

    /// What can be said at once: saved words that begin so, then the glossary's, then what was looked up before. Where one of them
    /// cannot be read, what the others say, and the first failure.
    public func immediate(
        _ text: WordText, _ direction: TranslationDirection
    ) async -> (suggestions: [Suggestion], failure: DictionaryError?) {
        var suggestions: [Suggestion] = []
        var failure: DictionaryError?
        do throws(DictionaryError) { suggestions += try await savedWords(text, direction) } catch { failure = error }
        do throws(TranslationError) {
            suggestions += try await glossary?.suggestions(beginningWith: text, direction, limit: Self.limit) ?? []
        } catch .unsupportedDirection {
            // It has nothing to say in this direction, which is no failure.
        } catch {
            failure = failure ?? .translation(error)
        }
        do throws(DictionaryError) {
            suggestions += try await cache.entries(beginningWith: text.value, direction, limit: Self.limit)
                .map(Self.suggestion)
        } catch {
            failure = failure ?? error
        }
        return (Self.distinct(suggestions), failure)
    }

    private func savedWords(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(DictionaryError) -> [Suggestion] {
        let key = TextFolding.fold(text.value, .search)
        return try await saved.search(WordQuery(text.value, mode: .word, limit: Self.limit)).filter {
            $0.direction == direction && TextFolding.fold($0.text.value, .search).hasPrefix(key)
        }.map { Suggestion(text: $0.text.value, translation: $0.translation.translation?.text, source: .saved($0.id)) }
    }

    /// What the services say of the whole word; `nil` where none knows it.
    public func asked(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> Suggestion? {
        do throws(TranslationError) {
            return Self.suggestion(try await service.lookUp(text, direction))
        } catch .notFound {
            return nil
        } catch .unsupportedDirection {
            return nil
        }
    }

    private static func suggestion(_ entry: DictionaryEntry) -> Suggestion {
        Suggestion(
            text: entry.headword, translation: entry.translation.text, source: .provider(entry.provider))
    }

    /// Each once, in their order, up to the limit.
    static func distinct(_ suggestions: [Suggestion]) -> [Suggestion] {
        var seen: Set<String> = []
        return Array(suggestions.filter { seen.insert($0.id).inserted }.prefix(limit))
    }
}
