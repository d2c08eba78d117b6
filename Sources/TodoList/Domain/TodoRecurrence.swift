package import CoreModule

/// How a task recurs: a rule, and single dates that are added or left out (RFC 5545, section 3.8.5). The task stands for one of its
/// times, and moves to the next one when it is done.
public struct TodoRecurrence: Hashable, Sendable {
    /// The rule as iCalendar has it: `FREQ=WEEKLY;BYDAY=MO,TH`. Empty if the task recurs only on single dates.
    public package(set) var rule: String
    /// The time that the task stands for: its start, or its deadline if it has no start. Nil if it has neither.
    package var start: ICalendarTime?
    /// Whether the time is the task's start.
    package var hasStart = true
    /// The next time of the rule, if the task stands for an added one.
    package var ruleStart: ICalendarTime?
    /// The added times.
    package var added: [ICalendarTime] = []
    /// The times that are left out.
    package var excluded: [ICalendarTime] = []
    /// Whether there is something that this library does not know, such as a second rule.
    package var hasUnknownParts = false

    /// Makes a recurrence by a rule. A task that gets it continues from its present time, else from its deadline, else from today.
    package init(rule: String) { self.rule = rule }

    /// The rule's parts. Nil if there is no rule, and for one with parts that RFC 5545 does not have.
    package var parts: RecurrenceRule? { RecurrenceRule(rule) }

    /// Whether the times of the task are known. Otherwise it recurs, and cannot be moved to its next time.
    public var isUnderstood: Bool {
        guard !hasUnknownParts, let start else { return false }
        guard !rule.isEmpty else { return true }
        return parts.map { $0.frequency >= .daily || !start.isDate } ?? false
    }

    package func series(_ zones: ICalendarTimeZones, without closed: [ICalendarTime] = []) -> RecurrenceSeries? {
        guard isUnderstood, let start else { return nil }
        return RecurrenceSeries(
            start: start, ruleStart: ruleStart, rule: parts, added: added, excluded: excluded + closed, zones: zones)
    }

    /// Whether the time that the task stands for is left out, or among some closed ones.
    package func isPassed(_ closed: [ICalendarTime], in zones: ICalendarTimeZones) -> Bool {
        guard !closed.isEmpty || !excluded.isEmpty, let start, let series = series(zones, without: closed) else {
            return false
        }
        return series.first { _ in true }?.time != start
    }

    // MARK: The next time

    /// What follows a time of a series.
    package enum Next: Hashable, Sendable {
        /// A time, and its deadline.
        case time(TodoRecurrence, TodoDeadline?)
        /// It was the last one.
        case end
        /// It is not known.
        case unknown
    }

    /// How many times are looked at before it is given up: a task of every minute may have been left for years.
    private static let mostTimes = 200_000

    /// The first later time whose deadline, or else the time itself, is wanted. Start and deadline move by the same difference.
    package func next(
        deadline: TodoDeadline?, without closed: [ICalendarTime] = [], in zones: ICalendarTimeZones,
        where isWanted: (TodoDeadline) -> Bool
    ) -> Next {
        guard let start, let series = series(zones, without: closed) else { return .unknown }
        for (number, occurrence) in series.lazy.filter({ $0.time.clock > start.clock }).enumerated() {
            guard number < Self.mostTimes else { return .unknown }
            let due = deadline?.moved(from: start, to: occurrence.time, in: zones)
            guard isWanted(due ?? TodoDeadline(occurrence.time, in: zones)) else { continue }
            return .time(moved(to: occurrence, in: zones), due)
        }
        return .end
    }

    /// The recurrence from a later time on. `COUNT` is what is left of it, so that the number of all times stays the same.
    private func moved(to occurrence: RecurrenceSeries.Occurrence, in zones: ICalendarTimeZones) -> TodoRecurrence {
        var next = self
        next.start = occurrence.time
        next.ruleStart = nil
        // Programs show an added time also if it is before the start.
        next.added = added.filter { zones.clock(of: $0, like: occurrence.time) > occurrence.time.clock.secondsOfClock }
        guard let parts else { return next }
        var before = occurrence.ruleTimesBefore
        if !occurrence.isOfRule {
            var all = self
            all.excluded = []
            let first = all.series(zones)?.first { $0.isOfRule && $0.time.clock > occurrence.time.clock }
            guard let first else {
                next.rule = ""
                return next
            }
            next.ruleStart = first.time
            before = first.ruleTimesBefore
        }
        if let count = parts.count, before > 0 {
            next.rule = RecurrenceRule.text(rule, setting: "COUNT", to: "\(count - before)")
        }
        return next
    }

    /// Whether another recurrence with its deadline is this one at a later time.
    package func leads(
        to later: TodoRecurrence?, from deadline: TodoDeadline?, to laterDeadline: TodoDeadline?
    ) -> Bool {
        guard let later, let start, let end = later.start, end.clock > start.clock, start.with(clock: end.clock) == end
        else { return false }
        let zones = ICalendarTimeZones()
        guard deadline?.moved(from: start, to: end, in: zones) == laterDeadline,
            let occurrence = series(zones)?.prefix(Self.mostTimes).first(where: { $0.time.clock >= end.clock })
        else { return false }
        return occurrence.time == end && moved(to: occurrence, in: zones) == later
    }

    // MARK: A new start

    /// The recurrence from another time on.
    package func starting(at time: ICalendarTime) -> TodoRecurrence {
        var other = self
        (other.start, other.ruleStart) = (time, nil)
        return other
    }

    /// The first day from a given one on that the rule has.
    package func firstDay(from day: CalendarDay) -> CalendarDay {
        guard var parts else { return day }
        (parts.interval, parts.count) = (1, nil)
        guard parts.setPositions.isEmpty else {
            // The start of a series counts, so it is the day before.
            let before = CalendarDay(daysSince1970: day.daysSince1970 - 1)
            return RecurrenceTimes(parts, start: before.midnight, isDate: true).first { $0.day >= day }?.day ?? day
        }
        guard !RecurrenceDays(parts, start: day).allows(day.daysSince1970) else { return day }
        return RecurrenceTimes(parts, start: day.midnight, isDate: true).first { $0.day > day }?.day ?? day
    }

    /// The recurrence with all its times in the form of its start, which RFC 5545 demands (sections 3.3.10, 3.8.5.1, 3.8.5.2).
    package func inFormOfStart(_ zones: ICalendarTimeZones) -> TodoRecurrence {
        guard let start else { return self }
        func converted(_ time: ICalendarTime) -> ICalendarTime { time.inForm(of: start) }
        var other = self
        other.added = added.map(converted)
        other.excluded = excluded.map(converted)
        if let until = parts?.until, until.isDate != start.isDate {
            var end = converted(until)
            if case .instant(let date) = zones.moment(of: end) { end = .utc(LocalDateTime(date)) }
            other.rule = RecurrenceRule.text(rule, setting: "UNTIL", to: end.value)
        }
        return other
    }
}

extension ICalendarTime {
    /// The time as a day if another one is a day; a day as that day at the time of the other one.
    package func inForm(of start: ICalendarTime) -> ICalendarTime {
        guard isDate != start.isDate else { return self }
        if start.isDate { return .date(day) }
        let timeOfDay = start.clock.secondsOfClock - start.day.midnight.secondsOfClock
        return start.with(clock: LocalDateTime(secondsOfClock: day.midnight.secondsOfClock + timeOfDay))
    }

    /// Its value, and its time zone if it has one: what ``init(coded:)`` reads.
    package var coded: String {
        if case .zoned(_, let timeZone) = self { ICalendarText.clean("\(value) \(timeZone)") } else { value }
    }

    package init?(coded text: String) {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let value = parts.first else { return nil }
        self.init(value: Array(value.utf8)[...], timeZone: parts.count > 1 ? String(parts[1]) : nil)
    }
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

    /// The deadline, as much later as one local time is than another: an hour stays that hour when the clocks change.
    fileprivate func moved(
        from start: ICalendarTime, to end: ICalendarTime, in zones: ICalendarTimeZones
    ) -> TodoDeadline {
        let seconds = end.clock.secondsOfClock - start.clock.secondsOfClock
        func moved(_ time: LocalDateTime) -> LocalDateTime {
            LocalDateTime(secondsOfClock: time.secondsOfClock + seconds)
        }
        switch self {
        case .day(let day): return .day(moved(day.midnight).day)
        case .local(let time): return .local(moved(time))
        case .moment(let date):
            let time = zones.time(at: date, like: start)
            return TodoDeadline(time.with(clock: moved(time.clock)), in: zones)
        }
    }
}

extension TodoRecurrence: Codable {
    private enum CodingKeys: String, CodingKey {
        case rule, start, hasStart, ruleStart, added, excluded, hasUnknownParts
    }

    /// Reads what ``encode(to:)`` has written. Throws a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func time(_ text: String) throws -> ICalendarTime {
            guard let time = ICalendarTime(coded: text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .start, in: values, debugDescription: "\(text) is no time")
            }
            return time
        }
        self.init(rule: try values.decode(String.self, forKey: .rule))
        start = try values.decodeIfPresent(String.self, forKey: .start).map(time)
        hasStart = try values.decode(Bool.self, forKey: .hasStart)
        ruleStart = try values.decodeIfPresent(String.self, forKey: .ruleStart).map(time)
        added = try values.decodeIfPresent([String].self, forKey: .added)?.map(time) ?? []
        excluded = try values.decodeIfPresent([String].self, forKey: .excluded)?.map(time) ?? []
        hasUnknownParts = try values.decodeIfPresent(Bool.self, forKey: .hasUnknownParts) ?? false
    }

    /// Writes everything, times as texts.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(rule, forKey: .rule)
        try values.encodeIfPresent(start?.coded, forKey: .start)
        try values.encode(hasStart, forKey: .hasStart)
        try values.encodeIfPresent(ruleStart?.coded, forKey: .ruleStart)
        if !added.isEmpty { try values.encode(added.map(\.coded), forKey: .added) }
        if !excluded.isEmpty { try values.encode(excluded.map(\.coded), forKey: .excluded) }
        if hasUnknownParts { try values.encode(true, forKey: .hasUnknownParts) }
    }
}

/// A time that a task stands for, as its fields have it.
package struct TodoOccurrence: Hashable, Sendable, Codable {
    package var deadline: TodoDeadline?
    package var recurrence: TodoRecurrence?

    package init(_ todo: Todo) { (deadline, recurrence) = (todo.deadline, todo.recurrence) }
}

/// The last move of a task to its next time, which can be taken back while the task stands there.
package struct TodoStep: Hashable, Sendable, Codable {
    package let from: TodoOccurrence
    package let to: TodoOccurrence

    package init(from: TodoOccurrence, to: TodoOccurrence) { (self.from, self.to) = (from, to) }
}
