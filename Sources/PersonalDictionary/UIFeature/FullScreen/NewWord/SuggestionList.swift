import CoreModule
import Foundation
import Observation

/// The suggestions for the text that the user types. A later text cancels the look-ups for an earlier one.
@MainActor
@Observable
final class SuggestionList {
    /// The pause in typing before a service is called.
    static let pause: Duration = .milliseconds(600)

    private(set) var suggestions: [Suggestion] = []
    /// Why some suggestions are missing: the first failure.
    private(set) var failure: DictionaryError?

    @ObservationIgnored private var found: [Origin: [Suggestion]] = [:]
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
            found = [:]
            suggestions = []
            return
        }
        let (liveLookUp, clock, sleeper) = (dependencies.liveLookUp, dependencies.clock, dependencies.sleeper)
        loading.start { [weak self] in
            let local = await liveLookUp.suggestionsOnDevice(text, direction)
            guard !Task.isCancelled else { return }
            self?.found = [:]
            self?.show(local, from: .device)
            let due = clock.now().addingTimeInterval(Self.pause.seconds)
            do { try await sleeper.sleep(until: due) } catch { return }
            // Lists are read only if there is room for more suggestions.
            let hasRoom = self.map { $0.suggestions.count < LiveLookUp.limit } ?? false
            // Each answer is shown when it comes, so that a slow one does not delay the other.
            await withTaskGroup(of: (Origin, SuggestionAnswer).self) { group in
                group.addTask { (.word, await liveLookUp.word(text, direction)) }
                if hasRoom { group.addTask { (.lists, await liveLookUp.remoteSuggestions(text, direction)) } }
                for await (origin, answer) in group where !Task.isCancelled { self?.show(answer, from: origin) }
            }
        }
    }

    /// The text as a word; nil if it is empty or too long to look up.
    private static func word(_ typed: String) -> WordText? {
        do { return try WordText(typed) } catch { return nil }
    }

    private func show(_ answer: SuggestionAnswer, from origin: Origin) {
        found[answer.isCorrection ? .corrections : origin] = answer.suggestions
        let all = LiveLookUp.distinct(Origin.allCases.flatMap { found[$0] ?? [] })
        // Equal suggestions are not set again, which would notify observers.
        if all != suggestions { suggestions = all }
        if let error = answer.failure, error != .translation(.cancelled) { failure = failure ?? error }
    }
}

/// The origin of suggestions, in the order in which they are shown.
private enum Origin: CaseIterable {
    /// The services' answer for the whole word.
    case word
    case device
    /// The services' lists of words.
    case lists
    /// Words that are like the text, which no service knows: it may be half a word.
    case corrections
}
