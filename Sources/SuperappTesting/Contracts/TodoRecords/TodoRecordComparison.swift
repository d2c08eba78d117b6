import CoreModule
import TodoList

/// Compares two sets of records through every method that reads them.
enum TodoRecordComparison {
    /// What the first does otherwise than the second, at most one finding for each law.
    static func differences(
        _ records: any TodoRecordSnapshot, _ model: ModelTodoRecords
    ) throws(TodoError) -> [ContractViolation] {
        var found: [ContractViolation] = []
        func expect<Value: Equatable>(
            _ law: String, _ what: @autoclosure () -> String, _ value: Value, _ expected: Value
        ) {
            guard value != expected, !found.contains(where: { $0.law == law }) else { return }
            found.append(ContractViolation(law: law, details: "\(what()): \(value) instead of \(expected)"))
        }
        for id in TodoRecordStep.ids + [TodoID("unknown")] {
            let (record, expected) = (try records.record(id), model.record(id))
            expect("a record is as it was saved last", "\(id)", record, expected)
            for (part, text) in [("text", \Todo.text.value), ("notes", \Todo.notes.value)] {
                expect(
                    "a record is as it was saved last", "the \(part) of \(id)",
                    ExactText(record?.todo?[keyPath: text]), ExactText(expected?.todo?[keyPath: text]))
            }
        }
        let places = TodoRecordStep.paths.map { TodoRecordSelection.at($0) }
        for selection in [.all, .dirty, .withServerState, .identifiedByPath, .removed] + places {
            let selected = try records.records(selection).sorted { $0.id < $1.id }
            let expected = model.records(selection).sorted { $0.id < $1.id }
            expect("a selection has all its records, each once, and no others", "\(selection)", selected, expected)
        }
        expect("tasks come oldest first, then by identifier", "todos()", try records.todos(), try model.todos())
        try comparePrefixes(records, model, expect)
        expect("counts are right", "counts()", try records.counts(), try model.counts())
        for limit in [1, 2, 3, .max] {
            for skipped in [[], Set(try model.dirtyRecords(limit: 2, except: []).map(\.id)), Set(TodoRecordStep.ids)] {
                expect(
                    "dirty records come in order: removals first, then by identifier; those to skip are left out",
                    "dirtyRecords(limit: \(limit), except: \(skipped.sorted()))",
                    try records.dirtyRecords(limit: limit, except: skipped).map(\.id),
                    try model.dirtyRecords(limit: limit, except: skipped).map(\.id))
            }
        }
        expect(
            "known resources are the server copies and what is ignored", "knownResources()",
            try records.knownResources(), try model.knownResources())
        expect(
            "ignored resources are as they were set last", "ignoredResources()", try records.ignoredResources(),
            model.ignoredResources())
        expect(
            "the state of the collection is as it was set last", "collection()", try records.collection(),
            model.collection())
        expect(
            "conflicts are those that were added and not removed, in their order", "conflicts()",
            try records.conflicts().map(Contents.init), model.conflicts().map(Contents.init))
        return found
    }

    private static func comparePrefixes(
        _ records: any TodoRecordSnapshot, _ model: ModelTodoRecords,
        _ expect: (_ law: String, _ what: @autoclosure () -> String, _ value: [Todo], _ expected: [Todo]) -> Void
    ) throws(TodoError) {
        let todos = try model.todos().sorted { $0.id < $1.id }
        for prefix in ["a", "b", "B", "a%", "a_", "'", "ä", "text-1", "text-", "x", ""] {
            for limit in [1, 2, 1000] {
                let found = try records.todos(idPrefix: prefix, limit: limit)
                let expected = todos.filter { $0.id.rawValue.hasPrefix(prefix) }
                // An exact match may come alone.
                if let first = expected.first, first.id.rawValue == prefix, found == [first] { continue }
                expect(
                    "tasks are found by the beginning of their identifiers, in order",
                    "todos(idPrefix: “\(prefix)”, limit: \(limit))", found, Array(expected.prefix(limit)))
            }
        }
    }

    /// A conflict without its identifier, which a store chooses.
    struct Contents: Hashable {
        let id: TodoID
        let text: ExactText
        let date: Int64
        let kind: TodoConflict.Kind

        init(_ conflict: TodoConflict) {
            (id, text, kind) = (conflict.todoID, ExactText(conflict.text), conflict.kind)
            date = conflict.noticedAt.millisecondsSince1970
        }
    }
}
