import CoreModule
public import Foundation

/// A choice of tasks. An empty one has all.
public struct TodoFilter: Hashable, Sendable {
    /// What the deadline says of the present day.
    public enum Due: Hashable, Sendable {
        /// It is today.
        case today
        /// It has passed, and the task is not done.
        case overdue
    }

    /// A tag that the tasks have, whatever its case; nil for any.
    public var tag: String?
    /// What their deadline says: one of these. Empty for any, also for none.
    public var due: Set<Due>
    /// The words that text, notes, tags and link contain, each at any place, whatever their case and accents. Empty for any.
    public var searchText: String

    /// Describes a choice.
    public init(tag: String? = nil, due: Set<Due> = [], searchText: String = "") {
        self.tag = tag
        self.due = due
        self.searchText = searchText
    }

    /// Whether it leaves out nothing.
    public var isEmpty: Bool { tag == nil && due.isEmpty && searchText.allSatisfy(\.isWhitespace) }

    /// What a list says that has none of its tasks.
    var emptyMessage: Message {
        guard let tag, TodoFilter(tag: tag) == self else { return Message("No such tasks") }
        return Message("No tasks with the tag “\(tag)”")
    }

    /// The tasks of the choice, at a date in a time zone, in their order.
    public func matches(in todos: [Todo], at date: Date, in timeZone: TimeZone) -> [Todo] {
        let words = searchText.withoutUnseenCharacters.split(whereSeparator: \.isWhitespace).map {
            Self.key(String($0))
        }
        let today = CalendarDay(date, in: timeZone)
        return todos.filter { todo in
            if let tag, !todo.tags.contains(tag) { return false }
            let isDue =
                due.isEmpty
                || due.contains { due in
                    switch due {
                    case .today: todo.deadline?.day(in: timeZone) == today
                    case .overdue: todo.isOverdue(at: date, in: timeZone)
                    }
                }
            guard isDue else { return false }
            guard !words.isEmpty else { return true }
            let texts = [todo.text.value, todo.notes.value, todo.link?.absoluteString ?? ""] + todo.tags.names
            let key = Self.key(texts.joined(separator: "\n"))
            return words.allSatisfy { key.contains($0) }
        }
    }

    private static func key(_ text: String) -> String {
        text.withoutUnseenCharacters.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
