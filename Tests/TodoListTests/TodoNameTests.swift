import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("The names of tasks", .bounded)
struct TodoNameTests {
    @Test("a name is an identifier, else a text; else the beginning of an identifier and a similar text count alike")
    func names() async throws {
        let store = TaskList.inMemory()
        let texts = [
            "bread-1": "Water", "x": "bread", "q": "x", "Tea-1": "Juice", "z": "tea", "b-1": "One", "b-2": "Two",
            "w": "b", "same-1": "Three", "m": "same", "n": "same",
        ]
        let date = Date(millisecondsSince1970: 0)
        for (id, text) in texts {
            try await store.add(Todo(id: TodoID(id), text: TodoText(text), createdAt: date, updatedAt: date))
        }
        let dependencies = TodoListDependencies(
            todos: store, clock: ManualTime().clock, identifiers: IdentifierGenerator.sequence(prefix: "t"))
        let graph = TodoListBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        let list = graph.mainScreen.list.viewModel
        for (name, ids) in [
            ("bread", ["x"]), ("bread-", ["bread-1"]), ("x", ["x"]), ("b", ["w"]), ("tea", ["z"]),
            ("Tea", ["Tea-1", "z"]), ("same", ["m", "n"]), ("same-", ["same-1"]), ("  BREAD ", ["x"]), ("", []),
        ] {
            var found = await list.todo(named: name).map { [$0] } ?? []
            if case .ambiguousID(name, let matches)? = list.failure { found = matches }
            #expect(Set(found.map(\.id.rawValue)) == Set(ids), "\(name)")
        }
    }
}
