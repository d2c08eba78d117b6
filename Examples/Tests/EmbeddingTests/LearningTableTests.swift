import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import Testing

@MainActor
@Suite("A table beside the words", .timeLimit(.minutes(15)))
struct LearningTableTests {
    @Test(
        "a review screen shows what is due; a removal that is undone brings the date back, also after the file was opened again"
    )
    func review() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let time = ManualTime()
        for isFirst in [true, false] {
            let store = try await DictionaryStore.open(
                folder.appending(path: "words.sqlite"), tables: [LearningTable.tables])
            let database = try #require(store.database)
            let dependencies = try await AppDependencies.open(
                AppConfiguration(storage: .store(store), environment: AppEnvironment(clock: time.clock)))
            var parts: AppParts?
            let app = CustomAppBuilder(dependencies: dependencies, parent: FeatureTree().root) {
                parts = $0
                return StudyMainBuilder(dependencies: $0, parent: $1)
            }.build()
            if isFirst {
                for text in ["ant", "bee", "cat"] {
                    let now = time.now
                    try await app.words.add(
                        Word(
                            id: WordID(text), text: WordText(text), direction: .englishToRussian, createdAt: now,
                            updatedAt: now))
                    time.advance(by: 60)
                }
                try await LearningTable.setDue(time.now.addingTimeInterval(86_400), of: WordID("bee"), in: database)
            }
            let due = try await LearningTable.due(at: time.now, in: database)
            #expect(due.map(\.rawValue) == ["ant", "cat"])
            let list = try #require(parts).wordList(
                .ids(due), title: Message("Due"), emptyMessage: Message("Nothing is due"), in: app.scope
            ).viewModel
            await list.load()
            #expect(list.words.map(\.text.value) == ["ant", "cat"])
            await list.remove([WordID("ant"), WordID("bee")])
            #expect(try await LearningTable.due(at: time.now, in: database) == [WordID("cat")])
            await list.undoRemoval()
            #expect(try await LearningTable.due(at: time.now, in: database) == due)
            app.detach()
            await dependencies.close()
        }
    }
}
