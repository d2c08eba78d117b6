import CoreModule
import Foundation
import Observation

/// The suggestions for the text that the user types. A later text cancels the look-ups for an earlier one, whose results are never
/// shown.
@MainActor
@Observable
final class SuggestionList {
    /// The pause in typing before a service is called.
    static let pause: Duration = .milliseconds(600)

    private(set) var suggestions: [Suggestion] = []
    /// Why some suggestions are missing: the first failure.
    private(set) var failure: DictionaryError?

    /// The suggestions by where they come from.
    @ObservationIgnored private var found = Found()
    private let loading: LatestTask
    private let liveLookUp: LiveLookUp
    private let clock: WallClock
    private let sleeper: Sleeper

    init(_ liveLookUp: LiveLookUp, clock: WallClock, sleeper: Sleeper, scope: FeatureScope) {
        self.liveLookUp = liveLookUp
        self.clock = clock
        self.sleeper = sleeper
        loading = LatestTask(in: scope)
    }

    /// Whether more suggestions may arrive.
    var isLoading: Bool { loading.isRunning }

    /// Makes suggestions for another text.
    func update(_ typed: String, _ direction: TranslationDirection) {
        failure = nil
        guard let text = Self.word(typed) else {
            loading.cancel()
            found = Found()
            suggestions = []
            return
        }
        loading.start { [weak self, liveLookUp, clock, sleeper] in
            let local = await liveLookUp.localSuggestions(text, direction)
            guard !Task.isCancelled else { return }
            self?.show { $0 = Found(local: local.suggestions) }
            self?.note(local.failure)
            let due = clock.now().addingTimeInterval(Self.pause.seconds)
            do { try await sleeper.sleep(until: due) } catch { return }
            // Lists are read only if there is room for more suggestions.
            let hasRoom = self.map { $0.suggestions.count < LiveLookUp.limit } ?? false
            // Each answer is shown when it comes, so that a slow one does not delay the other.
            await withTaskGroup(of: Answer.self) { group in
                group.addTask { await liveLookUp.word(text, direction) }
                if hasRoom { group.addTask { await liveLookUp.list(text, direction) } }
                for await answer in group where !Task.isCancelled { self?.take(answer) }
            }
        }
    }

    /// The text as a word; nil if it is empty or too long to look up.
    private static func word(_ typed: String) -> WordText? {
        do { return try WordText(typed) } catch { return nil }
    }

    private func take(_ answer: Answer) {
        switch answer {
        case .word(.success(let word)): show { $0.word = word }
        case .word(.failure(let error)): note(.translation(error))
        case .list(let words, let failure):
            show { $0.remote = words }
            note(failure)
        }
    }

    private func show(_ change: (inout Found) -> Void) {
        change(&found)
        // Equal suggestions are not set again, which would notify observers.
        if found.all != suggestions { suggestions = found.all }
    }

    private func note(_ error: DictionaryError?) {
        if let error, error != .translation(.cancelled) { failure = failure ?? error }
    }

    private struct Found {
        /// The services' answer for the whole word, which is first.
        var word: Suggestion?
        var local: [Suggestion] = []
        var remote: [Suggestion] = []

        var all: [Suggestion] { LiveLookUp.distinct((word.map { [$0] } ?? []) + local + remote) }
    }
}

/// An answer of the services.
private enum Answer: Sendable {
    case word(Result<Suggestion?, TranslationError>)
    case list([Suggestion], DictionaryError?)
}

extension LiveLookUp {
    fileprivate func word(_ text: WordText, _ direction: TranslationDirection) async -> Answer {
        do throws(TranslationError) { return .word(.success(try await lookUp(text, direction))) } catch {
            return .word(.failure(error))
        }
    }

    fileprivate func list(_ text: WordText, _ direction: TranslationDirection) async -> Answer {
        let (words, failure) = await remoteSuggestions(text, direction)
        return .list(words, failure)
    }
}
