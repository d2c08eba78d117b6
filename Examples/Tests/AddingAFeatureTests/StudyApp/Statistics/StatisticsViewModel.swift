import CoreModule
import Observation
import PersonalDictionary

/// How many words there are, kept up to date while the screen is open.
@MainActor
@Observable
final class StatisticsViewModel {
    enum State: Hashable {
        case loading
        case empty
        case content([StatisticsRow])
        case failed(DictionaryError)
    }

    private(set) var state = State.loading

    @ObservationIgnored private var tally = WordStatistics()
    /// What has changed since the reading began; `nil` while nothing is being read.
    @ObservationIgnored private var held: [WordChange]?
    @ObservationIgnored private var lastLoad = 0
    private let words: any WordFetching

    init(words: any WordFetching) {
        self.words = words
    }

    /// What the screen says above the rows, or in their place.
    var message: Message {
        switch state {
        case .loading: Message("Counting words…")
        case .empty: Message("No words to count yet")
        case .content(let rows): Message("\(count: rows.map(\.words).reduce(0, +)) words in your dictionary")
        case .failed(let error): error.explanation
        }
    }

    /// Counts all words; call it when the screen appears, and to try again after a failure.
    func load() async {
        lastLoad += 1
        let load = lastLoad
        held = []
        if case .failed = state { state = .loading }
        let result: Result<WordStatistics, DictionaryError>
        do throws(DictionaryError) {
            result = .success(try await count())
        } catch {
            result = .failure(error)
        }
        // Overtaken by a later one.
        guard load == lastLoad else { return }
        let changes = held ?? []
        held = nil
        switch result {
        case .success(let counted):
            tally = counted
            for change in changes { tally.apply(change) }
            show()
        case .failure(let error):
            state = .failed(error)
        }
    }

    /// Follows the stream of changes, for as long as the feature's scope lives.
    func apply(_ change: WordChange) async {
        if change == .reloaded {
            await load()
        } else if held != nil {
            held?.append(change)
        } else {
            tally.apply(change)
            if state != .loading { show() }
        }
    }

    private func count() async throws(DictionaryError) -> WordStatistics {
        var tally = WordStatistics()
        var page = try await words.words(.newest(1000))
        while let last = page.last {
            for word in page { tally.apply(.added(word)) }
            page = try await words.words(WordPage(after: last.position, limit: 1000))
        }
        return tally
    }

    private func show() {
        if case .failed = state { return }
        state = tally.rows.isEmpty ? .empty : .content(tally.rows)
    }
}
