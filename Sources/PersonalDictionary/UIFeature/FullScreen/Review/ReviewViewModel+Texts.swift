public import CoreModule

/// The texts of the screen. Those that most screens have are `Message.undo` and `Message.tryAgain`.
extension ReviewViewModel {
    /// The screen's title.
    public var title: Message { Message("Review") }
    /// The title of the control that shows the answer.
    public var revealTitle: Message { Message("Show answer") }
    /// The title of the field for the answer.
    public var answerTitle: Message { Message("Your answer") }
    /// The title of the control that compares the typed answer.
    public var checkTitle: Message { Message("Check") }
    /// The title of the control that suspends the word.
    public var suspendTitle: Message { Message("Suspend") }
    /// The title of the control that opens the word's entry.
    public var editTitle: Message { Message("Edit") }
    /// The title of the control that stars the word, or takes the star away; nil if no card is shown.
    public var starTitle: Message? { word?.starTitle }
    /// The title of the control that goes on after a part of a backlog.
    public var goOnTitle: Message { Message("Go on") }

    /// What the card asks: the meaning of a word, or the word with a meaning; nil if no card is shown.
    public var question: Message? {
        guard let card else { return nil }
        return card.id.side == .word ? Message("What does it mean?") : Message("What is the word?")
    }

    /// The text on the front; nil if no card is shown.
    public var front: String? {
        guard let card, let word else { return nil }
        return card.id.side == .word ? word.text.value : word.meaning(entry)
    }

    /// The text on the back: what was asked for; nil unless it is shown.
    public var back: String? {
        guard phase == .back, let card, let word else { return nil }
        return card.id.side == .word ? word.meaning(entry) : word.text.value
    }

    /// The card in one sentence, for a screen reader; nil if no card is shown.
    public var spokenCard: Message? {
        guard let front, let question else { return nil }
        guard let back else { return Message("\(front). \(question)") }
        return Message("\(front). The answer: \(back)")
    }

    /// The text that explains the phase; nil while a card is shown.
    public var message: Message? {
        switch phase {
        case .loading: return Message("Loading…")
        case .front, .back: return nil
        case .failed(let error): return error.explanation
        case .nothingDue:
            return queue?.emptyMessage(calendar)
        case .done(let summary):
            return Message("\(count: summary.done) cards are done.")
        }
    }

    /// What the session was like: how much was forgotten, and how long it took; nil unless it is done.
    public var summaryMessage: Message? {
        guard case .done(let summary) = phase else { return nil }
        return Message(
            "Answers: \(String(summary.reviews)), forgotten: \(String(summary.forgotten)), minutes: \(String(summary.minutes))"
        )
    }

    /// How many cards are left; nil if no card is shown.
    public var remainingMessage: Message? {
        guard card != nil, let queue else { return nil }
        let new = queue.cards.count { $0.state == .new }
        return Message("due: \(String(queue.count - new)), new: \(String(new))")
    }

    func leechMessage(_ word: Word) -> Message {
        Message("“\(word.text.value)” was forgotten \(String(ReviewCard.leechFailures)) times and is suspended.")
    }

    /// When the card would come again after a rating; nil if no card is shown.
    public func nextDate(after rating: ReviewRating) -> Message? {
        guard let card, let queue else { return nil }
        let rated = card.rated(rating, on: queue.day, queue.scheduler)
        guard let due = rated.dueDay, let last = rated.lastDay, due > last else { return Message("in this session") }
        return Message("in \(count: due - last) days")
    }

    /// How near the typed answer was; nil if none was typed.
    public var verdict: Message? {
        guard let answer else { return nil }
        return switch answer.verdict {
        case .right where answer.isForgiven: Message("Right. It is written “\(answer.expected)”.")
        case .right: Message("Right.")
        case .almost: Message("Almost: “\(answer.expected)”.")
        case .wrong: Message("Not right: “\(answer.expected)”.")
        }
    }
}

extension ReviewQueue {
    /// Why a day has no cards, for the user: when the next one comes, or that there are none.
    public func emptyMessage(_ calendar: ReviewCalendar) -> Message {
        guard let nextDay else { return Message("There is nothing to review: words with a translation are reviewed.") }
        let next = Message.day(calendar.calendarDay(nextDay), today: calendar.calendarDay(day))
        return Message("Nothing is due. The next card comes \(next).")
    }
}

extension ReviewRating {
    /// The rating for the user.
    public var title: Message {
        switch self {
        case .again: Message("Again")
        case .hard: Message("Hard")
        case .good: Message("Good")
        case .easy: Message("Easy")
        }
    }
}

extension Word {
    /// What the word means, in one line: the user's own translations, or the first sense of its entry.
    func meaning(_ entry: DictionaryEntry?) -> String {
        guard let translation = translation.translation else { return "" }
        let texts = self.translation.isOwn ? translation.all : entry?.senses.first?.translations ?? translation.all
        return texts.joined(separator: ", ")
    }

    /// The language of a side of its cards.
    func language(of side: ReviewSide) -> Language { side == .word ? direction.source : direction.target }
}
