import CoreModule

/// Suggestions for a word while the user types it: at once from the device, and from the services when typing stops.
struct LiveLookUp: Sendable {
    /// The largest number of suggestions.
    static let limit = 8

    let words: Vocabulary
    /// The earlier answers of services.
    let cache: any TranslationCache
    let services: TranslationServices
    let offered: LanguageStream

    var languages: LanguageCatalog { offered.value }

    /// Suggestions that need no network: saved words that begin with the text, then those of the glossary and of
    /// dictionary files, then words that were looked up before.
    func suggestionsOnDevice(_ text: WordText, _ direction: TranslationDirection) async -> SuggestionAnswer {
        var answers = [await savedWords(text, direction)]
        for source in services.suggestionsOnDevice { answers.append(await Self.words(text, direction, from: source)) }
        answers.append(await earlierAnswers(text, direction))
        return SuggestionAnswer(merging: answers)
    }

    /// Words that begin with the text, from the services that list words. All are asked at once; the words come in the
    /// order of the services.
    func remoteSuggestions(_ text: WordText, _ direction: TranslationDirection) async -> SuggestionAnswer {
        await withTaskGroup(of: (Int, SuggestionAnswer).self) { group in
            for (number, source) in services.remoteSuggestions.enumerated() {
                // A function of its own returns the answer: if both branches of a typed `do` return a captured value,
                // optimized code of Swift 6.3.1 mixes the numbers up.
                group.addTask { (number, await Self.words(text, direction, from: source)) }
            }
            var answers: [Int: SuggestionAnswer] = [:]
            for await (number, answer) in group { answers[number] = answer }
            return SuggestionAnswer(merging: answers.sorted { $0.key < $1.key }.map(\.value))
        }
    }

    /// The services' answer to the whole word; if none knows it, what else it may mean.
    func word(_ text: WordText, _ direction: TranslationDirection) async -> SuggestionAnswer {
        do throws(TranslationError) {
            let entry = try await services.lookUp(LookUpRequest(text, direction, priority: .typing))
            return SuggestionAnswer(suggestions: [Suggestion(entry)])
        } catch {
            guard error == .notFound else { return SuggestionAnswer(error) }
            let others = await otherMeanings(of: text, direction)
            return SuggestionAnswer(
                suggestions: others.map { entry in
                    Suggestion(entry, direction: entry.direction == direction ? nil : entry.direction)
                }, isCorrection: others.contains { $0.matched?.isSimilar == true || $0.matched?.isPart == true })
        }
    }

    /// What a text may mean, in the order of the directions; if no direction has an answer, up to three similar words, with the failure if
    /// there was one. Services with limits are asked in all directions if the user named a language, otherwise in the first one.
    func meanings(
        of text: WordText, from source: Language?, to target: Language?, preferring preferred: TranslationDirection
    ) async throws(TranslationError) -> (entries: [DictionaryEntry], failure: TranslationError?) {
        let directions = languages.directions(for: text, from: source, to: target, preferring: preferred)
        let wanted = source == nil && target == nil ? Array(directions.prefix(1)) : directions
        var failure: TranslationError?
        do throws(TranslationError) {
            let entries = try await services.entries(of: text, in: directions, asking: wanted)
            if !entries.isEmpty { return (entries, nil) }
        } catch {
            if error == .cancelled { throw error }
            failure = error
        }
        let similar = try await services.entries(similarTo: text, in: directions)
        if similar.isEmpty, let failure { throw failure }
        return (similar, failure)
    }

    /// What a text may mean that no service knows in a direction: entries in other directions, or of similar words. Only what answers at
    /// once is asked. A failure shows when the word itself is looked up.
    func otherMeanings(of text: WordText, _ direction: TranslationDirection) async -> [DictionaryEntry] {
        let directions = languages.directions(for: text, preferring: direction)
        do throws(TranslationError) {
            let entries = try await services.entries(of: text, in: directions.filter { $0 != direction }, asking: [])
            return entries.isEmpty ? try await services.entries(similarTo: text, in: directions) : entries
        } catch {
            return []
        }
    }

    /// Each suggestion once, in order, up to the limit. A word that a service only lists is left out if another suggestion has it, or
    /// gives its place to one that comes later.
    static func distinct(_ suggestions: [Suggestion], limit: Int = limit) -> [Suggestion] {
        var all: [Suggestion] = []
        for suggestion in suggestions {
            let isSame =
                suggestion.isListedOnly
                ? all.contains { $0.id == suggestion.id || !$0.isListedOnly && $0.identity == suggestion.identity }
                : all.contains { $0.id == suggestion.id }
            if isSame { continue }
            let listed = all.firstIndex { $0.isListedOnly && $0.identity == suggestion.identity }
            if let listed, !suggestion.isListedOnly { all[listed] = suggestion } else { all.append(suggestion) }
        }
        return Array(all.prefix(limit))
    }

    private func savedWords(_ text: WordText, _ direction: TranslationDirection) async -> SuggestionAnswer {
        let key = TextFolding.fold(text.value, .search)
        let query = WordQuery(text.value, mode: .word, direction: direction, limit: Self.limit)
        do throws(DictionaryError) {
            // The search returns words that begin with the text before words that contain it.
            let found = try await words.search(query).filter { TextFolding.fold($0.text.value, .search).hasPrefix(key) }
            return SuggestionAnswer(
                suggestions: found.map {
                    let translation = $0.translation.translation?.text
                    return Suggestion(text: $0.text.value, translation: translation, source: .saved($0.id))
                })
        } catch {
            return SuggestionAnswer(failure: error)
        }
    }

    private func earlierAnswers(_ text: WordText, _ direction: TranslationDirection) async -> SuggestionAnswer {
        do throws(DictionaryError) {
            let entries = try await cache.entries(beginningWith: text.value, direction, limit: Self.limit)
            return SuggestionAnswer(suggestions: entries.map { Suggestion($0) })
        } catch {
            return SuggestionAnswer(failure: error)
        }
    }

    private static func words(
        _ text: WordText, _ direction: TranslationDirection, from source: any WordSuggesting
    ) async -> SuggestionAnswer {
        do throws(TranslationError) {
            return SuggestionAnswer(
                suggestions: try await source.suggestions(beginningWith: text, direction, limit: limit))
        } catch {
            return SuggestionAnswer(error)
        }
    }
}

/// The suggestions of one or several sources, and the failure of the first source that failed.
struct SuggestionAnswer: Sendable {
    var suggestions: [Suggestion] = []
    var failure: DictionaryError?
    /// Whether they are words that are like a misspelt text, or that it is made of.
    var isCorrection = false
}

extension SuggestionAnswer {
    /// What all answers have, and the first failure.
    init(merging answers: [SuggestionAnswer]) {
        suggestions = LiveLookUp.distinct(answers.flatMap(\.suggestions))
        failure = answers.lazy.compactMap(\.failure).first
    }

    /// It is no failure if a service lacks the direction, or if the half of its limit that is left is reserved for saved words.
    init(_ error: TranslationError) {
        if case .unsupportedDirection = error { return }
        if error.failure?.isReserved != true { failure = .translation(error) }
    }
}

extension Suggestion {
    fileprivate init(_ entry: DictionaryEntry, direction: TranslationDirection? = nil) {
        self.init(
            text: entry.headword, translation: entry.translation.text, source: .provider(entry.provider),
            direction: direction)
    }

    /// Whether a provider lists the word without a translation.
    fileprivate var isListedOnly: Bool {
        if case .provider = source { translation == nil } else { false }
    }

    /// The key by which equal words are found.
    fileprivate var identity: String { TextFolding.fold(text, .letters) }
}
