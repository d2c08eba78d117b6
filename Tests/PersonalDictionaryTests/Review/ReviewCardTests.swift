import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import Testing

@Suite("A card")
struct ReviewCardTests {
    private let scheduler = ReviewScheduler()
    private let id = ReviewCardID(WordID("dog"), .word)

    private func event(_ number: Int, _ kind: ReviewEvent.Kind, day: Int, card: ReviewCardID? = nil) -> ReviewEvent {
        ReviewEvent(
            id: ReviewEventID("e\(number)"), card: card ?? id, kind: kind,
            date: Date(timeIntervalSince1970: Double(day * 86_400 + number % 3)), day: day)
    }

    private func card(_ events: [ReviewEvent]) -> ReviewCard { ReviewCard(id, events: events, scheduler: scheduler) }

    @Test("it is the same, in whatever order the events of two devices arrive")
    func order() {
        var generator = SeededGenerator(seed: 36)
        var differences: [String] = []
        for round in 0..<100 {
            let kinds: [ReviewEvent.Kind] =
                [.suspended, .resumed, .reset] + ReviewRating.allCases.map { .rated($0, milliseconds: 1) }
            let events = (0..<Int.random(in: 1...30, using: &generator)).map { number in
                let day = Int.random(in: 0...40, using: &generator)
                return event(number, kinds.randomElement(using: &generator) ?? .reset, day: day)
            }
            if card(events) != card(events.shuffled(using: &generator)) { differences.append("\(round)") }
        }
        #expect(differences == [])
    }

    @Test("it is not due again on a day on which it was known, whatever flights and clocks make of the day")
    func onceADay() {
        var generator = SeededGenerator(seed: 1)
        var due: [String] = []
        for round in 0..<200 {
            var card = ReviewCard(id)
            var day = 20_000
            for number in 0..<30 {
                day += Int.random(in: -2...3, using: &generator)
                let rating = [ReviewRating.hard, .good, .easy].randomElement(using: &generator) ?? .good
                let before = card.lastDay
                card.add(event(number, .rated(rating, milliseconds: 0), day: day), scheduler)
                let days = [day, card.lastDay ?? day, before ?? day]
                if days.contains(where: card.isDue) || card.interval ?? 0 < 1 { due.append("\(round): \(card)") }
            }
        }
        #expect(due == [])
    }

    @Test("its state follows from its events")
    func states() {
        let rated = { (rating: ReviewRating) in ReviewEvent.Kind.rated(rating, milliseconds: 0) }
        let cases: [(kinds: [ReviewEvent.Kind], state: ReviewCard.State, reviews: Int, lapses: Int)] = [
            ([], .new, 0, 0), ([rated(.good)], .review, 1, 0), ([rated(.again)], .learning, 1, 0),
            ([rated(.again), rated(.again)], .learning, 2, 1), ([rated(.good), .suspended], .suspended, 1, 0),
            ([rated(.good), .suspended, .resumed], .review, 1, 0), ([.suspended], .suspended, 0, 0),
            ([rated(.good), .suspended, .reset], .new, 0, 0), ([rated(.good), .reset, rated(.easy)], .review, 1, 0),
        ]
        let wrong = cases.filter { kinds, state, reviews, lapses in
            let card = card(kinds.enumerated().map { event($0.offset, $0.element, day: $0.offset) })
            return (card.state, card.reviews, card.lapses) != (state, reviews, lapses)
        }
        #expect(wrong.map { "\($0)" } == [])
    }

    @Test("after eight failures it is a leech and suspended, until it is resumed")
    func leech() {
        var card = card([event(0, .rated(.good, milliseconds: 0), day: 0)])
        var states: [Bool] = []
        for day in 1...9 {
            card.add(event(day, .rated(.again, milliseconds: 0), day: day), scheduler)
            // Again on the same day: no failure of its own.
            card.add(event(day, .rated(.again, milliseconds: 0), day: day), scheduler)
            states.append(card.isLeech && card.isSuspended)
        }
        card.add(event(10, .resumed, day: 10), scheduler)
        #expect(states == Array(repeating: false, count: 7) + [true, true])
        #expect(card.state == .learning && card.lapses == 9 && !card.isLeech)
    }
}

@Suite("The calendar of reviews")
struct ReviewCalendarTests {
    @Test("a day begins at 4, also when clocks change, and its beginning is its first moment")
    func days() throws {
        var wrong: [String] = []
        for name in ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Africa/Casablanca"]
        {
            let calendar = ReviewCalendar(try #require(TimeZone(identifier: name)))
            // The years of Apia's skipped date, which makes two days short, and of Casablanca's changes in summer.
            for day in (14_900..<15_400) where ![15_337, 15_338].contains(day) || name != "Pacific/Apia" {
                let first = calendar.beginning(of: day)
                let days = [-1, 0, 3600 * 20].map { calendar.day(of: first + TimeInterval($0)) }
                if days[0] >= day || days[1] != day || days[2] != day { wrong.append("\(name) \(day) \(days)") }
            }
        }
        let berlin = ReviewCalendar(try #require(TimeZone(identifier: "Europe/Berlin")))
        // 2026-03-29, when the clock goes from 2 to 3: the day begins 23 hours after the one before.
        let day = berlin.day(of: Date(timeIntervalSince1970: 1_774_785_600))
        #expect(wrong == [])
        #expect(berlin.calendarDay(day).description == "2026-03-29")
        #expect(berlin.beginning(of: day).timeIntervalSince(berlin.beginning(of: day - 1)) == 23 * 3600)
    }
}
