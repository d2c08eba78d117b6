public import CoreModule
public import Foundation

/// What a change of a task has done besides what the task itself shows.
public struct TodoOutcome: Hashable, Sendable {
    /// The task, after the change.
    public let todo: Todo
    /// How many tasks were changed: more than one if subtasks were done with it.
    public let count: Int
    /// The recurring tasks of those that are done because they have no later time.
    public let ended: [Todo]
    /// Whether it is a recurring task that is back at the time before, or open again at its last one.
    public let isBack: Bool
    /// How many parts of a task that was reopened stay done.
    public let doneSubtasks: Int
    /// The first day of its new recurrence, if that was taken in place of the day that the task had or got.
    public let firstDay: CalendarDay?

    /// - Parameter doneSubtasks: how many of its parts stay done if the task was reopened.
    init(_ edited: [EditedTodo], isReopening: Bool = false, doneSubtasks: Int = 0) {
        todo = edited[0].after
        count = edited.count
        ended = edited.filter {
            $0.before.recurrence != nil && $0.after.recurrence != nil && !$0.before.isCompleted && $0.after.isCompleted
        }.map(\.after)
        isBack = isReopening && todo.recurrence != nil && edited[0].before != todo
        self.doneSubtasks = doneSubtasks
        firstDay = nil
    }

    /// - Parameter asked: when the user wanted the task to be done.
    init(_ todo: Todo, asked: TodoSchedule, in timeZone: TimeZone) {
        self.todo = todo
        (count, ended, isBack, doneSubtasks) = (1, [], false, 0)
        func day(_ schedule: TodoSchedule) -> CalendarDay? { (schedule.start ?? schedule.deadline)?.day(in: timeZone) }
        let given = day(asked)
        firstDay = asked.recurrence == nil || given == nil || day(todo.schedule) == given ? nil : day(todo.schedule)
    }

    /// Whether the task itself is done because it has no later time.
    public var wasLastTime: Bool { ended.contains { $0.id == todo.id } }

    /// Everything of it, for a reader in a time zone; nil if there is nothing to say.
    public func message(now: Date, timeZone: TimeZone) -> Message? {
        let first = firstDay.map { day in
            Message(
                "the first day of its recurrence was taken: \(TodoDeadline.day(day).message(now: now, timeZone: timeZone))"
            )
        }
        return Message.joined([message, reopeningMessage(now: now, timeZone: timeZone), first].compactMap(\.self))
    }

    /// What a completion or a skip has done that screens do not show by themselves; nil if nothing.
    var message: Message? {
        let ends = ended.map { Message("“\($0.text)” has no later time: it is done") }
        return Message.joined((count > 1 ? [Message("\(count: count) tasks done")] : []) + ends)
    }

    /// What a reopening has done: the time at which a recurring task is now, and the parts that stay done; nil if nothing.
    func reopeningMessage(now: Date, timeZone: TimeZone) -> Message? {
        let day = isBack ? todo.deadline ?? todo.start : nil
        return Message.joined(
            [
                day.map { Message("back at \($0.message(now: now, timeZone: timeZone))") },
                doneSubtasks > 0 ? Message("\(count: doneSubtasks) parts of it stay done") : nil,
            ].compactMap(\.self))
    }
}
