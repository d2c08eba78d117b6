import CoreModule
package import TodoList

package enum TodoRecordContract {
    /// Random transactions, in no order of the steps.
    package static let random = TodoRecordStep.random
}

extension TodoRecordStep {
    /// Few identifiers and paths, so that calls meet what earlier ones have left.
    fileprivate static let random = ContractLaw<any TodoRecordRepository>(
        RandomCalls(makeModel: { InMemoryTodoRecordRepository() }, call: randomCall, state: state))

    private typealias Step = RandomStep<any TodoRecordTransaction, TodoError>

    @Sendable private static func randomCall(
        _ generator: inout SeededGenerator
    ) throws -> RandomCall<any TodoRecordRepository> {
        let steps = try (0...generator.pick(0, 0, 1, 2)).map { _ in try step(&generator) }
        let error: TodoError? = generator.pick(nil, nil, nil, .notFound("the end"))
        return .transaction(steps, error) { repository, body in try await repository.write(body) }
    }

    private static func step(_ generator: inout SeededGenerator) throws -> Step {
        let (id, number) = (generator.pick(of: Array(ids[..<4])), generator.pick(of: Array(0..<8)))
        switch Int.random(in: 0..<12, using: &generator) {
        case 0, 1:
            return save(id, number, "task \(number)") { created throws(TodoError) in
                TodoRecord(id: id, todo: try todo(number, id: id, createdAs: created))
            }
        case 2...4:
            let path = generator.pick(of: Array(paths[..<3]))
            return save(id, number, "record \(number) of a server, path \(path.rawValue)") {
                created throws(TodoError) in
                try synchronized(number, id: id, createdAs: created, path: path)
            }
        case 5: return save(id, number, "empty") { _ throws(TodoError) in TodoRecord(id: id) }
        case 6:
            let (path, etag) = (generator.pick(paths[8], paths[9]), generator.pick(nil, "1", "2"))
            return Step("setIgnored(\(path.rawValue), \(etag ?? "nil"))") { records throws(TodoError) in
                try records.setIgnored(path, etag.map { ETag($0) })
                return []
            }
        case 7:
            let token = generator.pick(nil, "1", "2")
            return Step("setCollection(\(number), token: \(token ?? "nil"))") { records throws(TodoError) in
                try records.setCollection(TodoCollectionState(address: "https://a/\(number)", token: token))
                return []
            }
        case 8:
            let kind = generator.pick(of: conflicts)
            return Step("addConflict(\(kind), of: \(id), at: \(number))") { records throws(TodoError) in
                try records.addConflict(kind, of: id, text: "text \(number)", at: date(number))
                return []
            }
        case 9:
            return Step("removeConflict(conflicts()[\(number % 2)])") { records throws(TodoError) in
                let conflict = try records.conflicts().dropFirst(number % 2).first
                try records.removeConflict(conflict?.id ?? Identifier("none"))
                return []
            }
        case 10:
            return Step("confirmServerCopies()") { records throws(TodoError) in
                try records.confirmServerCopies()
                return []
            }
        default:
            return Step("read everything") { records throws(TodoError) in try state(records) }
        }
    }

    /// Saves a record unless its path is another one's. A task keeps its date of creation.
    private static func save(
        _ id: TodoID, _ number: Int, _ text: String,
        _ make: @escaping @Sendable (_ created: Int) throws(TodoError) -> TodoRecord
    ) -> Step {
        Step("save(\(id), \(text))") { records throws(TodoError) in
            var created = number
            if let date = try records.record(id)?.todo?.createdAt {
                for other in 0..<8 where try todo(number, id: id, createdAs: other).createdAt == date {
                    created = other
                }
            }
            let record = try make(created)
            let others = try record.path.map { path throws(TodoError) in try records.records(.at(path)) } ?? []
            if others.allSatisfy({ $0.id == id }) { try records.save(record) }
            return []
        }
    }

    @Sendable private static func state(_ repository: any TodoRecordRepository) async throws -> Seen {
        try await repository.read { records throws(TodoError) in try state(records) }
    }

    /// What every method reads.
    private static func state(_ records: any TodoRecordSnapshot) throws(TodoError) -> Seen {
        var seen: Seen = []
        for id in ids[..<4] { seen.append(("the record \(id)", try records.record(id))) }
        for path in paths[..<3] {
            seen.append(("the record at \(path.rawValue)", try records.records(.at(path)).map(\.id)))
        }
        for selection: TodoRecordSelection in [.all, .dirty, .withServerState, .identifiedByPath, .removed] {
            seen.append(("the records in \(selection)", try records.records(selection).map(\.id).sorted()))
        }
        return try seen + [
            ("the list", records.todos().map(\.id)), ("the counts", records.counts()),
            ("the tasks of a prefix", records.todos(idPrefix: "/", limit: 2).map(\.id)),
            ("the dirty records", records.dirtyRecords(limit: 3, except: [ids[0]]).map(\.id)),
            ("the known resources", records.knownResources()), ("the ignored ones", records.ignoredResources()),
            ("the collection", records.collection()),
            ("the conflicts", records.conflicts().map(TodoRecordComparison.Contents.init)),
        ]
    }
}
