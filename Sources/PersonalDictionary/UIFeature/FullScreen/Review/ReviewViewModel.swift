public import CoreModule
import Foundation
public import Observation

/// The review of the words that are due: it shows a card, then its answer, and stores how well it was recalled.
@MainActor
@Observable
public final class ReviewViewModel: ScreenViewModel, ActionViewModel {
    /// The longest time that counts for an answer, in milliseconds: who takes longer does something else.
    public static let longestAnswer = 60_000

    /// What the screen shows.
    public private(set) var phase: ReviewPhase = .loading
    /// The reviews of the day; nil until they are loaded.
    public private(set) var queue: ReviewQueue?
    /// The word of the card that is shown; nil if none is.
    public private(set) var word: Word?
    /// What a service said about the word; nil if none did.
    public private(set) var entry: DictionaryEntry?
    /// What was typed, compared with the right answers; nil if the answer was only shown.
    public private(set) var answer: TypedAnswer?
    /// What the last answer has caused, such as that the word was suspended; nil if there is nothing to say.
    public private(set) var notice: Message?
    /// What the user types, for a two-way field. It is empty for each card.
    public var typed = ""
    /// The user's actions.
    public let actions: ActionState<DictionaryError>

    private let dependencies: ReviewDependencies
    /// The card of the word that is shown. While another is read, it may not be the next one any more.
    private var shown: ReviewCardID?
    /// When the card was shown.
    @ObservationIgnored private var shownAt: Date?
    /// The words of this screen's own changes that the stream has not brought yet.
    @ObservationIgnored private var ownChanges: [WordID] = []

    init(_ dependencies: ReviewDependencies, scope: FeatureScope) {
        self.dependencies = dependencies
        actions = ActionState(scope.actions)
    }

    private var reviews: Reviews { dependencies.reviews }
    var calendar: ReviewCalendar { reviews.calendar }

    /// The card that is shown; nil if none is.
    public var card: ReviewCard? { queue?.next.flatMap { $0.id == shown ? $0 : nil } }

    /// Whether a card is shown, or will be as soon as its word is read.
    private var isAsking: Bool { queue?.next != nil && (phase == .front || phase == .back) }

    /// The senses to show on the back, the user's own translations first.
    public var senses: [DictionaryEntry.Sense] { word?.senses(with: entry) ?? [] }

    /// Loads the reviews of the day. Call it when the screen appears, to go on with a backlog, and to try again after a failure. A session
    /// that has begun on this day goes on.
    public func load() async {
        if queue?.day == reviews.today, isAsking { return }
        await reload()
    }

    private func reload() async {
        await reading { () throws(DictionaryError) in
            let new = try await reviews.queue()
            // What was done stays to be read, and to be undone.
            if new.next != nil || queue?.day != new.day || queue?.summary.reviews == 0 || queue == nil { queue = new }
            try await showNext()
        }
    }

    /// Reads, and shows what fails.
    private func reading(_ body: @MainActor () async throws(DictionaryError) -> Void) async {
        do throws(DictionaryError) { try await body() } catch { if !Task.isCancelled { phase = .failed(error) } }
    }

    /// Shows the answer.
    public func reveal() {
        guard phase == .front else { return }
        phase = .back
    }

    /// Compares what was typed with the right answers, and shows the answer.
    public func check() {
        guard phase == .front, let word, let card else { return }
        answer = TypedAnswer(
            typed, accepted: acceptedAnswers(word, card.id.side), in: word.language(of: card.id.side.other))
        phase = .back
    }

    /// Stores how well the card was recalled, unless it has just been answered elsewhere, and shows the next one.
    public func rate(_ rating: ReviewRating) async {
        guard phase == .back, let card else { return }
        let time = shownAt.map { dependencies.entry.clock.now().timeIntervalSince($0) * 1000 } ?? 0
        let kind = ReviewEvent.Kind.rated(rating, milliseconds: Int(min(max(time, 0), Double(Self.longestAnswer))))
        await change("rate card", card.id.word) { () throws(DictionaryError) in
            let event = reviews.event(kind, of: card.id)
            return try await reviews.add([event], answering: card).isEmpty ? [] : [event]
        }
    }

    /// Does not ask the word any more, in either direction, until it is resumed.
    public func suspend() async {
        guard let word else { return }
        await change("suspend word", word.id) { () throws(DictionaryError) in try await reviews.suspend(word.id) }
    }

    /// Whether ``undo()`` would take something back.
    public var canUndo: Bool { queue.map { !$0.last.isEmpty } ?? false }

    /// Takes the last action of this session back, and shows its card again.
    public func undo() async {
        guard let events = queue?.last, let word = events.first?.card.word else { return }
        await actions.performAlone("undo review", word.rawValue) { () throws(DictionaryError) in
            try await store(word) { () throws(DictionaryError) in try await reviews.undo(events) }
            queue?.undo()
            notice = nil
            try await showNext()
        }
    }

    /// Whether the word that is shown is a favourite.
    public var isFavorite: Bool { word?.isFavorite ?? false }

    /// Adds the word that is shown to the favourites or removes it from them.
    public func setFavorite(_ isFavorite: Bool) async {
        guard let id = word?.id else { return }
        await actions.perform(isFavorite ? "star word" : "unstar word", id.rawValue) { () throws(DictionaryError) in
            let changed = try await dependencies.entry.words.setFavorite(
                isFavorite, of: id, at: dependencies.entry.clock.now())
            if word?.id == id { word = changed }
        }
    }

    /// Performs an action that stores events, and goes on in the queue.
    private func change(
        _ name: String, _ id: WordID, _ action: @MainActor () async throws(DictionaryError) -> [ReviewEvent]
    ) async {
        await actions.performAlone(name, id.rawValue) { () throws(DictionaryError) in
            let events = try await store(id, action)
            let leeches = queue?.leeches.count ?? 0
            if events.isEmpty { queue?.remove(id) } else { queue?.add(events) }
            notice = word.flatMap { (queue?.leeches.count ?? 0) > leeches ? leechMessage($0) : nil }
            // After the night a new day has begun.
            if queue?.day == reviews.today { try await showNext() } else { await reload() }
        }
    }

    /// Performs a change of a word's cards, which the stream will bring as this screen's own.
    private func store<Value>(
        _ id: WordID, _ change: @MainActor () async throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        ownChanges.append(id)
        do throws(DictionaryError) {
            return try await change()
        } catch {
            ownChanges.removeLast()
            throw error
        }
    }

    /// Shows the next card whose word is there, or that there is none.
    private func showNext() async throws(DictionaryError) {
        while let card = queue?.next {
            do throws(DictionaryError) {
                let word = try await dependencies.entry.words.word(card.id.word)
                let entry = try await dependencies.entry.words.entry(of: card.id.word)
                guard word.isLearnable else { throw .notFound(word.id.rawValue) }
                // Others may have changed the queue meanwhile.
                guard queue?.next?.id == card.id else { continue }
                (self.word, self.entry, shown) = (word, entry, card.id)
                (answer, typed, shownAt) = (nil, "", dependencies.entry.clock.now())
                phase = .front
                return
            } catch .notFound {
                queue?.remove(card.id.word)
            }
        }
        (word, entry, shown, answer, typed, shownAt) = (nil, nil, nil, nil, "", nil)
        phase = queue.map { $0.summary.reviews > 0 ? .done($0.summary) : .nothingDue } ?? .loading
    }

    private func acceptedAnswers(_ word: Word, _ side: ReviewSide) -> [String] {
        side == .meaning
            ? [word.text.value]
            : (word.translation.translation?.all ?? []) + (entry?.senses.flatMap(\.translations) ?? [])
    }

    func apply(_ change: ReviewChange) async {
        switch change {
        case .changed(let id):
            if let place = ownChanges.firstIndex(of: id) {
                ownChanges.remove(at: place)
            } else if !isAsking, phase != .loading {
                await reload()
            }
        case .reloaded:
            if phase != .loading { await followOthers() }
        }
    }

    /// Goes on without the cards that others have changed: they come again in another session. A card that is shown stays, with what was
    /// typed, unless it is one of them.
    private func followOthers() async {
        guard isAsking, let before = queue else { return await reload() }
        await reading { () throws(DictionaryError) in
            let now = try await reviews.queue(limit: .max)
            guard now.day == before.day, now.scheduler == before.scheduler else { return await reload() }
            guard queue == before else { return await followOthers() }
            let left = Set(now.cards)
            // What this screen is storing is in one of the two only.
            for card in before.cards where !left.contains(card) && !ownChanges.contains(card.id.word) {
                queue?.remove(card.id.word)
            }
            if queue?.next == nil { await reload() } else if queue?.next != before.next { try await showNext() }
        }
    }

    func apply(_ change: WordChange) async {
        switch change {
        case .updated(let changed) where changed.id == word?.id:
            word = changed
            await refreshEntry()
        case .removed(let id):
            queue?.remove(id)
            if id == word?.id { await reading(showNext) }
        case .reloaded where word != nil:
            await refreshEntry()
        case .added, .updated, .reloaded:
            break
        }
    }

    /// Reads the word that is shown again.
    private func refreshEntry() async {
        guard let id = word?.id else { return }
        await reading { () throws(DictionaryError) in
            do throws(DictionaryError) {
                let changed = try await dependencies.entry.words.word(id)
                let changedEntry = try await dependencies.entry.words.entry(of: id)
                if word?.id == id { (word, entry) = (changed, changedEntry) }
            } catch .notFound {
                queue?.remove(id)
                if word?.id == id { try await showNext() }
            }
        }
    }
}

/// What the review screen shows. Exactly one phase holds at a time.
public enum ReviewPhase: Hashable, Sendable {
    /// The reviews of the day are being loaded.
    case loading
    /// There is nothing to review on this day.
    case nothingDue
    /// The front of a card.
    case front
    /// The front and the back of a card, to be rated.
    case back
    /// The session is done.
    case done(ReviewQueue.Summary)
    /// The reviews could not be read.
    case failed(DictionaryError)

    /// The failure; nil in the other phases.
    public var failure: DictionaryError? { if case .failed(let error) = self { error } else { nil } }
}
