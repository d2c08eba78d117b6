import CoreModule
import Foundation
import HTTPTypes
import PersonalDictionary

/// The operations on reviews. The rules are the library's own.
extension APIOperation {
    private static let side = APIField("side", .choice(ReviewSide.allCases.map(\.rawValue)))

    static let reviews = [
        APIOperation("listCards", .get, "/review/cards", query: [APICall.limit, side]) { try await $0.listCards() },
        APIOperation("countCards", .get, "/review/counts") { call in
            let counts = try await call.reviews.counts()
            return APIAnswer(json: ["due": .number(counts.due), "new": .number(counts.new)])
        },
        APIOperation(
            "answerCard", .post, "/review/answers",
            body: [
                APIField("answer", .newID), APIField("id", .text, isRequired: true), side,
                APIField("rating", .choice(ReviewRating.allCases.map(\.name)), isRequired: true),
                APIField("milliseconds", .number(0...3_600_000)),
            ]
        ) { try await $0.answerCard() },
        APIOperation("undoReview", .post, "/review/undo") { try await $0.undoReview() },
        APIOperation("suspendWord", .post, "/words/{id}/suspend") { call in
            try await call.reviews.suspend(WordID(call.id))
            return try await call.cards(of: WordID(call.id))
        },
        APIOperation("resumeWord", .post, "/words/{id}/resume") { call in
            try await call.reviews.resume(WordID(call.id))
            return try await call.cards(of: WordID(call.id))
        },
    ]
}

extension APICall {
    /// The reviews with the days of the user's time zone.
    fileprivate var reviews: Reviews { program.reviews(in: timeZone) }

    fileprivate func listCards() async throws -> APIAnswer {
        let side = query["side"]?.text.flatMap { ReviewSide(rawValue: $0) }
        let queue = try await reviews.queue(limit: limit, side: side)
        var cards: [JSON] = []
        for card in queue.cards.prefix(limit) {
            if let card = try await json(card, queue.scheduler) { cards.append(card) }
        }
        return APIAnswer(json: ["cards": .list(cards)])
    }

    fileprivate func answerCard() async throws -> APIAnswer {
        let side = body["side"]?.text.flatMap { ReviewSide(rawValue: $0) } ?? .word
        guard let name = body["id"]?.text, APIField.isIdentifier(name) else { throw Problem.wrongField("id") }
        guard let rating = body["rating"]?.text.flatMap({ ReviewRating(name: $0) }) else {
            throw Problem.wrongField("rating")
        }
        let card = ReviewCardID(WordID(name), side)
        let reviews = reviews
        let made = reviews.event(.rated(rating, milliseconds: body["milliseconds"]?.number ?? 0), of: card)
        // Events that are there already change nothing, so an answer that is sent again counts once.
        let event = ReviewEvent(
            id: body["answer"]?.text.map { ReviewEventID($0) } ?? made.id, card: card, kind: made.kind, date: made.date,
            day: made.day)
        try await reviews.add([event])
        return try await cards(of: card.word)
    }

    fileprivate func undoReview() async throws -> APIAnswer {
        guard let event = try await reviews.undo().first else { throw Problem.nothingToUndo }
        return try await cards(of: event.card.word)
    }

    /// Both cards of a word; none if it was removed.
    fileprivate func cards(of word: WordID) async throws -> APIAnswer {
        let reviews = reviews
        let scheduler = try await reviews.settings().scheduler
        do throws(DictionaryError) {
            var cards: [JSON] = []
            for card in try await reviews.cards(of: word) {
                if let card = try await json(card, scheduler) { cards.append(card) }
            }
            return APIAnswer(json: ["cards": .list(cards)])
        } catch {
            guard case .notFound = error else { throw error }
            return APIAnswer(json: ["cards": .list([])])
        }
    }

    /// A card with its word. Nil if that was removed meanwhile.
    private func json(_ card: ReviewCard, _ scheduler: ReviewScheduler) async throws(DictionaryError) -> JSON? {
        let word: Word
        do throws(DictionaryError) { word = try await words.word(card.id.word) } catch {
            guard case .notFound = error else { throw error }
            return nil
        }
        let (reviews, today) = (reviews, reviews.today)
        return [
            "id": .text(word.id.rawValue), "side": .text(card.id.side.rawValue), "text": .text(word.text.value),
            "translation": .text(word.translation.translation?.text), "sourceLang": .text(word.direction.source.code),
            "targetLang": .text(word.direction.target.code), "state": .text(card.state.rawValue),
            "due": .date(reviews.calendar.beginning(of: card.dueDay ?? today)),
            "interval": card.interval.map { .number($0) } ?? .null, "stability": .decimal(card.memory?.stability),
            "difficulty": .decimal(card.memory?.difficulty), "recall": .decimal(card.recall(on: today, scheduler)),
        ]
    }
}
