package import CoreModule
package import Foundation

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
    /// The deadline as it is written, if the clocks skip that hour: the date of the deadline is in the hour after it.
    package var due: ICalendarTime?
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

    /// Whether another recurrence has the same rule, and both are understood. Their times may differ.
    package func hasRule(of other: TodoRecurrence) -> Bool {
        guard !hasUnknownParts, !other.hasUnknownParts else { return false }
        return rule == other.rule || parts != nil && parts == other.parts
    }

    /// The added times as iCalendar has them, without their time zone: `20261203`, `20261203T180000`.
    public var addedTimes: [String] { added.map(\.value) }

    // MARK: Another time

    /// The recurrence at a later time of its series. `COUNT` is what is left of it, so that the number of all times stays the same.
    package func moved(to occurrence: RecurrenceSeries.Occurrence, in zones: ICalendarTimeZones) -> TodoRecurrence {
        var next = self
        if occurrence.isOfRule {
            (next.start, next.ruleStart) = (occurrence.time, nil)
            next.count(from: occurrence.ruleTimesBefore)
        } else {
            next = standing(at: occurrence.time, in: zones)
        }
        // Programs show an added time also if it is before the start.
        next.added = added.filter { zones.clock(of: $0, like: occurrence.time) > occurrence.time.clock.secondsOfClock }
        return next
    }

    /// The recurrence at a time that its rule does not have: the rule goes on with its first time after that.
    private func standing(
        at time: ICalendarTime, in zones: ICalendarTimeZones, on timeZone: TimeZone? = nil
    ) -> TodoRecurrence {
        func converted(_ other: ICalendarTime) -> ICalendarTime { other.inForm(of: time, in: zones, on: timeZone) }
        var (next, all) = (self, self)
        all.excluded = []
        (next.start, next.ruleStart) = (time, nil)
        guard parts != nil else { return next }
        guard let first = all.series(zones)?.first(where: { $0.isOfRule && converted($0.time).clock > time.clock })
        else {
            next.rule = ""
            return next
        }
        next.ruleStart = converted(first.time)
        next.count(from: first.ruleTimesBefore)
        return next
    }

    private mutating func count(from number: Int) {
        guard number > 0, let count = parts?.count else { return }
        rule = RecurrenceRule.text(rule, setting: "COUNT", to: "\(count - number)")
    }

    /// The recurrence from another time on, which its user has chosen. If the task stands for an added time, only that is moved. Else times
    /// that are left out stay so at another hour, too, on the same days of the user's time zone.
    package func starting(
        at time: ICalendarTime, in zones: ICalendarTimeZones, on timeZone: TimeZone
    ) -> TodoRecurrence {
        guard ruleStart == nil else { return standing(at: time, in: zones, on: timeZone) }
        var other = self
        other.start = time
        guard let start else { return other }
        other.excluded = excluded.map { $0.following(from: start, to: time, in: zones, on: timeZone) }
        // An end that is one of the times stays one.
        if let until = parts?.until, !until.isDate, !start.isDate, !time.isDate {
            let end = until.following(from: start, to: time, in: zones, on: timeZone)
            if end != until { other.end(at: end, in: zones) }
        }
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

    /// Writes an end: in UTC if it has a time zone.
    private mutating func end(at time: ICalendarTime, in zones: ICalendarTimeZones) {
        var end = time
        if case .instant(let date) = zones.moment(of: time) { end = .utc(LocalDateTime(date)) }
        rule = RecurrenceRule.text(rule, setting: "UNTIL", to: end.value)
    }

    /// The recurrence with all its times in the form of its start, which RFC 5545 demands (sections 3.3.10, 3.8.5.1, 3.8.5.2). The start
    /// may have had another form before. A time that becomes a day is on its day in the user's time zone, if one is given.
    package func inFormOfStart(
        _ zones: ICalendarTimeZones, before old: ICalendarTime? = nil, on timeZone: TimeZone? = nil
    ) -> TodoRecurrence {
        guard let start else { return self }
        func converted(_ time: ICalendarTime) -> ICalendarTime { time.inForm(of: start, in: zones, on: timeZone) }
        var other = self
        other.ruleStart = ruleStart.map(converted)
        other.added = added.map(converted)
        other.excluded = excluded.map(converted)
        if let until = parts?.until, until.isDate != start.isDate {
            // A rule with a time zone ends in UTC, where the last time may be on another day.
            var until = until
            if case .zoned = old, case .utc(let time) = until { until = zones.time(at: time.date(), like: old) }
            other.end(at: converted(until), in: zones)
        }
        return other
    }
}

extension ICalendarTime {
    /// The time as a day if another one is a day; a day as that day at the time of the other one. A day is one of the user's time zone,
    /// if one is given, else of the time's own.
    package func inForm(
        of start: ICalendarTime, in zones: ICalendarTimeZones = ICalendarTimeZones(), on timeZone: TimeZone? = nil
    ) -> ICalendarTime {
        guard isDate != start.isDate else { return self }
        let day = day(in: zones, on: timeZone)
        return start.isDate ? .date(day) : start.on(day, in: zones, on: timeZone)
    }

    /// Its day in a time zone; without one, and if it has no time zone itself, its own.
    package func day(in zones: ICalendarTimeZones, on timeZone: TimeZone?) -> CalendarDay {
        guard let timeZone, case .instant(let date) = zones.moment(of: self) else { return day }
        return CalendarDay(date, in: timeZone)
    }

    /// The same time of another day of a time zone.
    private func on(_ other: CalendarDay, in zones: ICalendarTimeZones, on timeZone: TimeZone?) -> ICalendarTime {
        let days = other.daysSince1970 - day(in: zones, on: timeZone).daysSince1970
        return with(clock: clock.adding(days: days))
    }

    /// A time of a series whose start gets another hour, or another form: on the same day of the user's time zone at the new hour, if it
    /// was at the old one.
    package func following(
        from old: ICalendarTime, to new: ICalendarTime, in zones: ICalendarTimeZones, on timeZone: TimeZone
    ) -> ICalendarTime {
        guard !isDate, !old.isDate, !new.isDate else { return inForm(of: new, in: zones, on: timeZone) }
        let here = old.with(clock: LocalDateTime(secondsOfClock: zones.clock(of: self, like: old)))
        guard here == old.on(here.day, in: zones, on: nil) else { return self }
        return new.on(day(in: zones, on: timeZone), in: zones, on: timeZone)
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

extension TodoRecurrence: Codable {
    private enum CodingKeys: String, CodingKey {
        case rule, start, hasStart, ruleStart, added, excluded, due, hasUnknownParts
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
        due = try values.decodeIfPresent(String.self, forKey: .due).map(time)
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
        try values.encodeIfPresent(due?.coded, forKey: .due)
        if hasUnknownParts { try values.encode(true, forKey: .hasUnknownParts) }
    }
}
