import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@MainActor
@Suite("The review screen", .bounded)
struct ReviewScreenTests {
    private let english = Localizer.personalDictionary(locale: Locale(identifier: "en"))

    /// Adds words with own translations. The last one is the newest.
    private func add(_ pairs: KeyValuePairs<String, [String]>, to app: TestApp) async throws -> [Word] {
        var words: [Word] = []
        for (text, translations) in pairs {
            let word = try #require(await app.add(text).first)
            app.time.advance(by: 1)
            words.append(
                try await app.graph.words.setUserTranslations(translations, of: word.id, at: app.time.clock.now()))
        }
        return words
    }

    private func answer(_ model: ReviewViewModel, _ rating: ReviewRating) async {
        model.reveal()
        await model.rate(rating)
    }

    @Test("a session goes from “nothing due” over a forgotten card to the summary, and comes again on the next day")
    func session() async throws {
        let app = TestApp()
        let screen = app.navigator.toReview.router.open()
        let (model, due) = (screen.viewModel, app.navigator.dueReviews.viewModel)
        await model.load()
        await due.load()
        #expect(model.phase == .nothingDue && model.card == nil && !model.canUndo)
        #expect(
            model.message.map { english($0) } == "There is nothing to review: words with a translation are reviewed.")
        #expect(english(due.title) == "Review")

        let words = try await add(["dog": ["собака", "пёс"], "cat": ["кот"]], to: app)
        #expect(await waitUntil { due.count?.new == 2 })
        #expect(english(app.navigator.toReviewTitle) == "Review (due: 0, new: 2)")
        await model.load()
        #expect(model.phase == .front && model.front == "cat" && model.back == nil)
        #expect(model.question == Message("What does it mean?") && model.message == nil)
        // An answer that is not shown yet is not rated.
        await model.rate(.good)
        #expect(model.front == "cat" && model.queue?.summary.reviews == 0)
        app.time.advance(by: 4)
        await answer(model, .again)
        #expect(model.front == "dog" && model.remainingMessage.map { english($0) } == "due: 1, new: 1")
        model.reveal()
        #expect(model.back == "собака, пёс" && model.phase == .back)
        #expect(model.nextDate(after: .again).map { english($0) } == "in this session")
        #expect(model.nextDate(after: .good).map { english($0) } == "in 2 days")
        await model.rate(.good)
        #expect(model.front == "cat", "The forgotten card comes again.")
        await answer(model, .good)
        let expected = ReviewPhase.done(try #require(model.queue?.summary))
        #expect(model.phase == expected && model.message.map { english($0) } == "2 cards are done.")
        #expect(model.summaryMessage.map { english($0) } == "Answers: 3, forgotten: 1, minutes: 1")
        #expect(await waitUntil { due.title == Message("Review") })

        app.time.advance(by: 86_400)
        await model.load()
        #expect(model.phase == .front && model.word?.id != nil && model.card?.state != .suspended)
        #expect(words.map(\.id).contains(try #require(model.word?.id)))
    }

    @Test("a typed answer is compared with every translation; of the other side, with the word")
    func typedAnswer() async throws {
        let app = TestApp()
        try await app.graph.words.setUserTranslations(
            ["собака", "пёс"], of: try #require(await app.add("dog").first).id, at: app.time.clock.now())
        let model = app.navigator.toReview.router.open().viewModel
        await model.load()
        model.typed = "ПЕС"
        model.check()
        #expect(model.phase == .back && model.answer?.verdict == .right)
        #expect(model.verdict.map { english($0) } == "Right. It is written “пёс”.")
        #expect(model.spokenCard.map { english($0) } == "dog. The answer: собака, пёс")
        await model.rate(.easy)
        #expect(model.phase == .done(try #require(model.queue?.summary)), "The other side waits for another day.")

        app.time.advance(by: 86_400)
        await model.load()
        #expect(model.card?.id.side == .meaning && model.front == "собака, пёс" && model.typed.isEmpty)
        model.typed = "dig"
        model.check()
        #expect(model.verdict.map { english($0) } == "Not right: “dog”." && model.answer?.rating == .again)
    }

    @Test("undo brings the card back as it was, in the store too; without an action it does nothing")
    func undo() async throws {
        let app = TestApp()
        let words = try await add(["dog": ["собака"], "cat": ["кот"]], to: app)
        let model = app.navigator.toReview.router.open().viewModel
        await model.load()
        await model.undo()
        #expect(model.front == "cat" && model.failure == nil)
        let before = try await app.graph.reviews.cards(of: words[1].id)
        await answer(model, .again)
        #expect(model.canUndo && model.front == "dog")
        await model.undo()
        #expect(model.front == "cat" && model.phase == .front && !model.canUndo)
        #expect(try await app.graph.reviews.cards(of: words[1].id) == before)
        await model.suspend()
        #expect(model.front == "dog")
        #expect(try await app.graph.reviews.cards(of: words[1].id).allSatisfy(\.isSuspended))
        await model.undo()
        #expect(model.front == "cat")
        #expect(try await app.graph.reviews.cards(of: words[1].id) == before)
    }

    @Test("the card follows its word: a star, an edit, and a removal, which shows the next one")
    func wordChanges() async throws {
        let app = TestApp()
        let words = try await add(["dog": ["собака"], "cat": ["кот"]], to: app)
        let screen = app.navigator.toReview.router.open()
        let model = screen.viewModel
        await model.load()
        await model.setFavorite(true)
        #expect(model.isFavorite && model.starTitle == Message("Remove from favourites"))
        let entry = try #require(screen.openEntry() as? DictionaryEntryGraph)
        await entry.viewModel.setTranslation("кошка")
        #expect(await waitUntil { model.word?.translation.translation?.text == "кошка" })
        await entry.viewModel.remove()
        #expect(await waitUntil { model.front == "dog" })
        try await app.graph.words.remove([words[0].id])
        #expect(await waitUntil { model.phase == .nothingDue })
        #expect(screen.openEntry() == nil)
    }

    @Test("a rating that is pressed while another's change is read meets no card that is not shown")
    func ratingDuringChange() async throws {
        let app = TestApp()
        let words = try await add(["dog": ["собака"], "cat": ["кот"]], to: app)
        let model = app.navigator.toReview.router.open().viewModel
        await model.load()
        model.reveal()
        let shown = try #require(model.card?.id)
        let event = app.graph.reviews.event(.rated(.easy, milliseconds: 1), of: shown)
        _ = try await app.graph.reviews.merge([event])
        while model.card?.id == shown { await Task.yield() }
        await model.rate(.good)
        #expect(await waitUntil { model.front == "dog" && model.phase == .front })
        #expect(try await app.graph.reviews.cards(of: words[0].id).allSatisfy { $0.state == .new })
    }

    @Test("a card that was just answered elsewhere is not answered again, and the next one comes")
    func answeredElsewhere() async throws {
        let app = TestApp()
        let words = try await add(["dog": ["собака"], "cat": ["кот"]], to: app)
        let model = app.navigator.toReview.router.open().viewModel
        await model.load()
        model.reveal()
        // Another app on the same store, of which this one has not heard yet.
        let other = Reviews(
            app.store.reviews, settings: AppSettings(app.store.settings), clock: app.time.clock,
            timeZone: .gmt, identifiers: .sequence(prefix: "other"))
        let card = try await other.rate(try #require(model.card?.id), .easy)
        await model.rate(.again)
        #expect(model.failure == nil && model.front == "dog" && model.phase == .front && !model.canUndo)
        #expect(try await other.cards(of: words[1].id).contains(card))
        #expect(try await other.events(limit: 9).count == 1)
        model.reveal()
        await model.rate(.good)
        #expect(try await other.events(limit: 9).count == 2)
    }

    @Test("a word that was forgotten too often is named and not asked any more")
    func leech() async throws {
        let app = TestApp()
        _ = try await add(["dog": ["собака"]], to: app)
        let model = app.navigator.toReview.router.open().viewModel
        var days = 0
        while model.notice == nil, days < 60 {
            await model.load()
            if model.card?.id.side == .word, days > 0 { await answer(model, .again) }
            if model.notice == nil, model.card != nil { await answer(model, .good) }
            app.time.advance(by: 86_400)
            days += 1
        }
        #expect(model.notice.map { english($0) } == "“dog” was forgotten 8 times and is suspended.")
        await model.undo()
        #expect(model.notice == nil && model.front == "dog")
    }

    @Test("a store that fails says so, and the card stays to be rated again")
    func failure() async throws {
        let words = FaultyWordRepository(InMemoryWordRepository())
        let app = TestApp(words: words)
        _ = try await add(["dog": ["собака"]], to: app)
        let model = app.navigator.toReview.router.open().viewModel
        words.isFailing = true
        await model.load()
        #expect(model.phase == .failed(FaultyWordRepository.error))
        #expect(model.message == FaultyWordRepository.error.explanation)
        words.isFailing = false
        await model.load()
        model.reveal()
        words.isFailing = true
        await model.rate(.good)
        #expect(model.failure == FaultyWordRepository.error && model.front == "dog" && model.phase == .back)
        words.isFailing = false
        await model.rate(.good)
        #expect(model.failure == nil && model.queue?.summary.reviews == 1)
    }

    @Test("the statistics follow the reviews, as lines and as charts")
    func statistics() async throws {
        let app = TestApp()
        _ = try await add(["dog": ["собака"], "cat": ["кот"]], to: app)
        let screen = app.navigator.toReview.router.open()
        let numbers = screen.toStatistics.router.open().viewModel
        #expect(numbers.message == Message("Loading…") && numbers.lines.isEmpty && numbers.forecast == nil)
        await numbers.load()
        #expect(english(numbers.lines[4]) == "words not begun: 2")
        await screen.viewModel.load()
        await answer(screen.viewModel, .good)
        #expect(await waitUntil { numbers.statistics?.reviewedToday == 1 })
        #expect(
            numbers.lines.map { english($0) } == [
                "due today: 0", "reviewed today: 1", "words known: 0", "words being learnt: 1", "words not begun: 1",
                "remembered in the last 30 days: no word was asked again on a later day yet", "1 day in a row",
            ])
        let chart = try #require(numbers.history)
        #expect(chart.bars.count == 30 && chart.bars.last?.value == 1)
        let svg = chart.svg(english)
        #expect(svg.contains("aria-label=\"reviews in the last 30 days, 1 in all\"") && svg.contains("height=\"96\""))
        #expect(XMLParser(data: Data(svg.utf8)).parse())
    }

    @Test("the settings are beside the statistics; what is out of range becomes the nearest that is in it")
    func settings() async throws {
        let app = TestApp()
        let model = app.navigator.toReview.router.open().toStatistics.router.open().viewModel
        #expect(model.settings == nil)
        await model.load()
        await model.change {
            $0.newWordsPerDay -= 11
            $0.newOrder = .oldestFirst
            $0.retention = 2
        }
        let lines = model.settings?.lines.map { english($0) }
        #expect(lines == ["new words a day: 0", "first the oldest words", "wanted retention: 0.99"])
        #expect(try await app.graph.reviews.settings() == model.settings && model.failure == nil)
    }

    @Test("links and saved screens lead to the review and to the statistics")
    func links() async throws {
        let app = TestApp()
        for (link, count) in [("superapp://review", 1), ("superapp://review/statistics", 2)] {
            try await app.graph.open(try #require(URL(string: link)))
            #expect(app.graph.navigation.screens.count == count, "\(link)")
            let state = app.graph.navigationState
            app.graph.navigation.popAll()
            try await app.graph.restore(state)
            #expect(app.graph.navigationState == state && app.graph.navigation.screens.count == count, "\(link)")
            app.graph.navigation.popAll()
        }
    }
}
