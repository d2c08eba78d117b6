import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("The start of the app", .bounded)
struct StartTests {
    /// The statements from opening a store to the first page of the main screen.
    private func statements(words count: Int) async throws -> [String] {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.sqlite")
            let store = try await DictionaryStore.open(file)
            let time = ManualTime()
            try await store.vocabulary.add(
                (0..<count).map { try Word.make("\($0)", "word \($0)", createdAt: time.now) })
            await store.close()
            let trace = StatementTrace("\(folder.lastPathComponent)/words.sqlite")
            defer { trace.end() }
            let dependencies = try await AppDependencies.open(
                AppConfiguration(
                    storage: .file(file), environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper)))
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            let list = app.mainScreen.mainWordList.viewModel
            await list.load(first: 20)
            #expect(list.words.count == min(20, count))
            app.detach()
            await dependencies.close()
            return trace.statements
        }
    }

    @Test("the start runs the same statements, however many words there are")
    func constant() async throws {
        let statements = try await statements(words: 500)
        #expect(!statements.isEmpty && statements.filter { $0.contains("FROM word") }.count <= 3)
        #expect(try await self.statements(words: 1000) == statements)
    }
}
