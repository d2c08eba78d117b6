import CoreModule
import Foundation
import TodoList

/// Tasks with the keys of `superapp --json`. All keys are always there.
extension Todo {
    /// The task, and its version, which stays when the task is synchronized.
    var versionedJSON: (json: JSON, version: String) {
        let json: JSON = [
            "id": .text(id.rawValue), "text": .text(text.value), "notes": .text(notes.value),
            "priority": .text(priority.rawValue), "start": .text(start?.description),
            "deadline": .text(deadline?.description), "repeat": .text(recurrence?.text), "tags": .texts(tags.names),
            "link": .text(link?.absoluteString), "parent": .text(parent?.rawValue), "isCompleted": .bool(isCompleted),
            "completedAt": .date(completedAt), "createdAt": .date(createdAt), "updatedAt": .date(updatedAt),
        ]
        let (versioned, version) = json.versioned
        return (versioned.adding(["sync": .text(sync.rawValue)]), version)
    }

    /// The task as it is, such as in a list.
    var json: JSON { versionedJSON.json }
}

extension RemovedTodo {
    var json: JSON { todo.json.adding(["removedAt": .date(removedAt), "deletedAt": .date(end)]) }
}

extension TodoRecurrence {
    /// The rule; of a task that recurs on single dates only, these: `RDATE:20261203,20261210`.
    fileprivate var text: String { rule.isEmpty ? "RDATE:" + addedTimes.joined(separator: ",") : rule }
}
