import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Random operations on a task repository, with an array as the model.
struct RandomTodoOperations {
    private var generator: SeededGenerator
    private(set) var model: [Todo] = []
    private var lastID = 0
    private let time = ManualTime()

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// The tasks in the order of creation.
    var expectedTodos: [Todo] { model.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) } }

    /// Performs one operation, and requires that it succeeds or fails like the model.
    mutating func performOne(on repository: TaskList) async throws {
        time.advance(by: Double(Int.random(in: 0...2, using: &generator)))
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1: try await add(to: repository)
        case 2, 3: try await edit(in: repository)
        case 4: try await find(in: repository)
        default: try await remove(from: repository)
        }
    }

    private mutating func add(to repository: TaskList) async throws {
        lastID += 1
        let id = TodoID("\(Int.random(in: 0..<3, using: &generator))-\(lastID)")
        let todo = Todo(id: id, text: try text(), createdAt: time.now, updatedAt: time.now)
        try await repository.add(todo)
        model.append(todo)
    }

    private mutating func edit(in repository: TaskList) async throws {
        var edit = TodoEdit()
        if Bool.random(using: &generator) { edit.text = try text() }
        if Bool.random(using: &generator) { edit.priority = TodoPriority.allCases.randomElement(using: &generator) }
        if Bool.random(using: &generator) { edit.isCompleted = Bool.random(using: &generator) }
        if Bool.random(using: &generator) { edit.notes = try TodoNotes(text().value) }
        if Bool.random(using: &generator) {
            edit.deadline = Bool.random(using: &generator) ? .cleared : .day(try CalendarDay("2026-12-01"))
        }
        guard let place = model.indices.randomElement(using: &generator) else {
            await expect(.notFound("x")) { () throws(TodoError) in
                _ = try await repository.edit(TodoID("x"), edit, at: time.now)
            }
            return
        }
        let edited = try await repository.edit(model[place].id, edit, at: time.now)
        model[place] = edit.applied(to: model[place], at: time.now)
        #expect(edited == model[place])
    }

    private mutating func find(in repository: TaskList) async throws {
        let prefix = "\(Int.random(in: 0..<3, using: &generator))-\(Int.random(in: 1...12, using: &generator))"
        let matches = model.filter { $0.id.rawValue.hasPrefix(prefix) }.sorted { $0.id < $1.id }
        let whole = model.first { $0.id.rawValue == prefix }
        if let only = whole ?? (matches.count == 1 ? matches[0] : nil) {
            #expect(try await repository.todo(named: prefix) == only)
        } else {
            let expected: TodoError = matches.isEmpty ? .notFound(prefix) : .ambiguousID(prefix, matches: matches)
            await expect(expected) { () throws(TodoError) in _ = try await repository.todo(named: prefix) }
        }
    }

    private mutating func remove(from repository: TaskList) async throws {
        var ids = model.map(\.id).filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
        guard Bool.random(using: &generator) else {
            ids.append(TodoID("missing"))
            await expect(.notFound("missing")) { () throws(TodoError) in try await repository.remove(ids, at: time.now)
            }
            return
        }
        try await repository.remove(ids, at: time.now)
        model.removeAll { ids.contains($0.id) }
    }

    private func expect(_ expected: TodoError, _ body: () async throws(TodoError) -> Void) async {
        do throws(TodoError) {
            try await body()
            Issue.record("no error in place of \(expected)")
        } catch {
            #expect(error == expected)
        }
    }

    private mutating func text() throws -> TodoText {
        try TodoText(["milk", "хлеб", "100%", "a\u{301}"].randomElement(using: &generator) ?? "milk")
    }
}
