import CoreModule

/// The days that a rule allows, with what a rule does not say taken from its start (RFC 5545, section 3.3.10).
struct RecurrenceDays: Sendable {
    private let rule: RecurrenceRule
    /// The months to look at in a year; empty for all.
    private let months: [Int]
    private let monthDays: Set<Int>
    private let yearDays: Set<Int>
    private let weekNumbers: Set<Int>
    private let days: [RecurrenceRule.Day]
    /// Whether a number of a weekday counts in the month, and not in the year.
    private let countsInMonth: Bool

    init(_ rule: RecurrenceRule, start: CalendarDay) {
        self.rule = rule
        let isSilent = rule.days.isEmpty && rule.monthDays.isEmpty && rule.yearDays.isEmpty
        let hasNoDay = isSilent && rule.weekNumbers.isEmpty
        months = hasNoDay && rule.frequency == .yearly && rule.months.isEmpty ? [start.month] : rule.months
        monthDays = Set(hasNoDay && rule.frequency >= .monthly ? [start.day] : rule.monthDays)
        yearDays = Set(rule.yearDays)
        weekNumbers = Set(rule.weekNumbers)
        // A week of the year says nothing of its day either.
        let isOfWeek = rule.frequency == .weekly || rule.frequency == .yearly && !rule.weekNumbers.isEmpty
        days =
            isSilent && isOfWeek
            ? [.init(.allCases[start.daysSince1970.weekday(after: 0)])] : rule.days
        countsInMonth = rule.frequency == .monthly || !rule.months.isEmpty
    }

    /// The numbers of the allowed days of a year, in order.
    func days(ofYear year: Int) -> [Int] {
        (months.isEmpty ? Array(1...12) : months).flatMap { days(ofYear: year, month: $0) }
    }

    /// The numbers of the allowed days of a month, in order.
    func days(ofYear year: Int, month: Int) -> [Int] {
        guard months.isEmpty || months.contains(month) else { return [] }
        let first = CalendarDay.daysSince1970(year: year, month: month, day: 1)
        let length = CalendarDay.length(ofYear: year, month: month)
        return (1...length).compactMap { day in
            allows(first + day - 1, year: year, day: day, length: length) ? first + day - 1 : nil
        }
    }

    /// Whether a day is allowed.
    func allows(_ number: Int) -> Bool {
        let (year, month, day) = CalendarDay.date(daysSince1970: number)
        guard months.isEmpty || months.contains(month) else { return false }
        return allows(number, year: year, day: day, length: CalendarDay.length(ofYear: year, month: month))
    }

    private func allows(_ number: Int, year: Int, day: Int, length: Int) -> Bool {
        if !monthDays.isEmpty, !monthDays.contains(day), !monthDays.contains(day - length - 1) { return false }
        let newYear = CalendarDay.daysSince1970(year: year, month: 1, day: 1)
        let yearLength = CalendarDay.daysSince1970(year: year + 1, month: 1, day: 1) - newYear
        let dayOfYear = number - newYear + 1
        if !yearDays.isEmpty, !yearDays.contains(dayOfYear), !yearDays.contains(dayOfYear - yearLength - 1) {
            return false
        }
        if !weekNumbers.isEmpty, !isInWeek(number) { return false }
        guard !days.isEmpty else { return true }
        let weekday = number.weekday(after: 0)
        return days.contains { allowed in
            guard allowed.weekday.number == weekday else { return false }
            guard let nth = allowed.number else { return true }
            let (place, last) = countsInMonth ? (day, length) : (dayOfYear, yearLength)
            return nth > 0 ? (place - 1) / 7 + 1 == nth : (last - place) / 7 + 1 == -nth
        }
    }

    /// The first week of a year is the first one with at least four of its days.
    private func isInWeek(_ number: Int) -> Bool {
        let start = number - number.weekday(after: rule.weekStart.number)
        let year = CalendarDay.date(daysSince1970: start + 3).year
        let first = firstWeek(ofYear: year)
        let (week, count) = ((start - first) / 7 + 1, (firstWeek(ofYear: year + 1) - first) / 7)
        return weekNumbers.contains(week) || weekNumbers.contains(week - count - 1)
    }

    private func firstWeek(ofYear year: Int) -> Int {
        let fourth = CalendarDay.daysSince1970(year: year, month: 1, day: 4)
        return fourth - fourth.weekday(after: rule.weekStart.number)
    }
}

extension Int {
    /// For the number of a day: how many days after a weekday it is, from 0 to 6. Monday has the number 0.
    func weekday(after start: Int) -> Int { (self + 3 - start).flooredQuotient(by: 7).remainder }
}

extension CalendarDay {
    /// The number of days of a month.
    fileprivate static func length(ofYear year: Int, month: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
    }
}
