import CoreModule
import Foundation
import PersonalDictionary
import TerminalFrontEnd

/// Reviews: a session on a terminal, and single steps for scripts.
extension Session {
    /// The review screen in the window of the terminal.
    func review(_ arguments: Arguments) async throws -> Presentation? {
        let context = ScreenContext(
            app: app, searchText: navigator.searchTextInput.viewModel, tree: tree,
            localizer: .personalDictionary(locale: localizer.locale, tables: [.terminalFrontEnd]))
        let window = console.mayAsk ? Window(context, environment: ProcessInfo.processInfo.environment) : nil
        guard let window, await window.run({ [navigator] in navigator.toReview.router.open() }) else {
            throw CommandLineError.usage(
                Message("a review needs a terminal with a window; scripts use “review due” and “review rate”"))
        }
        return nil
    }

    func dueCards(_ arguments: Arguments) async throws -> Presentation? {
        let queue = try await app.reviews.queue(limit: .max, side: arguments.choice("--side"))
        let shown = queue.cards.prefix(arguments.number("--limit") ?? .max)
        var words: [WordID: Word] = [:]
        for id in Set(shown.map(\.id.word)) { words[id] = try await app.words.word(id) }
        let cards = shown.compactMap { card in words[card.id.word].map { (card: card, word: $0) } }
        return Presentation(
            cards.map { line($0.card, $0.word) }, empty: queue.emptyMessage(calendar),
            json: cards.map { json($0.card, $0.word, queue.scheduler) },
            list: ShownList(item: .word, ids: cards.map(\.word.id.rawValue)), in: localizer)
    }

    func rateCard(_ arguments: Arguments) async throws -> Presentation? {
        guard let rating = arguments.rating() else { throw CommandLineError.usage(Arguments.unknownRating) }
        let word = try await reviewedWord(arguments)
        let side: ReviewSide = arguments.choice("--side") ?? .word
        return try await shown(app.reviews.rate(ReviewCardID(word.id, side), rating), word)
    }

    /// The word that the first argument names. It has cards.
    private func reviewedWord(_ arguments: Arguments) async throws -> Word {
        let word = try await word(arguments.positional[0])
        guard !word.isLearnable else { return word }
        throw CommandLineError(
            code: "notFound", message: Message("“\(word.text.value)” has no translation, so it is not reviewed"))
    }

    func undoReview(_ arguments: Arguments) async throws -> Presentation? {
        guard let event = try await app.reviews.undo().first else {
            throw CommandLineError(code: "notFound", message: .nothingToUndo)
        }
        guard let (card, word) = try await card(event.card) else { return undone(event) }
        return try await shown(card, word)
    }

    /// A card with its word; nil if the word is not there any more.
    private func card(_ id: ReviewCardID) async throws(DictionaryError) -> (ReviewCard, Word)? {
        do throws(DictionaryError) {
            let cards = try await app.reviews.cards(of: id.word)
            return (cards.first { $0.id == id } ?? cards[0], try await app.words.word(id.word))
        } catch .notFound {
            return nil
        }
    }

    /// What was taken back of a word that is not there any more: it has no card.
    private func undone(_ event: ReviewEvent) -> Presentation {
        let message =
            event.rating.map { Message("the rating “\($0.title)” was taken back; its word was removed") }
            ?? Message("the last change of a card was taken back; its word was removed")
        let absent = ["text", "translation", "state", "due", "stability", "difficulty", "recall", "interval"]
        let card: JSON = ["id": .string(event.card.word.rawValue), "side": .string(event.card.side.rawValue)]
        return Presentation([localizer(message)], json: absent.reduce(card) { $0 + [$1: .null] })
    }

    /// Does not ask the cards of a word any more, or asks them again.
    func suspend(_ isSuspended: Bool) -> @MainActor (Arguments) async throws -> Presentation? {
        { [self] arguments in
            let word = try await reviewedWord(arguments)
            _ = isSuspended ? try await app.reviews.suspend(word.id) : try await app.reviews.resume(word.id)
            return try await shown(app.reviews.cards(of: word.id)[0], word)
        }
    }

    func reviewStatistics(_ arguments: Arguments) async throws -> Presentation? {
        let screen = navigator.toReview.router.open().toStatistics.router.open()
        defer { app.navigation.popAll() }
        let model = screen.viewModel
        await model.load()
        try check(model.phase.failure)
        guard let numbers = model.statistics else { throw CommandLineError(nil) }
        return Presentation(
            model.lines.map { localizer($0) },
            json: [
                "due": .number(numbers.due), "new": .number(numbers.new), "learning": .number(numbers.learning),
                "known": .number(numbers.known), "suspended": .number(numbers.suspended),
                "reviewedToday": .number(numbers.reviewedToday),
                "retention": .decimal(numbers.retention?.rate),
                "forecast": .array(numbers.forecast.map { .number($0) }), "streak": .number(numbers.streak),
            ])
    }

    /// How the user learns. Only the options that are given change anything.
    func reviewSettings(_ arguments: Arguments) async throws -> Presentation? {
        let (new, order) = (try arguments.newWords(), arguments.value("--order"))
        let retention = try arguments.retention()
        var settings = try await app.reviews.settings()
        if new != nil || order != nil || retention != nil {
            settings = try await app.reviews.changeSettings { settings in
                settings.newWordsPerDay = new ?? settings.newWordsPerDay
                settings.newOrder = order.map { $0 == "newest" ? .newestFirst : .oldestFirst } ?? settings.newOrder
                settings.retention = retention ?? settings.retention
            }
        }
        return Presentation(
            settings.lines.map { localizer($0) },
            json: [
                "new": .number(settings.newWordsPerDay),
                "order": .string(settings.newOrder == .newestFirst ? "newest" : "oldest"),
                "retention": .decimal(settings.retention),
            ])
    }

    private var calendar: ReviewCalendar { app.reviews.calendar }
    private var today: CalendarDay { calendar.calendarDay(app.reviews.today) }

    private func shown(_ card: ReviewCard, _ word: Word) async throws -> Presentation {
        let interval: JSON = ["interval": card.interval.map { .number($0) } ?? .null]
        return Presentation(
            [line(card, word)], json: json(card, word, try await app.reviews.settings().scheduler) + interval)
    }

    private func line(_ card: ReviewCard, _ word: Word) -> String {
        let texts = [word.text.value, localizer.translation(of: word)]
        let state =
            card.dueDay.map {
                Message("\(card.state.title), due \(Message.day(calendar.calendarDay($0), today: today))")
            }
        let shown = card.state == .suspended ? card.state.title : state ?? card.state.title
        return (card.id.side == .word ? texts : texts.reversed()).joined(separator: " → ") + "  (\(localizer(shown)))"
    }

    private func json(_ card: ReviewCard, _ word: Word, _ scheduler: ReviewScheduler) -> JSON {
        [
            "id": .string(word.id.rawValue), "text": .string(word.text.value),
            "translation": .string(word.translation.translation?.text), "side": .string(card.id.side.rawValue),
            "state": .string(card.state.rawValue),
            "due": .date(calendar.beginning(of: card.dueDay ?? app.reviews.today)),
            "stability": .decimal(card.memory?.stability), "difficulty": .decimal(card.memory?.difficulty),
            "recall": .decimal(card.recall(on: app.reviews.today, scheduler)),
        ]
    }
}

extension Arguments {
    static let unknownRating = Message("the rating is again, hard, good or easy")

    /// The largest number of new words a day.
    func newWords() throws -> Int? {
        guard let new = number("--new"), new > ReviewSettings.mostNewWordsPerDay else { return number("--new") }
        throw CommandLineError.usage(
            Message("--new is at most \(String(ReviewSettings.mostNewWordsPerDay)), not “\(String(new))”"))
    }

    /// The wanted retention, also in percent.
    func retention() throws -> Double? {
        guard let text = value("--retention") else { return nil }
        let isPercent = text.hasSuffix("%")
        let number = Double(isPercent ? text.dropLast() : text[...]).map { isPercent || $0 > 1 ? $0 / 100 : $0 }
        guard let number, ReviewScheduler.retentions.contains(number) else {
            throw CommandLineError.usage(Message("--retention is a number from 0.7 to 0.99, not “\(text)”"))
        }
        return number
    }

    /// The rating behind the word.
    func rating() -> ReviewRating? { ReviewRating(name: positional[1].lowercased()) }
}

extension ReviewCard.State {
    fileprivate var title: Message {
        switch self {
        case .new: Message("new")
        case .learning: Message("learning")
        case .review: Message("review")
        case .suspended: Message("suspended")
        }
    }
}
