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
    /// Why nothing, or not all, is offered: the first thing that failed.
    private(set) var failure: DictionaryError?

    /// What is offered, by where it comes from.
    @ObservationIgnored private var found = Found()
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
            found = Found()
            isLoading = false
            return
        }
        isLoading = true
        let number = lastNumber
        task = Task { [weak self, liveLookUp, clock, sleeper] in
            let local = await liveLookUp.localSuggestions(text, direction)
            self?.begin(with: local.suggestions, local.failure, of: number)
            let due = clock.now().addingTimeInterval(Self.pause.seconds)
            do { try await sleeper.sleep(until: due) } catch { return }
            // Nothing is asked for that there is no room for.
            let hasRoom = self.map { $0.suggestions.count < LiveLookUp.limit } ?? false
            // Each is shown when it is there: one that is slow keeps nothing of the other from the user.
            await withTaskGroup(of: Answer.self) { group in
                group.addTask { await liveLookUp.word(text, direction) }
                if hasRoom { group.addTask { await liveLookUp.list(text, direction) } }
                for await answer in group { self?.take(answer, of: number) }
            }
            self?.finish(number)
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

    /// Begins to offer something for a text, in place of what was offered for another.
    private func begin(with local: [Suggestion], _ failure: DictionaryError?, of number: Int) {
        add(number) { $0 = Found(local: local) }
        if let failure { fail(failure, of: number) }
    }

    private func take(_ answer: Answer, of number: Int) {
        switch answer {
        case .word(.success(let word)): add(number) { $0.word = word }
        case .word(.failure(let error)): fail(.translation(error), of: number)
        case .list(let words, let failure):
            add(number) { $0.remote = words }
            if let failure { fail(failure, of: number) }
        }
    }

    private func add(_ number: Int, _ change: (inout Found) -> Void) {
        guard number == lastNumber else { return }
        change(&found)
        // Unless they are the same, for those who watch them.
        if found.all != suggestions { suggestions = found.all }
    }

    private func finish(_ number: Int) {
        if number == lastNumber { isLoading = false }
    }

    private func fail(_ error: DictionaryError, of number: Int) {
        guard number == lastNumber, error != .translation(.cancelled) else { return }
        failure = failure ?? error
    }

    private struct Found {
        /// What the services say of the whole word, which stands first.
        var word: Suggestion?
        var local: [Suggestion] = []
        var remote: [Suggestion] = []

        var all: [Suggestion] { LiveLookUp.distinct((word.map { [$0] } ?? []) + local + remote) }
    }
}

/// What services say of a text.
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
