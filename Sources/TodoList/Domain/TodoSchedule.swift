public import CoreModule
package import Foundation

/// When a task is to be done: when it begins, when it is due, and how it recurs. The parts belong together: they are merged, moved, taken
/// back and restored as one.
public struct TodoSchedule: Hashable, Sendable, Codable {
    /// When it begins: it is not open before. Nil if at once; a start that is also the deadline counts as none. A recurring task with
    /// a start begins at the time that it stands for.
    public var start: TodoDeadline?
    /// When it is due; nil if it has no deadline.
    public var deadline: TodoDeadline?
    /// How it recurs; nil if it does not.
    public var recurrence: TodoRecurrence?

    /// Describes when a task is to be done.
    public init(start: TodoDeadline? = nil, deadline: TodoDeadline? = nil, recurrence: TodoRecurrence? = nil) {
        self.start = start
        self.deadline = deadline
        self.recurrence = recurrence
    }

    /// Whether only the deadline says when.
    var isPlain: Bool { start == nil && recurrence == nil }

    /// The schedule, for a person: `every day, 2026-12-01`.
    public var message: Message {
        let day = (deadline ?? start).map { Message("\($0.description)") }
        guard let recurrence else { return day ?? Message("none") }
        return day.map { Message("\(recurrence.message), \($0)") } ?? recurrence.message
    }

    /// Whether the task has not begun at a date.
    func isBefore(_ date: Date, in timeZone: TimeZone) -> Bool {
        guard let start else { return false }
        return switch start {
        case .day(let day): CalendarDay(date, in: timeZone) < day
        case .local(let time): LocalDateTime(date, in: timeZone) < time
        case .moment(let moment): date < moment
        }
    }

    // MARK: The next time

    /// What follows a time of a series.
    package enum Next: Hashable, Sendable {
        /// A time.
        case time(TodoSchedule)
        /// It was the last one.
        case end
        /// It is not known.
        case unknown
    }

    /// How many times are looked at before it is given up: a task of every minute may have been left for years.
    private static let mostTimes = 200_000

    /// The first later time whose deadline, or else the time itself, is wanted. Start and deadline move by the same difference.
    package func next(
        without closed: [ICalendarTime] = [], in zones: ICalendarTimeZones, where isWanted: (TodoDeadline) -> Bool
    ) -> Next {
        guard let recurrence, let start = recurrence.start, let series = recurrence.series(zones, without: closed)
        else {
            return .unknown
        }
        for (number, occurrence) in series.lazy.filter({ $0.time.clock > start.clock }).enumerated() {
            guard number < Self.mostTimes else { return .unknown }
            let due = deadline?.moved(from: start, to: occurrence.time, as: recurrence.due, in: zones)
            guard isWanted(due?.deadline ?? TodoDeadline(occurrence.time, in: zones)) else { continue }
            var moved = recurrence.moved(to: occurrence, in: zones)
            moved.due = due?.written
            return .time(TodoSchedule(deadline: due?.deadline, recurrence: moved).fitting(zones))
        }
        return .end
    }

    /// Whether another schedule is this one at a later time.
    package func leads(to later: TodoSchedule, in zones: ICalendarTimeZones) -> Bool {
        guard let recurrence, let start = recurrence.start, let end = later.recurrence?.start, end.clock > start.clock,
            start.with(clock: end.clock) == end,
            case let due = deadline?.moved(from: start, to: end, as: recurrence.due, in: zones),
            due?.deadline == later.deadline,
            let occurrence = recurrence.series(zones)?.prefix(Self.mostTimes).first(where: {
                $0.time.clock >= end.clock
            })
        else { return false }
        var moved = recurrence.moved(to: occurrence, in: zones)
        moved.due = due?.written
        return occurrence.time == end && moved == later.recurrence
    }

    /// The schedule whose start is that of its series.
    package func fitting(_ zones: ICalendarTimeZones) -> TodoSchedule {
        guard let recurrence, let time = recurrence.start else { return self }
        var schedule = self
        schedule.setStart(recurrence.hasStart ? time : nil, in: zones)
        return schedule
    }

    /// Takes the start from a time of iCalendar; none if that is also the deadline. A start at midnight counts as the day, because a day
    /// is written as midnight if `DUE` has a time.
    package mutating func setStart(_ time: ICalendarTime?, in zones: ICalendarTimeZones) {
        guard let time, deadline?.time(like: time, in: zones) != time else { return start = nil }
        let begin: TodoDeadline = time.clock == time.day.midnight ? .day(time.day) : TodoDeadline(time, in: zones)
        start = begin == deadline ? nil : begin
    }

    /// Throws ``TodoError/startAfterDeadline`` if it begins after its deadline.
    package func check(in timeZone: TimeZone) throws(TodoError) {
        guard let start, let deadline else { return }
        let isLate: Bool =
            switch (start, deadline) {
            case (.local(let start), .local(let end)): start > end
            case (.moment(let start), .moment(let end)): start > end
            default: start.day(in: timeZone) > deadline.day(in: timeZone)
            }
        if isLate { throw .startAfterDeadline }
    }

    // MARK: Edits

    /// What an edit of a schedule depends on.
    struct Place {
        let zones: ICalendarTimeZones
        /// `DTSTART` as the server's copy has it: a new start gets its time zone.
        let start: ICalendarTime?
        /// `DUE` as the server's copy has it.
        let due: ICalendarTime?
        let now: Date
        let timeZone: TimeZone

        /// What a user types is a time of the user's time zone: in a task with a time zone of its own it is a moment.
        fileprivate func typed(_ time: TodoDeadline?) -> TodoDeadline? {
            let isZoned = [start, due].contains { time in
                if case .moment? = time.map({ TodoDeadline($0, in: zones) }) { true } else { false }
            }
            guard isZoned, case .local(let local)? = time else { return time }
            return .moment(ICalendarTimeZones.date(of: local, in: timeZone))
        }

        /// A day that is typed as the start of a task that is due at a moment begins at midnight of the user: iCalendar wants a time there.
        fileprivate func typed(_ start: TodoDeadline?, before deadline: TodoDeadline?) -> TodoDeadline? {
            guard case .moment? = deadline, case .day(let day)? = start else { return typed(start) }
            return .moment(ICalendarTimeZones.date(of: day.midnight, in: timeZone))
        }

        /// A deadline without a time zone of its own, unless a time that has one is there: the hour of a series stays when the clocks
        /// change.
        fileprivate func local(_ deadline: TodoDeadline, like time: ICalendarTime?) -> TodoDeadline {
            guard case .moment(let date) = deadline else { return deadline }
            switch time {
            case .zoned, .utc: return deadline
            case .date, .local, nil:
                return .local(LocalDateTime(date, in: timeZone))
            }
        }
    }

    /// The schedule after an edit. Of a recurrence in the edit only the rule counts: it begins where the task is.
    func edited(by edit: TodoEdit, at place: Place) -> TodoSchedule {
        if let whole = edit.schedule { return whole }
        var schedule = self
        if edit.recurrence == .cleared { schedule.recurrence = nil }
        let due = edit.deadline.map { place.typed($0.value) } ?? deadline
        if let start = edit.start, start.value != self.start {
            schedule.setStart(place.typed(start.value, before: due), at: place)
        }
        if edit.deadline != nil {
            schedule.setDeadline(due, movesStart: start == nil && edit.start == nil, at: place)
        }
        if let recurrence = edit.recurrence?.value { schedule.setRule(of: recurrence, at: place) }
        return schedule.fitting(place.zones)
    }

    /// A new rule begins at the task's present time, else at its start, else at its deadline, else today: on its first day from then on.
    mutating func setRule(of other: TodoRecurrence, at place: Place) {
        if let recurrence, recurrence.start != nil, recurrence.hasRule(of: other) { return }
        var new = TodoRecurrence(rule: other.rule)
        let days = move(toFirstDayOf: new, in: place.timeZone)
        if let recurrence, let time = recurrence.start {
            let first = time.with(clock: time.clock.adding(days: days))
            (new.start, new.hasStart) = (first, recurrence.hasStart)
        } else if let begin = start {
            new.start = place.local(begin, like: place.start).time(like: place.start, in: place.zones)
        } else {
            let today = CalendarDay(place.now, in: place.timeZone)
            let due = place.local(deadline ?? .day(new.firstDay(from: today)), like: place.due)
            deadline = due
            new.start = due.time(like: place.due, in: place.zones)
        }
        recurrence = new
    }

    /// A series that has no start but its deadline moves with that.
    private mutating func setDeadline(_ new: TodoDeadline?, movesStart: Bool, at place: Place) {
        guard new != deadline else { return }
        let hadTime = deadline?.hasTime ?? true
        deadline = new
        // iCalendar wants a day there, too.
        if case .day? = new, case .moment(let date)? = start, hadTime {
            start = .day(CalendarDay(date, in: place.timeZone))
        }
        guard var recurrence, let time = recurrence.start else { return }
        if movesStart, let new {
            let due = place.local(new, like: time)
            deadline = due
            recurrence = recurrence.starting(
                at: due.time(like: time, in: place.zones), in: place.zones, on: place.timeZone)
        } else if new == nil {
            recurrence.hasStart = true
        } else if case .day? = new, case .day(let day)? = start, hadTime {
            recurrence = recurrence.starting(at: .date(day), in: place.zones, on: place.timeZone)
        }
        self.recurrence = recurrence
    }

    /// The times of a recurring task follow its start, or else its deadline.
    private mutating func setStart(_ new: TodoDeadline?, at place: Place) {
        guard new != start else { return }
        start = new
        guard var recurrence, let time = recurrence.start else { return }
        if let begin = new ?? deadline {
            recurrence = recurrence.starting(
                at: place.local(begin, like: time).time(like: time, in: place.zones), in: place.zones,
                on: place.timeZone)
        } else {
            deadline = TodoDeadline(time, in: place.zones)
        }
        recurrence.hasStart = new != nil
        self.recurrence = recurrence
    }
}

/// A move of a task to its next time, which can be taken back while the task stands there, and then the one before.
package struct TodoStep: Hashable, Sendable, Codable {
    /// How many moves can be taken back, one after the other.
    private static let limit = 50

    package let from: TodoSchedule
    package let to: TodoSchedule
    /// The moves that led to `from`, the last one at the end, without those before them. Earlier versions of the library stored none.
    private var earlier: [TodoStep]?

    package init(from: TodoSchedule, to: TodoSchedule) { (self.from, self.to) = (from, to) }

    /// The move after another one.
    init(from: TodoSchedule, to: TodoSchedule, after last: TodoStep) {
        self.init(from: from, to: to)
        earlier = ((last.earlier ?? []) + [TodoStep(from: last.from, to: last.to)]).suffix(Self.limit - 1)
    }

    /// The move before it.
    var previous: TodoStep? {
        var step = earlier?.last
        step?.earlier = earlier.map { $0.dropLast() }
        return step
    }

    /// Whether it has led to a schedule.
    func leads(to schedule: TodoSchedule, in zones: ICalendarTimeZones) -> Bool { to.fitting(zones) == schedule }
}

extension TodoDeadline {
    /// The deadline that a time of iCalendar means.
    package init(_ time: ICalendarTime, in zones: ICalendarTimeZones) {
        switch zones.moment(of: time) {
        case .day(let day): self = .day(day)
        case .local(let time), .unknownTimeZone(let time, _): self = .local(time)
        case .instant(let date): self = .moment(date)
        }
    }

    /// The deadline as a time of iCalendar, in the time zone of another one if it is a moment.
    package func time(like other: ICalendarTime?, in zones: ICalendarTimeZones) -> ICalendarTime {
        switch self {
        case .day(let day): .date(day)
        case .local(let time):
            if let other, case .zoned(_, let zone) = other { .zoned(time, timeZone: zone) } else { .local(time) }
        case .moment(let date): zones.time(at: date, like: other)
        }
    }

    /// It in whole seconds, as iCalendar has it.
    var inWholeSeconds: TodoDeadline { if case .moment(let date) = self { .moment(date.inWholeSeconds) } else { self } }

    /// The deadline, as much later as one local time is than another: an hour stays that hour when the clocks change. On a day on
    /// which they skip it, only the written time says which hour it is.
    fileprivate func moved(
        from start: ICalendarTime, to end: ICalendarTime, as due: ICalendarTime?, in zones: ICalendarTimeZones
    ) -> (deadline: TodoDeadline, written: ICalendarTime?) {
        let seconds = end.clock.secondsOfClock - start.clock.secondsOfClock
        func moved(_ time: LocalDateTime) -> LocalDateTime {
            LocalDateTime(secondsOfClock: time.secondsOfClock + seconds)
        }
        switch self {
        case .day(let day): return (.day(moved(day.midnight).day), nil)
        case .local(let time): return (.local(moved(time)), nil)
        case .moment(let date):
            let time =
                due.flatMap { TodoDeadline($0, in: zones) == self ? $0 : nil } ?? zones.time(at: date, like: start)
            let next = time.with(clock: moved(time.clock))
            return (TodoDeadline(next, in: zones), zones.isSkipped(next) ? next : nil)
        }
    }
}
