import CoreModule
import Foundation
public import PersonalDictionary

/// Checks the reviews of stores against the contract of `ReviewRepository` and `ReviewTransaction`, and returns the laws that they break. The
/// closure makes an empty store for each law, and for each 25 random calls, which must have the same effect as in memory. Throws only what
/// the closure throws. `randomCalls` is the number of random calls, which are the same at each run.
public func reviewRepositoryViolations(
    randomCalls: Int = 400,
    _ makeStore: () async throws -> DictionaryStore, isolation: isolated (any Actor)? = #isolation
) async throws -> [ContractViolation] {
    try await ContractLaw.violations(of: ReviewRepositoryContract.laws, randomCalls: randomCalls, makeStore)
}

package enum ReviewRepositoryContract {
    private typealias Step = RandomStep<any ReviewTransaction, DictionaryError>

    package static let laws: [ContractLaw<DictionaryStore>] = [
        ContractLaw("events and cards are kept unchanged, also of words that are not there") { store, findings in
            for text in HostileText.all + ["word"] {
                let card = ReviewCardID(WordID(text), .meaning)
                let event = event("of \(text)", card, .rated(.hard, milliseconds: 1234), day: 20_000)
                let cards = [ReviewCard(card.sibling), randomCard(card, stability: 1 / 3, last: 19_998, due: 20_001)]
                let isNew = try await store.reviews.write { reviews throws(DictionaryError) in
                    try reviews.setCards(cards, of: card.word)
                    return [try reviews.insert(event, isOwn: true), try reviews.insert(event, isOwn: true)]
                }
                findings.expect("whether each of two insertions added the event", isNew, is: [true, false])
                let (events, kept) = try await store.reviews.read { reviews throws(DictionaryError) in
                    (try reviews.events(of: card.word), try reviews.cards(of: card.word))
                }
                findings.expect("the events of “\(text)”", events, is: [event])
                findings.expectExactly("their word", events.first?.card.word.rawValue, is: text)
                findings.expect("the cards of “\(text)”", kept, is: cards)
            }
        },
        ContractLaw("a transaction that throws changes nothing") { store, findings in
            let first = event("first", ReviewCardID(ids[0], .word), .suspended, day: 1)
            _ = try await store.reviews.write { reviews throws(DictionaryError) in
                try reviews.insert(first, isOwn: true)
            }
            do {
                try await store.reviews.write { reviews throws(DictionaryError) in
                    try reviews.remove(first.id)
                    _ = try reviews.insert(event("second", first.card, .resumed, day: 2), isOwn: true)
                    try reviews.setCards([ReviewCard(first.card)], of: first.card.word)
                    throw .notFound("the end")
                }
                findings.add("it threw nothing")
            } catch {
                findings.expect("the error", "\(error)", is: "\(DictionaryError.notFound("the end"))")
            }
            let kept = try await store.reviews.read { reviews throws(DictionaryError) in
                (events: try reviews.events(after: nil, limit: .max), cards: try reviews.cards())
            }
            findings.expect("the events", kept.events, is: [first])
            findings.expect("the cards", kept.cards, is: [])
        },
        ContractLaw("transactions at once lose nothing") { store, findings in
            await findings.performAtOnce { number in
                let isNew = try await store.reviews.write { reviews throws(DictionaryError) in
                    try reviews.insert(
                        event("\(number)", ReviewCardID(ids[0], .word), .reset, day: number), isOwn: true)
                }
                return isNew ? nil : "an event was there already"
            }
            let count = try await store.reviews.read { reviews throws(DictionaryError) in
                try reviews.events(of: ids[0]).count
            }
            findings.expect("the number of events", count, is: 40)
        },
        ContractLaw("a transaction of the words knows which have cards, if it knows of any") { store, findings in
            for cards in [[ReviewCard(ReviewCardID(ids[0], .word))], []] {
                try await store.reviews.write { reviews throws(DictionaryError) in
                    try reviews.setCards(cards, of: ids[0])
                }
                let known = try await store.words.write { words throws(DictionaryError) in
                    [try words.isReviewed(ids[0]), try words.isReviewed(ids[1])]
                }
                let expected = [!cards.isEmpty, false]
                findings.expect("what is known of two words", known, is: known == [nil, nil] ? known : expected)
            }
        },
        ContractLaw("changes of one's own are not external") { store, findings in
            _ = try await store.reviews.hasExternalChanges()
            try await store.reviews.write { reviews throws(DictionaryError) in
                _ = try reviews.insert(event("1", ReviewCardID(ids[0], .word), .suspended, day: 1), isOwn: true)
                try reviews.setCards([ReviewCard(ReviewCardID(ids[0], .word))], of: ids[0])
            }
            findings.expect("whether there are any", try await store.reviews.hasExternalChanges(), is: false)
        },
        ContractLaw(RandomCalls(makeModel: { .inMemory() }, call: randomCall, state: state)),
    ]

    private static let ids = ["a", "b", "ab"].map { WordID($0) }

    private static func event(_ id: String, _ card: ReviewCardID, _ kind: ReviewEvent.Kind, day: Int) -> ReviewEvent {
        ReviewEvent(
            id: ReviewEventID(id), card: card, kind: kind, date: WordRepositoryContract.date(day % 3), day: day)
    }

    private static func randomCard(
        _ id: ReviewCardID, stability: Double, last: Int, due: Int, isSuspended: Bool = false
    ) -> ReviewCard {
        ReviewCard(
            id, memory: ReviewMemory(stability: stability, difficulty: 2.5), lastDay: last, dueDay: due, reviews: 7,
            lapses: 5, failures: 3, isSuspended: isSuspended)
    }

    @Sendable private static func randomCall(
        _ generator: inout SeededGenerator
    ) throws -> RandomCall<DictionaryStore> {
        let id = generator.pick(of: ids)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...2:
            let translation = Translation(text: "собака", provider: .user, date: WordRepositoryContract.date(3))
            let word = try WordRepositoryContract.word(
                id.rawValue, "text of \(id)", at: generator.pick(0, 1),
                generator.pick(.translated(translation), .translated(translation), .pending))
            return RandomCall("save \(id), \(word.translation.name)") { store in
                try await store.words.write { words throws(DictionaryError) in
                    if let old = try words.word(id) {
                        var new = old
                        new.translation = word.translation
                        try words.update(new)
                    } else {
                        try words.insert(word)
                    }
                }
                return []
            }
        case 3:
            return RandomCall("delete \(id)") { store in
                try await store.words.write { words throws(DictionaryError) in try words.delete(id) }
                return []
            }
        default:
            let steps = (0...generator.pick(0, 0, 1, 2)).map { _ in step(id, &generator) }
            let error: DictionaryError? = generator.pick(nil, nil, nil, .notFound("the end"))
            return .transaction(steps, error) { store, body in try await store.reviews.write(body) }
        }
    }

    private static func step(_ word: WordID, _ generator: inout SeededGenerator) -> Step {
        let id = "\(Int.random(in: 0..<6, using: &generator))"
        switch Int.random(in: 0..<6, using: &generator) {
        case 0...2:
            let event = event(
                id, ReviewCardID(word, generator.pick(.word, .meaning)),
                generator.pick(
                    .suspended, .resumed, .reset, .rated(.again, milliseconds: 0), .rated(.easy, milliseconds: 9)),
                day: generator.pick(1, 2, 3))
            let isOwn = generator.pick(true, false)
            return Step("insert(\(event), isOwn: \(isOwn))") { reviews throws(DictionaryError) in
                [("whether it was added", try reviews.insert(event, isOwn: isOwn))]
            }
        case 3:
            return Step("remove(\(id))") { reviews throws(DictionaryError) in
                try reviews.remove(ReviewEventID(id))
                return []
            }
        case 4:
            var cards =
                generator.pick(true, true, true, false) ? ReviewSide.allCases.map { ReviewCard(.init(word, $0)) } : []
            for place in cards.indices where generator.pick(true, true, false) {
                let last = generator.pick(0, 1, 4)
                cards[place] = randomCard(
                    cards[place].id, stability: generator.pick(1, 2, 25), last: last,
                    due: last + generator.pick(0, 1, 2),
                    isSuspended: generator.pick(true, false, false))
            }
            return Step("setCards(\(cards), of: \(word))") { [cards] reviews throws(DictionaryError) in
                try reviews.setCards(cards, of: word)
                return []
            }
        default:
            return Step("read everything") { reviews throws(DictionaryError) in try state(reviews) }
        }
    }

    @Sendable private static func state(_ store: DictionaryStore) async throws -> Seen {
        try await store.reviews.read { reviews throws(DictionaryError) in try state(reviews) }
    }

    /// What every method reads.
    private static func state(_ reviews: any ReviewSnapshot) throws(DictionaryError) -> Seen {
        let all = try reviews.events(after: nil, limit: .max)
        var seen: Seen = [
            ("the events", all), ("the first event", try reviews.events(after: nil, limit: 1)),
            ("the events since day 2", try reviews.events(since: 2)),
            ("the last own events", try reviews.lastOwnEvents(limit: 3)),
            ("the ratings of each day", try reviews.ratingsPerDay()), ("all cards", Set(try reviews.cards())),
            ("new cards", try reviews.newCards(apartOn: nil, limit: .max)),
            ("the first new card", try reviews.newCards(apartOn: nil, limit: 1)),
            ("the tally", try reviews.tally()), ("the words", try reviews.words.wordCount()),
        ]
        if let event = all.first {
            seen.append(("the events after it", try reviews.events(after: event, limit: 2)))
        }
        for id in ids {
            seen.append(("the events of \(id)", try reviews.events(of: id)))
            seen.append(("the cards of \(id)", try reviews.cards(of: id)))
        }
        for day in [1, 3, 9] {
            seen.append(("the cards due on \(day)", try reviews.cards(dueOn: day, limit: .max)))
            seen.append(("the first cards due on \(day)", try reviews.cards(dueOn: day, limit: 2)))
            seen.append(("the number of words due on \(day)", try reviews.dueWordCount(on: day)))
            seen.append(("new cards apart on \(day)", try reviews.newCards(apartOn: day, limit: .max)))
            seen.append(("the next day after \(day)", try reviews.nextDueDay(after: day)))
        }
        for order in ReviewSettings.NewOrder.allCases {
            seen.append(("new words, \(order)", try reviews.newWords(order, limit: .max)))
            seen.append(("the first new word, \(order)", try reviews.newWords(order, limit: 1)))
        }
        return seen
    }
}
