import CoreModule
import Foundation
import Observation

/// The suggestions for the text that the user types. A later text cancels the look-ups for an earlier one.
///
/// What is shown keeps its place, also when the user types on: what comes later is added behind it.
@MainActor
@Observable
final class SuggestionList {
    /// The pause in typing before a service is called.
    static let pause: Duration = .milliseconds(600)
    /// The number of words that begin with the text. One more place is left for the services' answer to the whole word.
    nonisolated private static let completions = LiveLookUp.limit - 1

    private(set) var suggestions: [Suggestion] = []
    /// Why some suggestions are missing: the first failure.
    private(set) var failure: DictionaryError?

    /// What the suggestions are for.
    @ObservationIgnored private var shown: (text: WordText, direction: TranslationDirection)?
    private let loading: LatestTask
    private let dependencies: NewWordDependencies

    init(_ dependencies: NewWordDependencies, scope: FeatureScope) {
        self.dependencies = dependencies
        loading = LatestTask(in: scope)
    }

    /// Whether more suggestions may arrive.
    var isLoading: Bool { loading.isRunning }

    /// Makes suggestions for another text.
    func update(_ typed: String, _ direction: TranslationDirection) {
        failure = nil
        guard let text = Self.word(typed) else {
            loading.cancel()
            shown = nil
            suggestions = []
            return
        }
        let (liveLookUp, clock, sleeper) = (dependencies.liveLookUp, dependencies.clock, dependencies.sleeper)
        loading.start { [weak self] in
            let local = await liveLookUp.suggestionsOnDevice(text, direction)
            guard !Task.isCancelled else { return }
            self?.begin(local, for: text, direction)
            let due = clock.now().addingTimeInterval(Self.pause.seconds)
            do { try await sleeper.sleep(until: due) } catch { return }
            // Lists are read only if there is room for more suggestions.
            let hasRoom = self.map { $0.suggestions.count < Self.completions } ?? false
            // Each answer is shown when it comes, so that a slow one does not delay the other: but words that are like the text, which
            // may be half a word, only behind those that begin with it.
            var corrections: SuggestionAnswer?
            await withTaskGroup(of: (SuggestionAnswer, limit: Int).self) { group in
                group.addTask { (await liveLookUp.word(text, direction), LiveLookUp.limit) }
                if hasRoom {
                    group.addTask { (await liveLookUp.remoteSuggestions(text, direction), Self.completions) }
                }
                for await (answer, limit) in group where !Task.isCancelled {
                    if answer.isCorrection { corrections = answer } else { self?.add(answer, limit) }
                }
            }
            if let corrections, !Task.isCancelled { self?.add(corrections, LiveLookUp.limit) }
        }
    }

    /// The text as a word; nil if it is empty or too long to look up.
    private static func word(_ typed: String) -> WordText? {
        do { return try WordText(typed) } catch { return nil }
    }

    /// Shows what the device suggests for a text, behind what was shown for its beginning and begins with the whole text too.
    private func begin(_ local: SuggestionAnswer, for text: WordText, _ direction: TranslationDirection) {
        var kept: [Suggestion] = []
        if let shown, shown.direction == direction, text.folded.hasPrefix(shown.text.folded) {
            kept = suggestions.filter { suggestion in
                guard TextFolding.fold(suggestion.text, .search).hasPrefix(text.folded) else { return false }
                // A saved word may have changed.
                if case .saved = suggestion.source { return local.suggestions.contains(suggestion) }
                return true
            }
        }
        shown = (text, direction)
        let all = LiveLookUp.distinct(kept + local.suggestions, limit: .max)
        var first = Array(all.prefix(max(kept.count, Self.completions)))
        // The text itself is shown in any case.
        if let exact = all.first(where: { TextFolding.fold($0.text, .search) == text.folded }), !first.contains(exact) {
            first[first.count - 1] = exact
        }
        set(first)
        add(SuggestionAnswer(failure: local.failure), LiveLookUp.limit)
    }

    private func add(_ answer: SuggestionAnswer, _ limit: Int) {
        set(LiveLookUp.distinct(suggestions + answer.suggestions, limit: max(suggestions.count, limit)))
        if let error = answer.failure, error != .translation(.cancelled) { failure = failure ?? error }
    }

    /// Equal suggestions are not set again, which would notify observers.
    private func set(_ all: [Suggestion]) {
        if all != suggestions { suggestions = all }
    }
}
