import CoreModule
import Foundation

/// All times of a recurring task from a certain one on: those of a rule and the added ones (`RDATE`), without the excluded ones
/// (`EXDATE`). See RFC 5545, section 3.8.5.
///
/// All have the form of the start: days, local times, or times in its time zone.
package struct RecurrenceSeries: Sequence, Sendable {
    /// A time of a series.
    package struct Occurrence: Hashable, Sendable {
        /// When it is.
        package let time: ICalendarTime
        /// Whether the rule has this time. Else it was added.
        package let isOfRule: Bool
        /// How many times of the rule come before it, with the excluded ones.
        package let ruleTimesBefore: Int
    }

    private let start: ICalendarTime
    private let ruleStart: ICalendarTime?
    private let rule: RecurrenceRule?
    private let added: [Int]
    private let excluded: Set<Int>
    private let excludedDays: Set<CalendarDay>
    private let zones: ICalendarTimeZones

    /// - Parameters:
    ///   - start: the first time.
    ///   - ruleStart: the first time of the rule, if the start is an added one.
    package init(
        start: ICalendarTime, ruleStart: ICalendarTime? = nil, rule: RecurrenceRule?, added: [ICalendarTime] = [],
        excluded: [ICalendarTime] = [], zones: ICalendarTimeZones = ICalendarTimeZones()
    ) {
        self.start = start
        self.ruleStart = ruleStart ?? start
        self.rule = rule
        self.zones = zones
        let begin = start.clock.secondsOfClock
        self.added = ([begin] + added.map { zones.clock(of: $0, like: start) }.filter { $0 > begin }).sorted()
        // A day excludes all times of it, though RFC 5545 wants the type of the start.
        let days = excluded.filter { $0.isDate && !start.isDate }
        excludedDays = Set(days.map(\.day))
        self.excluded = Set(excluded.filter { !days.contains($0) }.map { zones.clock(of: $0, like: start) })
    }

    package func makeIterator() -> Iterator { Iterator(self) }

    package struct Iterator: IteratorProtocol {
        private let series: RecurrenceSeries
        private var ruleTimes: RecurrenceTimes?
        private var nextOfRule: Int?
        private var ruleTimesBefore = 0
        private var added: ArraySlice<Int>

        fileprivate init(_ series: RecurrenceSeries) {
            self.series = series
            added = series.added[...]
            if let rule = series.rule, let start = series.ruleStart {
                ruleTimes = RecurrenceTimes(rule, start: start.clock, isDate: series.start.isDate)
            }
            advanceRule()
        }

        private mutating func advanceRule() {
            let time = ruleTimes?.next()
            // The start is a time of the series even if the rule has ended before.
            let isOver = time.map { $0 != series.ruleStart?.clock && series.isAfterEnd($0) } ?? true
            if isOver { ruleTimes = nil }
            nextOfRule = isOver ? nil : time?.secondsOfClock
        }

        package mutating func next() -> Occurrence? {
            while let clock = [nextOfRule, added.first].compactMap(\.self).min() {
                let (isOfRule, before) = (nextOfRule == clock, ruleTimesBefore)
                if isOfRule {
                    ruleTimesBefore += 1
                    advanceRule()
                }
                while added.first == clock { added.removeFirst() }
                let time = series.start.with(clock: LocalDateTime(secondsOfClock: clock))
                guard !series.excludes(time) else { continue }
                return Occurrence(time: time, isOfRule: isOfRule, ruleTimesBefore: before)
            }
            return nil
        }
    }

    private func excludes(_ time: ICalendarTime) -> Bool {
        excluded.contains(time.clock.secondsOfClock) || excludedDays.contains(time.day)
    }

    /// Whether a time is later than `UNTIL`, which is in UTC if the start has a time zone, and else has its type.
    private func isAfterEnd(_ clock: LocalDateTime) -> Bool {
        guard let until = rule?.until else { return false }
        if until.isDate || start.isDate { return clock.day > until.day }
        if case .utc(let end) = until, case .instant(let date) = zones.moment(of: start.with(clock: clock)) {
            return date > end.date()
        }
        return clock > until.clock
    }
}

extension ICalendarTimeZones {
    /// The local time of a time where another one is, in seconds of the clock; midnight if the other is a day.
    func clock(of time: ICalendarTime, like start: ICalendarTime) -> Int {
        if start.isDate { return time.day.daysSince1970 * 86_400 }
        switch (start, time) {
        case (.zoned(_, let zone), .zoned(_, let other)) where zone == other: break
        case (.zoned, .utc), (.zoned, .zoned), (.utc, .zoned):
            if case .instant(let date) = moment(of: time) {
                return self.time(at: date, like: start).clock.secondsOfClock
            }
        default: break
        }
        return time.clock.secondsOfClock
    }
}
