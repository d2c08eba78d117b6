package import CoreModule

/// The local times of a rule from its start on, in order, each once. The start is the first, whether the rule allows it or not, and
/// counts for `COUNT` (RFC 5545, section 3.3.10). `UNTIL` is not looked at: it may be in another time zone.
///
/// Made one by one. A rule that allows no time ends after a limited search, and all end with the year 9999.
package struct RecurrenceTimes: Sequence, IteratorProtocol, Sendable {
    /// More than 400 years of days, after which the calendar repeats.
    private static let mostEmptyPeriods = 200_000

    private let rule: RecurrenceRule
    private let days: RecurrenceDays
    private let start: LocalDateTime
    private let isDate: Bool
    /// The next period to look at, in intervals since the start.
    private var period = 0
    /// The times of the last period that are still to come, the latest first, in seconds of the clock.
    private var left: [Int]
    private var made = 0

    /// - Parameter isDate: whether the times are days, so that the rule's parts for a time of day have no meaning.
    package init(_ rule: RecurrenceRule, start: LocalDateTime, isDate: Bool) {
        self.rule = rule
        self.start = start
        self.isDate = isDate
        days = RecurrenceDays(rule, start: start.day)
        left = [start.secondsOfClock]
    }

    package mutating func next() -> LocalDateTime? {
        guard made < rule.count ?? .max else { return nil }
        var empty = 0
        while left.isEmpty {
            guard empty < Self.mostEmptyPeriods, let times = nextPeriod() else { return nil }
            left = times.reversed()
            empty += 1
        }
        made += 1
        return left.popLast().map { LocalDateTime(secondsOfClock: $0) }
    }

    // MARK: Periods

    /// The times of the next period that come after the start, in order; nil after the last year.
    private mutating func nextPeriod() -> [Int]? {
        let skipped = period * rule.interval
        period += 1
        let first = start.day.daysSince1970
        var times: [Int]
        switch rule.frequency {
        case .yearly:
            let year = start.day.year + skipped
            guard year <= 9999 else { return nil }
            times = self.times(of: days.days(ofYear: year))
        case .monthly:
            let (year, month) = (start.day.year * 12 + start.day.month - 1 + skipped).flooredQuotient(by: 12)
            guard year <= 9999 else { return nil }
            times = self.times(of: days.days(ofYear: year, month: month + 1))
        case .weekly:
            let week = first - first.weekday(after: rule.weekStart.number) + 7 * skipped
            guard week <= Self.lastDay else { return nil }
            times = self.times(of: (week..<week + 7).filter { $0 <= Self.lastDay && days.allows($0) })
        case .daily:
            guard first + skipped <= Self.lastDay else { return nil }
            times = self.times(of: days.allows(first + skipped) ? [first + skipped] : [])
        case .hourly, .minutely, .secondly:
            guard let found = timesOfDay(skipped) else { return nil }
            times = found
        }
        if !rule.setPositions.isEmpty {
            let all = times
            let places = rule.setPositions.map { $0 > 0 ? $0 - 1 : all.count + $0 }
            times = Set(places).sorted().filter(all.indices.contains).map { all[$0] }
        }
        let begin = start.secondsOfClock
        return times.last.map { $0 > begin } == true ? times.filter { $0 > begin } : []
    }

    private static let lastDay = 2_932_896

    /// The times on some days.
    private func times(of days: [Int]) -> [Int] {
        guard !days.isEmpty else { return [] }
        let clocks = isDate ? [0] : clocks(hour: nil, minute: nil, second: nil)
        return days.flatMap { day in clocks.map { day * 86_400 + $0 } }
    }

    /// The seconds of a day at which something happens, of those that a period of less than a day leaves open.
    private func clocks(hour: Int?, minute: Int?, second: Int?) -> [Int] {
        func choices(_ fixed: Int?, _ allowed: [Int], _ ofStart: Int) -> [Int] {
            guard let fixed else { return allowed.isEmpty ? [ofStart] : allowed }
            return allowed.isEmpty || allowed.contains(fixed) ? [fixed] : []
        }
        let hours = choices(hour, rule.hours, start.hour)
        let minutes = choices(minute, rule.minutes, start.minute)
        let seconds = choices(second, rule.seconds, start.second)
        return hours.flatMap { hour in
            minutes.flatMap { minute in seconds.map { hour * 3_600 + minute * 60 + $0 } }
        }
    }

    /// The times of an hour, a minute or a second. If none can be on its day, in its hour or in its minute, the next period is the
    /// first one after that.
    private mutating func timesOfDay(_ skipped: Int) -> [Int]? {
        let unit = rule.frequency == .hourly ? 3_600 : rule.frequency == .minutely ? 60 : 1
        let first = start.secondsOfClock.flooredQuotient(by: unit).quotient * unit
        let time = first + skipped * unit
        let (day, second) = time.flooredQuotient(by: 86_400)
        guard day <= Self.lastDay else { return nil }
        let (hour, minute) = (second / 3_600, second / 60 % 60)
        let end: Int? =
            if !days.allows(day) {
                (day + 1) * 86_400
            } else if !rule.hours.isEmpty, !rule.hours.contains(hour) {
                day * 86_400 + (hour + 1) * 3_600
            } else if unit < 3_600, !rule.minutes.isEmpty, !rule.minutes.contains(minute) {
                day * 86_400 + hour * 3_600 + (minute + 1) * 60
            } else {
                nil
            }
        if let end {
            let step = rule.interval * unit
            period = Swift.max(period, (end - first + step - 1) / step)
            return []
        }
        return clocks(hour: hour, minute: unit < 3_600 ? minute : nil, second: unit == 1 ? second % 60 : nil).map {
            day * 86_400 + $0
        }
    }
}
