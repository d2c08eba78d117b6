public import CoreModule
public import Observation

/// The reviews in numbers: what is due, what is remembered, and how many words are known. Beside them, how the user learns.
@MainActor
@Observable
public final class ReviewStatisticsViewModel: ScreenViewModel, ActionViewModel {
    private let loader: Loader<(ReviewStatistics, ReviewSettings)?, DictionaryError>
    private let reviews: Reviews
    private var calendar: ReviewCalendar { reviews.calendar }
    /// The user's actions.
    public let actions: ActionState<DictionaryError>

    init(_ reviews: Reviews, scope: FeatureScope) {
        self.reviews = reviews
        actions = ActionState(scope.actions)
        loader = Loader(nil) { () throws(DictionaryError) in
            (try await reviews.statistics(), try await reviews.settings())
        }
    }

    /// The screen's title.
    public var title: Message { Message("Review statistics") }

    /// The numbers; nil until they are loaded.
    public var statistics: ReviewStatistics? { loader.value?.0 }
    /// How the user learns; nil until it is loaded.
    public var settings: ReviewSettings? { loader.value?.1 }

    /// What is known of the numbers.
    public var phase: ListPhase<DictionaryError> { loader.phase }

    /// The text that explains the phase; nil if the numbers are loaded.
    public var message: Message? {
        switch loader.phase {
        case .loading: Message("Loading…")
        case .loaded: nil
        case .failed(let error): error.explanation
        }
    }

    /// Reads the numbers. Call it when the screen appears, and again after a failure.
    public func load() async { await loader.load() }

    /// Reads the numbers again if they were asked for before.
    func reload() async { await loader.reload() }

    /// Changes how the user learns. Numbers out of range become the nearest in range.
    public func change(_ edit: @escaping @Sendable (inout ReviewSettings) -> Void) async {
        await actions.performAlone("change review settings") { () throws(DictionaryError) in
            try await reviews.changeSettings(edit)
            await loader.load()
        }
    }

    /// The title of a field for the new words a day.
    public var newWordsTitle: Message { Message("new words a day") }
    /// The title of a choice of the words that come first.
    public var orderTitle: Message { Message("order of new words") }
    /// The title of a field for the wanted retention.
    public var retentionTitle: Message { Message("wanted retention, from 0.7 to 0.99") }

    /// The numbers as lines of text. Empty until they are loaded.
    public var lines: [Message] {
        guard let statistics else { return [] }
        let suspended =
            statistics.suspended == 0 ? [] : [Message("words suspended: \(String(statistics.suspended))")]
        return [
            Message("due today: \(String(statistics.due))"),
            Message("reviewed today: \(String(statistics.reviewedToday))"),
            Message("words known: \(String(statistics.known))"),
            Message("words being learnt: \(String(statistics.learning))"),
            Message("words not begun: \(String(statistics.new))"),
        ] + suspended + [retention(statistics), Message("\(count: statistics.streak) days in a row")]
    }

    private func retention(_ statistics: ReviewStatistics) -> Message {
        guard let retention = statistics.retention else {
            return Message("remembered in the last 30 days: no word was asked again on a later day yet")
        }
        let interval = retention.interval
        return Message(
            "remembered in the last 30 days: \(percent(retention.rate)) (between \(percent(interval.lowerBound)) and \(percent(interval.upperBound)))"
        )
    }

    private func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// How many cards become due on each of the next 30 days, from tomorrow on. Nil until the numbers are loaded.
    public var forecast: ReviewChart? {
        statistics.map { chart(Message("cards due in the next 30 days"), $0.forecast, from: $0.day + 1) }
    }

    /// How many reviews there were on each of the last 30 days, today's last. Nil until the numbers are loaded.
    public var history: ReviewChart? {
        statistics.map {
            chart(Message("reviews in the last 30 days"), $0.reviews, from: $0.day + 1 - $0.reviews.count)
        }
    }

    private func chart(_ title: Message, _ values: [Int], from day: Int) -> ReviewChart {
        ReviewChart(
            title: title,
            bars: values.enumerated().map { .init(day: calendar.calendarDay(day + $0.offset), value: $0.element) })
    }
}
