import CoreModule
public import Foundation

extension Todo {
    /// Makes a task for a preview or a test, without a check of its text.
    /// - Parameters:
    ///   - text: the next step. The identifier is made of it, without white space: `sample-buy_milk`.
    ///   - priority: how much it matters.
    ///   - notes: the notes.
    ///   - isCompleted: whether it is done.
    ///   - createdAt: when it was added; by default at 2026-11-21T10:00:00Z.
    public static func sample(
        _ text: String, priority: TodoPriority = .normal, notes: String = "", isCompleted: Bool = false,
        createdAt: Date = Date(timeIntervalSince1970: 1_795_255_200)
    ) -> Todo {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: "_")
        return Todo(
            id: TodoID("sample-\(name)"), text: TodoText(stored: text), priority: priority,
            notes: TodoNotes(stored: notes), isCompleted: isCompleted, completedAt: isCompleted ? createdAt : nil,
            createdAt: createdAt, updatedAt: createdAt)
    }
}

extension [Todo] {
    /// Tasks for previews: open and done, of every priority.
    public static var sample: [Todo] {
        [
            .sample("Learn ten words", priority: .high),
            .sample("Read a chapter", notes: "Without a dictionary"),
            .sample("Write to Anna", isCompleted: true),
            .sample("Watch a film with subtitles", priority: .low),
        ]
    }
}
