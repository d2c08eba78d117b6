import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import Testing

@MainActor
@Suite("Story: a dictionary with reviews", .timeLimit(.minutes(5)))
struct ExamAppTests {
    @Test("words with a tag are reviewed after the reminder; what is due is known after a removal and a restart")
    func story() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "words.sqlite")
        let time = ManualTime()
        let environment = AppEnvironment(clock: time.clock, sleeper: time.sleeper)
        let (reminders, reminded) = AsyncStream.makeStream(of: ReminderNotification.self)
        var (app, dependencies) = try await openExamApp(file, environment: environment) { reminded.yield($0) }

        let newWord = app.mainScreen.toNewWord.router.open().viewModel
        for text in ["dog", "cat"] {
            newWord.text = text
            _ = try #require(await newWord.save())
            time.advance(by: 1)
        }
        app.navigation.popAll()
        await app.mainScreen.wordList.viewModel.load()
        let cat = try #require(app.mainScreen.wordList.viewModel.words.first)
        let entry = app.mainScreen.wordList.wordList.toEntry.open(cat).viewModel
        let button = AddTagViewModel(entry, toTagPicker: app.mainScreen.toTagPicker.router)
        let adding = Task { await button.addTag() }
        #expect(await waitUntil { app.navigation.top is TagPickerGraph })
        (app.navigation.top as? TagPickerGraph)?.choose("exam")
        await adding.value

        // The reminder comes, and leads to the words with the tag.
        let day = Task { while !Task.isCancelled { try await time.advanceToNextSleep() } }
        var reminder = reminders.makeAsyncIterator()
        let link = try #require(await reminder.next()).link
        day.cancel()
        _ = await day.result
        var review = try await openExam(link, app)
        #expect(review.words.map(\.text.value) == ["cat"])
        await review.answer(isKnown: true)
        #expect(review.words.isEmpty)

        review = try await openExam("superapp://learn", app)
        #expect(review.words.map(\.text.value) == ["dog"])
        await review.answer(isKnown: false)
        let list = app.mainScreen.wordList.viewModel
        #expect(await list.remove(list.words.map(\.id)))
        await list.undoRemoval()
        let state = app.navigationState
        app.detach()
        await dependencies.close()

        (app, dependencies) = try await openExamApp(file, environment: environment) { _ in }
        try await app.restore(state)
        review = try #require(app.navigation.top as? ExamGraph).viewModel
        for (seconds, due) in [(0, []), (600, ["dog"]), (3 * 86_400, ["dog", "cat"])] {
            time.advance(by: TimeInterval(seconds))
            await review.load()
            #expect(review.words.map(\.text.value) == due)
        }
        app.detach()
        await dependencies.close()
    }

    private func openExam(_ link: String, _ app: CustomAppGraph<ExamMainGraph>) async throws -> ExamViewModel {
        let link = try #require(URL(string: link))
        #expect(try await app.open(link) == .opened)
        let review = try #require(app.navigation.top as? ExamGraph).viewModel
        await review.load()
        return review
    }
}
