import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

/// The rules of synchronization are the same for every store; this checks that the stores behave alike.
@Suite("A simulation on every store", .timeLimit(.minutes(15)), .longComputation)
struct SimulationStoreTests {
    /// What an operation has given back.
    private enum Outcome: Equatable {
        case done
        case edited(Todo)
        case restored(TodoChange)
        case began(TodoSyncStart)
        case pulled(TodoPullResult)
        case deliveries([TodoDelivery])
        case acknowledged(TodoChange?)
        case failed(String)
    }

    private static func perform(
        _ operation: SimulatedDevice.Operation, on repository: TaskList
    ) async -> Outcome {
        do throws(TodoError) {
            switch operation {
            case .add(let todo): try await repository.add(todo)
            case .edit(let id, let edit, let date): return .edited(try await repository.edit(id, edit, at: date))
            case .remove(let id, let date): try await repository.remove([id], at: date)
            case .undoRemoval(let todo, let date): _ = try await repository.undoRemoval(of: [todo], at: date)
            case .restore(let id, let date): return .restored(try await repository.restore(id, at: date))
            case .begin(let address, let date):
                return .began(try await repository.beginSync(with: address, at: date))
            case .pull(let pull, let date):
                return .pulled(try await repository.pull(pull, at: date, device: "device"))
            case .prepare(let skipped):
                let deliveries = try await repository.deliveries(limit: 200, except: skipped, device: "device") {
                    .simulated($0.rawValue)
                }
                return .deliveries(deliveries.sorted { $0.id < $1.id })
            case .acknowledge(let delivery, let etag):
                return .acknowledged(try await repository.delivered(delivery, etag: etag))
            }
            return .done
        } catch {
            return .failed(error.code)
        }
    }

    @Test("a store in SQLite, one in memory and one with nothing but the primitives behave alike at every step")
    func same() async throws {
        for seed in 5000..<UInt64(TestScale.count(5015, full: 5100)) {
            let trace = SimulationTrace(seed: seed)
            var world = SimulatedWorld(trace.setup)
            for device in world.devices.indices { world.devices[device].operations = [] }
            try trace.run(in: &world)
            for device in world.devices {
                let memory = TaskList(InMemoryTodoRecordRepository(), replica: "")
                let database = try await SQLiteDatabase.open(.memory, schemas: [TodoSchema.todos])
                let plain = TaskList(PlainTodoRecordRepository(), replica: "")
                let others = [TaskList(SQLiteTodoRecordRepository(database: database), replica: ""), plain]
                for operation in device.operations ?? [] {
                    let expected = await Self.perform(operation, on: memory)
                    let (expectedTodos, expectedCounts) = (try await memory.todos(), try await memory.counts())
                    for other in others {
                        let outcome = await Self.perform(operation, on: other)
                        try #require(outcome == expected, "seed \(seed), \(device.name), \(operation)")
                        let (todos, counts) = (try await other.todos(), try await other.counts())
                        try #require(todos == expectedTodos, "seed \(seed), \(device.name), \(operation)")
                        try #require(counts == expectedCounts, "seed \(seed), \(device.name), \(operation)")
                    }
                }
                let todos = device.records.todos()
                for other in others {
                    #expect(try await other.conflicts() == memory.conflicts())
                    #expect(try await other.todos() == todos)
                }
            }
        }
    }
}
