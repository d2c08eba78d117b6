public import CoreModule
import Foundation
public import Observation

/// The words that the user's search finds, best match first. It searches while the user types: a later search cancels an earlier
/// one, whose result is never shown. When words change, it searches again; what is shown stays until the new result is there.
@MainActor
@Observable
public final class SearchWordListViewModel {
    /// The text that is searched for. Changing it starts a search.
    public internal(set) var text: String {
        didSet { if text != oldValue { search() } }
    }
    /// Where the text is searched. Changing it starts a search.
    public internal(set) var mode: SearchMode {
        didSet { if mode != oldValue { search() } }
    }
    /// The maximum number of words. Changing it starts a search.
    public var limit = 50 {
        didSet { if limit != oldValue { search() } }
    }

    /// Up to three words and translations that the text may mean, the nearest first. Empty unless the search found nothing.
    public private(set) var nearest: [String] = []
    /// Whether a search for another text or mode is running, whose words are not shown yet.
    public private(set) var isSearching = false
    /// Whether ``nearest`` may change soon: it is found after the words are shown, so that they do not wait for it.
    public private(set) var isFindingNearest = false

    private let repository: Vocabulary
    private let rows: WordListViewModel
    private let searching: LatestTask
    /// Whether words have changed since the running search began.
    @ObservationIgnored private var isOutdated = false

    init(text: String, mode: SearchMode, words: Vocabulary, rows: WordListViewModel, scope: FeatureScope) {
        self.text = text
        self.mode = mode
        repository = words
        self.rows = rows
        searching = LatestTask(in: scope)
        rows.show([])
        search()
    }

    /// The title of the list's screen, with the text that is searched for.
    public var title: Message { text.isEmpty ? rows.title : Message("Search “\(text)”") }
    /// The state of the search.
    public var phase: SearchPhase {
        if isSearching { return .searching }
        if isBlank { return .blank }
        if let failure = rows.phase.failure { return .failed(failure) }
        return words.isEmpty ? .nothingFound : .found
    }
    /// The text that explains the phase; nil if words were found.
    public var message: Message? {
        switch phase {
        case .blank: blankMessage
        case .searching: Self.searchingMessage
        case .nothingFound: Self.nothingFoundMessage
        case .found: nil
        case .failed(let error): error.explanation
        }
    }
    /// The found words, best match first.
    public var words: [Word] { rows.words }
    /// Whether no words are shown. Why is in ``phase``.
    public var isEmpty: Bool { rows.isEmpty }
    /// The text to show if there are no words. It follows the phase.
    public var emptyMessage: Message { rows.emptyMessage }
    /// The text to show after it, with what the text may mean; nil if there is none.
    public var nearestMessage: Message? {
        nearest.isEmpty ? nil : Message("did you mean: \(nearest.joined(separator: ", "))")
    }

    /// Searches again, for example after a failure.
    public func search() {
        (nearest, isFindingNearest) = ([], false)
        guard !isBlank else {
            searching.cancel()
            isSearching = false
            return rows.show([], orElse: blankMessage)
        }
        rows.show(emptyMessage: Self.searchingMessage)
        run()
        isSearching = searching.isRunning
    }

    /// Words have changed: searches again, once the search that is running has shown its result.
    func refresh() {
        if searching.isRunning { isOutdated = true } else if !isBlank { run() }
    }

    private func run() {
        isOutdated = false
        let query = WordQuery(text.trimmingCharacters(in: .whitespacesAndNewlines), mode: mode, limit: limit)
        searching.start { [weak self, repository] in
            repeat {
                self?.isOutdated = false
                do throws(DictionaryError) {
                    let words = try await repository.search(query)
                    guard !Task.isCancelled else { return }
                    self?.show(words, isFindingNearest: words.isEmpty && query.limit > 0)
                } catch {
                    guard !Task.isCancelled else { return }
                    self?.show(error)
                }
                guard self?.isFindingNearest == true else { continue }
                let nearest = await Self.nearest(to: query, in: repository)
                guard !Task.isCancelled else { return }
                self?.show(nearest: nearest)
            } while self?.isOutdated == true
        }
    }

    static let nothingFoundMessage = Message("Nothing found")
    private static let searchingMessage = Message("Searching…")

    private var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    private var blankMessage: Message {
        switch mode {
        case .word: Message("Type a part of a word")
        case .translation: Message("Type a part of a translation")
        case .both: Message("Type a part of a word or of its translation")
        }
    }

    private func show(_ words: [Word], isFindingNearest: Bool) {
        isSearching = false
        rows.show(words, orElse: Self.nothingFoundMessage)
        self.isFindingNearest = isFindingNearest
        if !isFindingNearest { nearest = [] }
    }

    private func show(_ failure: DictionaryError) {
        (isSearching, isFindingNearest) = (false, false)
        rows.show(failure: failure)
        rows.show(emptyMessage: failure.explanation)
    }

    private func show(nearest: [String]) {
        (self.nearest, isFindingNearest) = (nearest, false)
    }

    private static func nearest(to query: WordQuery, in words: Vocabulary) async -> [String] {
        // The vocabulary has logged a failure. The search itself has ended: it found nothing, and without these words there is only
        // less help.
        do throws(DictionaryError) { return try await words.nearest(to: query) } catch { return [] }
    }
}

/// The state of a search. A search is in exactly one phase at a time, so that “nothing found” is never shown too early.
public enum SearchPhase: Hashable, Sendable {
    /// Nothing is typed yet.
    case blank
    /// A search is running. The words of the search before are still shown.
    case searching
    /// No word was found.
    case nothingFound
    /// Words were found.
    case found
    /// The words could not be read. Those that were shown before are still shown.
    case failed(DictionaryError)

    /// The failure; nil in the other phases.
    public var failure: DictionaryError? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
