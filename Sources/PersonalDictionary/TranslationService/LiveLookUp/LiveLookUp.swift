import CoreModule
import Foundation

/// Suggestions for a word while the user types it: at once from the device, and after a pause from the services.
public struct LiveLookUp: Sendable {
    /// The largest number of suggestions.
    public static let limit = 8

    private let saved: any WordSearching
    private let cache: any TranslationCache
    private let services: TranslationServices

    /// Makes a look-up.
    /// - Parameters:
    ///   - saved: the words that the user has saved.
    ///   - cache: earlier answers of services.
    ///   - services: list words, and look the whole word up within their limits.
    public init(saved: any WordSearching, cache: any TranslationCache, services: TranslationServices) {
        self.saved = saved
        self.cache = cache
        self.services = services
    }

    /// Suggestions that need no network: saved words that begin with the text, then the glossary's, then words that
    /// were looked up before. If one of these sources fails, returns what the others have, and the first failure.
    public func localSuggestions(
        _ text: WordText, _ direction: TranslationDirection
    ) async -> (suggestions: [Suggestion], failure: DictionaryError?) {
        var suggestions: [Suggestion] = []
        var failure: DictionaryError?
        do throws(DictionaryError) { suggestions += try await savedWords(text, direction) } catch { failure = error }
        do throws(TranslationError) {
            if let local = services.localSuggestions {
                suggestions += try await Self.words(text, direction, from: local).get()
            }
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

    /// Words that begin with the text, from the services that list words. All are asked at once; the words come in the
    /// order of the services. If one of them fails, returns what the others have, and the first failure.
    public func remoteSuggestions(
        _ text: WordText, _ direction: TranslationDirection
    ) async -> (suggestions: [Suggestion], failure: DictionaryError?) {
        let answers = await withTaskGroup(of: (Int, Result<[Suggestion], TranslationError>).self) { group in
            for (number, source) in services.remoteSuggestions.enumerated() {
                // A function of its own returns the answer: if both branches of a typed `do` return a captured value,
                // optimized code of Swift 6.3.1 mixes the numbers up.
                group.addTask { (number, await Self.words(text, direction, from: source)) }
            }
            var answers: [Int: Result<[Suggestion], TranslationError>] = [:]
            for await (number, answer) in group { answers[number] = answer }
            return answers.sorted { $0.key < $1.key }.map(\.value)
        }
        var suggestions: [Suggestion] = []
        var failure: DictionaryError?
        for answer in answers {
            switch answer {
            case .success(let words): suggestions += words
            case .failure(let error): failure = failure ?? .translation(error)
            }
        }
        return (Self.distinct(suggestions), failure)
    }

    /// The services' answer to the whole word; nil if none knows it, or if the rest of its limit is reserved for saved
    /// words.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> Suggestion? {
        do throws(TranslationError) {
            return Self.suggestion(try await services.lookUp(LookUpRequest(text, direction, priority: .typing)))
        } catch {
            switch error {
            case .notFound, .unsupportedDirection: return nil
            default: if error.failure?.isReserved == true { return nil }
            }
            throw error
        }
    }

    /// Each suggestion once, in order, up to the limit. A word that a service only lists is left out if another
    /// suggestion has it.
    static func distinct(_ suggestions: [Suggestion]) -> [Suggestion] {
        let translated = Set(suggestions.filter { !$0.isListedOnly }.map(\.identity))
        var seen: Set<String> = []
        return Array(
            suggestions.filter { suggestion in
                if suggestion.isListedOnly, translated.contains(suggestion.identity) { return false }
                return seen.insert(suggestion.id).inserted
            }.prefix(limit))
    }

    private func savedWords(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(DictionaryError) -> [Suggestion] {
        let key = TextFolding.fold(text.value, .search)
        let query = WordQuery(text.value, mode: .word, direction: direction, limit: Self.limit)
        // The search returns words that begin with the text before words that contain it.
        return try await saved.search(query).filter { TextFolding.fold($0.text.value, .search).hasPrefix(key) }
            .map {
                Suggestion(text: $0.text.value, translation: $0.translation.translation?.text, source: .saved($0.id))
            }
    }

    /// It is no failure if a source lacks the direction, or if its limit is reserved for saved words.
    private static func words(
        _ text: WordText, _ direction: TranslationDirection, from source: any WordSuggesting
    ) async -> Result<[Suggestion], TranslationError> {
        do throws(TranslationError) {
            return .success(try await source.suggestions(beginningWith: text, direction, limit: limit))
        } catch {
            switch error {
            case .unsupportedDirection: return .success([])
            default: return error.failure?.isReserved == true ? .success([]) : .failure(error)
            }
        }
    }

    private static func suggestion(_ entry: DictionaryEntry) -> Suggestion {
        Suggestion(
            text: entry.headword, translation: entry.translation.text, source: .provider(entry.provider))
    }
}

extension Suggestion {
    /// Whether a provider lists the word without a translation.
    fileprivate var isListedOnly: Bool {
        if case .provider = source { translation == nil } else { false }
    }

    /// The key by which equal words are found.
    fileprivate var identity: String { TextFolding.fold(text, .identity) }
}
