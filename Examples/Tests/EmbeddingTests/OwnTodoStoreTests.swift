import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import Testing
import TodoList

@MainActor
@Suite("A store of one's own for tasks", .timeLimit(.minutes(5)))
struct OwnTodoStoreTests {
    private func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result: Result<Value, any Error>
        do { result = .success(try await body(folder)) } catch { result = .failure(error) }
        try FileManager.default.removeItem(at: folder)
        return try result.get()
    }

    @Test("it keeps the contract, also when its file is opened again")
    func contract() async throws {
        try await withFolder { folder in
            var count = 0
            let violations = try await todoRecordViolations(
                reopen: { _ in try JSONTodoFile(folder.appending(path: "1.json")) }
            ) {
                count += 1
                return try JSONTodoFile(folder.appending(path: "\(count).json"))
            }
            #expect(violations == [])
        }
    }

    @Test("a damaged file is an error, and stays as it is")
    func damaged() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "todos.json")
            try Data("{".utf8).write(to: file)
            let error = #expect(throws: TodoError.self) { try JSONTodoFile(file) }
            #expect(error?.code == "storeDamaged")
            #expect(try Data(contentsOf: file) == Data("{".utf8))
        }
    }

    @Test("the to-do list works over it")
    func list() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "todos.json")
            let list = try openTodoList(inJSON: file, tree: FeatureTree())
            let milk = try #require(await list.mainScreen.list.viewModel.add("milk"))
            let bread = try #require(await list.mainScreen.list.viewModel.add("bread"))
            #expect(await list.mainScreen.list.viewModel.remove([milk.id]))
            #expect(try await TaskList(try JSONTodoFile(file)).todos().map(\.id) == [bread.id])
            list.detach()
        }
    }

    @Test("the whole app works over it")
    func app() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "todos.json")
            let clock = WallClock { Date(timeIntervalSince1970: 1_795_255_200) }
            let dependencies = AppDependencies(
                store: try storeWithTodos(inJSON: file, words: InMemoryWordRepository()),
                direction: .englishToRussian, environment: AppEnvironment(clock: clock))
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            let list = app.mainScreen.mainNavigator.toTodoList.router.open()
            #expect(await list.mainScreen.list.viewModel.add("milk") != nil)
            #expect(try await TaskList(try JSONTodoFile(file)).todos().map(\.text.value) == ["milk"])
            app.detach()
        }
    }
}
