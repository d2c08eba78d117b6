import TestSupport
import Testing

extension SQLiteProbe {
    /// Removes what the last migration of the tasks has added, as in a file of before.
    func dropTodoCounts() {
        let objects = [
            "TRIGGER todo_added", "TRIGGER todo_changed", "TRIGGER todo_removed", "TABLE todo_count",
            "INDEX todo_copy_leaving",
        ]
        for object in objects { #expect(run("DROP \(object)")) }
    }
}
