import CoreModule
import Foundation

/// Suggestions for a word while the user types it: at once from the device, and after a pause from the services.
public struct LiveLookUp: Sendable {
    /// The largest number of suggestions.
    public static let limit = 8

    let saved: any WordSearching
    /// The earlier answers of services.
    let cache: any TranslationCache
    let services: TranslationServices

    /// Suggestions that need no network: saved words that begin with the text, then the glossary's, then words that
    /// were looked up before. If one of these sources fails, returns what the others have, and the first failure.
    public func localSuggestions(
        _ text: WordText, _ direction: TranslationDirection
    ) async -> (suggestions: [Suggestion], failure: DictionaryError?) {
        var answers = [await savedWords(text, direction)]
        if let glossary = services.localSuggestions {
            answers.append(await Self.words(text, direction, from: glossary))
        }
        answers.append(await earlierAnswers(text, direction))
        return Self.merged(answers)
    }

    /// Words that begin with the text, from the services that list words. All are asked at once; the words come in the
    /// order of the services. If one of them fails, returns what the others have, and the first failure.
    public func remoteSuggestions(
        _ text: WordText, _ direction: TranslationDirection
    ) async -> (suggestions: [Suggestion], failure: DictionaryError?) {
        let answers = await withTaskGroup(of: (Int, Answer).self) { group in
            for (number, source) in services.remoteSuggestions.enumerated() {
                // A function of its own returns the answer: if both branches of a typed `do` return a captured value,
                // optimized code of Swift 6.3.1 mixes the numbers up.
                group.addTask { (number, await Self.words(text, direction, from: source)) }
            }
            var answers: [Int: Answer] = [:]
            for await (number, answer) in group { answers[number] = answer }
            return answers.sorted { $0.key < $1.key }.map(\.value)
        }
        return Self.merged(answers)
    }

    /// The services' answer to the whole word; nil if none knows it, or if the rest of its limit is reserved for saved
    /// words.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> Suggestion? {
        do throws(TranslationError) {
            return Self.suggestion(try await services.lookUp(LookUpRequest(text, direction, priority: .typing)))
        } catch {
            if error == .notFound || error.isNoAnswer { return nil }
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

    private typealias Answer = Result<[Suggestion], DictionaryError>

    /// What all answers have, and the first failure.
    private static func merged(
        _ answers: [Answer]
    ) -> (suggestions: [Suggestion], failure: DictionaryError?) {
        var suggestions: [Suggestion] = []
        var failure: DictionaryError?
        for answer in answers {
            switch answer {
            case .success(let words): suggestions += words
            case .failure(let error): failure = failure ?? error
            }
        }
        return (distinct(suggestions), failure)
    }

    private func savedWords(_ text: WordText, _ direction: TranslationDirection) async -> Answer {
        let key = TextFolding.fold(text.value, .search)
        let query = WordQuery(text.value, mode: .word, direction: direction, limit: Self.limit)
        do throws(DictionaryError) {
            // The search returns words that begin with the text before words that contain it.
            let words = try await saved.search(query).filter { TextFolding.fold($0.text.value, .search).hasPrefix(key) }
            return .success(
                words.map {
                    let translation = $0.translation.translation?.text
                    return Suggestion(text: $0.text.value, translation: translation, source: .saved($0.id))
                })
        } catch {
            return .failure(error)
        }
    }

    private func earlierAnswers(_ text: WordText, _ direction: TranslationDirection) async -> Answer {
        do throws(DictionaryError) {
            let entries = try await cache.entries(beginningWith: text.value, direction, limit: Self.limit)
            return .success(entries.map(Self.suggestion))
        } catch {
            return .failure(error)
        }
    }

    /// It is no failure if a source lacks the direction, or if its limit is reserved for saved words.
    private static func words(
        _ text: WordText, _ direction: TranslationDirection, from source: any WordSuggesting
    ) async -> Answer {
        do throws(TranslationError) {
            return .success(try await source.suggestions(beginningWith: text, direction, limit: limit))
        } catch {
            return error.isNoAnswer ? .success([]) : .failure(.translation(error))
        }
    }

    private static func suggestion(_ entry: DictionaryEntry) -> Suggestion {
        Suggestion(text: entry.headword, translation: entry.translation.text, source: .provider(entry.provider))
    }
}

extension TranslationError {
    /// Whether the service lacks the direction, or its limit is reserved for saved words.
    fileprivate var isNoAnswer: Bool {
        if case .unsupportedDirection = self { true } else { failure?.isReserved == true }
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
