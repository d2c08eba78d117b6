import CoreModule
import Observation
import PersonalDictionary

/// The numbers of words, kept up to date while the screen is open.
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

    @ObservationIgnored private var statistics = WordStatistics()
    /// The changes since the load began; nil if no load is under way.
    @ObservationIgnored private var held: [WordChange]?
    @ObservationIgnored private var lastLoad = 0
    private let words: Vocabulary

    init(words: Vocabulary) {
        self.words = words
    }

    /// The text above the rows, or instead of them.
    var message: Message {
        switch state {
        case .loading: Message("Counting words…")
        case .empty: Message("No words to count yet")
        case .content(let rows): Message("\(count: rows.map(\.words).reduce(0, +)) words in your dictionary")
        case .failed(let error): error.explanation
        }
    }

    /// Counts all words. Call it when the screen appears, and again after a failure.
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
        // A later call has overtaken this one.
        guard load == lastLoad else { return }
        let changes = held ?? []
        held = nil
        switch result {
        case .success(let counted):
            statistics = counted
            for change in changes { statistics.apply(change) }
            show()
        case .failure(let error):
            state = .failed(error)
        }
    }

    /// Receives the changes of words until the feature ends.
    func apply(_ change: WordChange) async {
        if change == .reloaded {
            await load()
        } else if held != nil {
            held?.append(change)
        } else {
            statistics.apply(change)
            if state != .loading { show() }
        }
    }

    private func count() async throws(DictionaryError) -> WordStatistics {
        var statistics = WordStatistics()
        var page = try await words.words(.newest(1000))
        while let last = page.last {
            for word in page { statistics.apply(.added(word)) }
            page = try await words.words(WordPage(after: last.position, limit: 1000))
        }
        return statistics
    }

    private func show() {
        if case .failed = state { return }
        state = statistics.rows.isEmpty ? .empty : .content(statistics.rows)
    }
}
