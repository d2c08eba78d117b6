import TestSupport
import Testing

extension SQLiteProbe {
    /// Removes what the sixth migration of the tasks and later ones have added, as in a file of before.
    func dropTodoCounts() {
        let objects = [
            "TRIGGER todo_added", "TRIGGER todo_changed", "TRIGGER todo_removed", "TABLE todo_count",
            "INDEX todo_copy_leaving", "TABLE todo_revision", "TABLE todo_bin",
        ]
        for object in objects { #expect(run("DROP \(object)")) }
        #expect(run("ALTER TABLE todo_collection DROP COLUMN token_before"))
        for column in ["recurrence", "last_step", "details", "start"] {
            #expect(run("ALTER TABLE todo DROP COLUMN \(column)"))
        }
    }
}
