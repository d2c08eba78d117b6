import CoreModule
import Foundation
import Observation

/// What is offered for the text that is being typed. A text that was overtaken by another is looked up no further, and what came
/// of it is never shown.
@MainActor
@Observable
final class SuggestionList {
    /// How long the user must have stopped typing before a service is asked.
    static let pause: Duration = .milliseconds(600)

    private(set) var suggestions: [Suggestion] = []
    /// Whether more may come.
    private(set) var isLoading = false
    /// Why nothing, or not all, is offered.
    private(set) var failure: DictionaryError?

    @ObservationIgnored private var task: Task<Void, Never>?
    @ObservationIgnored private var lastNumber = 0
    @ObservationIgnored private var isEnded = false
    private let liveLookUp: LiveLookUp
    private let clock: WallClock
    private let sleeper: Sleeper

    init(_ liveLookUp: LiveLookUp, clock: WallClock, sleeper: Sleeper) {
        self.liveLookUp = liveLookUp
        self.clock = clock
        self.sleeper = sleeper
    }

    isolated deinit {
        task?.cancel()
    }

    /// Offers something for another text.
    func update(_ typed: String, _ direction: TranslationDirection) {
        task?.cancel()
        lastNumber += 1
        failure = nil
        guard !isEnded, let text = Self.word(typed) else {
            suggestions = []
            isLoading = false
            return
        }
        isLoading = true
        let number = lastNumber
        task = Task { [weak self, liveLookUp, clock, sleeper] in
            let found = await liveLookUp.immediate(text, direction)
            self?.show(found.suggestions, of: number)
            if let failure = found.failure { self?.fail(failure, of: number) }
            let due = clock.now().addingTimeInterval(Self.pause.seconds)
            do { try await sleeper.sleep(until: due) } catch { return }
            do throws(TranslationError) {
                let asked = try await liveLookUp.asked(text, direction)
                self?.finish(asked, of: number)
            } catch {
                self?.fail(.translation(error), of: number)
            }
        }
    }

    /// Looks nothing up any more.
    func end() {
        isEnded = true
        task?.cancel()
        lastNumber += 1
        isLoading = false
    }

    /// The text as a word; `nil` where there is nothing to look up, or far too much.
    private static func word(_ typed: String) -> WordText? {
        do { return try WordText(typed) } catch { return nil }
    }

    private func show(_ found: [Suggestion], of number: Int) {
        if number == lastNumber { suggestions = found }
    }

    /// What was asked for stands first: it is the whole word.
    private func finish(_ asked: Suggestion?, of number: Int) {
        guard number == lastNumber else { return }
        isLoading = false
        if let asked, !suggestions.contains(where: { $0.id == asked.id }) {
            suggestions = LiveLookUp.distinct([asked] + suggestions)
        }
    }

    private func fail(_ error: DictionaryError, of number: Int) {
        guard number == lastNumber, error != .translation(.cancelled) else { return }
        isLoading = false
        failure = error
    }
}
