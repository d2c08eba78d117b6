public import CoreModule
public import Foundation

extension TodoDeadline {
    /// Reads a deadline as a user types it, in English or Russian, in any letter case. Throws ``TodoError/invalidDate(_:)``.
    ///
    /// - What ``init(_:)`` reads: `2026-12-01`, `2026-12-01 18:00`.
    /// - `today`, `tomorrow`, `сегодня`, `завтра`, `послезавтра`.
    /// - A weekday, `fri`, `on friday`, `пт`, `в пятницу`: the first one after today. `next monday`, `в следующий понедельник`: the one of
    ///   the week that begins on the next Monday.
    /// - `in 3 days`, `+1w`, `через неделю`: a number of days, weeks, months or years. A month without that day ends it: a month
    ///   after 31 January is the last day of February.
    /// - `1.12.`, `1.12` or `1.12.2026`, and `12/1` or `12/1/2026` in the order of the locale. Without a year it is the first such day from
    ///   today on.
    ///
    /// A time may follow: `tomorrow 18:00`, `fri at 9:30`, `завтра в 18:00`.
    /// - Parameters:
    ///   - text: what the user typed.
    ///   - today: the present day, from which words count.
    ///   - locale: the reader's locale. If nil, a day with a slash is read only if one of its numbers can be no month.
    public init(typed text: String, today: CalendarDay, locale: Locale? = nil) throws(TodoError) {
        do {
            try self.init(text.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            var words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
            let time = words.last.flatMap(Self.time)
            if time != nil {
                words.removeLast()
                if let last = words.last, ["at", "в"].contains(last) { words.removeLast() }
            }
            guard let day = TypedDay(today: today, locale: locale).day(words) else { throw .invalidDate(text) }
            guard let time else {
                self = .day(day)
                return
            }
            guard let local = LocalDateTime(day, hour: time.hour, minute: time.minute) else { throw .invalidDate(text) }
            self = .local(local)
        }
    }

    private static func time(_ word: String) -> (hour: Int, minute: Int)? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count <= 2, parts[1].utf8.count == 2,
            let hour = decimal(parts[0].utf8), let minute = decimal(parts[1].utf8)
        else { return nil }
        return (hour, minute)
    }
}

/// Reads words that name a day.
private struct TypedDay {
    let today: CalendarDay
    let locale: Locale?

    func day(_ words: [String]) -> CalendarDay? {
        switch (words.first ?? "", words.count) {
        case ("today", 1), ("сегодня", 1): today
        case ("tomorrow", 1), ("завтра", 1): day(after: 1)
        case ("послезавтра", 1): day(after: 2)
        case ("in", 3), ("через", 3): Self.number(words[1]).flatMap { shifted($0, words[2]) }
        case ("через", 2): shifted(1, words[1])
        case ("next", 2): weekday(words[1]).flatMap(dayOfNextWeek)
        case ("в", 3), ("во", 3):
            words[1].hasPrefix("следующ") ? weekday(words[2]).flatMap(dayOfNextWeek) : nil
        case ("on", 2), ("в", 2), ("во", 2): weekday(words[1]).flatMap(dayOfWeekday)
        case (let word, 1): weekday(word).flatMap(dayOfWeekday) ?? offset(word) ?? written(word)
        default: nil
        }
    }

    // MARK: Days from today

    private func day(after days: Int) -> CalendarDay? {
        // The last day of the year 9999.
        let number = today.daysSince1970 + days
        return number <= 2_932_896 ? CalendarDay(daysSince1970: number) : nil
    }

    /// `+3d`, `+1w`, `+2н`.
    private func offset(_ word: String) -> CalendarDay? {
        guard word.first == "+", let unit = word.last else { return nil }
        return Self.number(word.dropFirst().dropLast()).flatMap { shifted($0, String(unit)) }
    }

    private func shifted(_ number: Int, _ unit: String) -> CalendarDay? {
        switch unit {
        case "d", "day", "days", "д", "день", "дня", "дней": return day(after: number)
        case "w", "week", "weeks", "н", "неделю", "недели", "недель": return day(after: 7 * number)
        case "m", "month", "months", "м", "месяц", "месяца", "месяцев": return day(afterMonths: number)
        case "y", "year", "years", "г", "год", "года", "лет": return day(afterMonths: 12 * number)
        default: return nil
        }
    }

    private func day(afterMonths months: Int) -> CalendarDay? {
        let month = today.year * 12 + today.month - 1 + months
        return (0...3).lazy.compactMap { date(month / 12, month % 12 + 1, today.day - $0) }.first
    }

    /// A number of up to four digits.
    private static func number(_ digits: some StringProtocol) -> Int? {
        digits.utf8.count <= 4 ? decimal(digits.utf8) : nil
    }

    // MARK: Weekdays

    private func dayOfWeekday(_ weekday: RecurrenceRule.Weekday) -> CalendarDay? {
        day(after: 7 - today.daysSince1970.weekday(after: weekday.number))
    }

    private func dayOfNextWeek(_ weekday: RecurrenceRule.Weekday) -> CalendarDay? {
        day(after: 7 - today.daysSince1970.weekday(after: 0) + weekday.number)
    }

    private func weekday(_ word: String) -> RecurrenceRule.Weekday? {
        let russian: [[String]] = [
            ["пн", "понедельник"], ["вт", "вторник"], ["ср", "среда", "среду"], ["чт", "четверг"],
            ["пт", "пятница", "пятницу"], ["сб", "суббота", "субботу"], ["вс", "воскресенье"],
        ]
        return russian.firstIndex { $0.contains(word) }.map { RecurrenceRule.Weekday.allCases[$0] }
            ?? RecurrenceRule.Weekday.allCases.first { word.count >= 3 && "\($0)".hasPrefix(word) }
    }

    // MARK: Days in numbers

    /// `1.12.`, `1.12.2026`, `12/1`, `12/1/2026`.
    private func written(_ word: String) -> CalendarDay? {
        let separator: Character = word.contains("/") ? "/" : "."
        var parts = word.split(separator: separator, omittingEmptySubsequences: false)
        if separator == ".", parts.count == 3, parts[2].isEmpty { parts.removeLast() }
        guard (2...3).contains(parts.count), parts[0].utf8.count <= 2, parts[1].utf8.count <= 2,
            var day = Self.number(parts[0]), var month = Self.number(parts[1])
        else { return nil }
        if separator == "/" {
            guard let monthFirst = isMonthFirst ?? (max(day, month) > 12 || day == month ? month > 12 : nil) else {
                return nil
            }
            if monthFirst { swap(&day, &month) }
        }
        guard parts.count == 2 else {
            return parts[2].utf8.count == 4 ? Self.number(parts[2]).flatMap { date($0, month, day) } : nil
        }
        // 29 February may be up to eight years away.
        return (0...8).lazy.compactMap { date(today.year + $0, month, day) }.first { $0 >= today }
    }

    private var isMonthFirst: Bool? {
        guard let locale else { return nil }
        // 22 November.
        let style = Date.FormatStyle(locale: locale, timeZone: .gmt).month(.twoDigits).day(.twoDigits)
        let text = Date(timeIntervalSince1970: 28_080_000).formatted(style)
        guard let month = text.range(of: "11"), let day = text.range(of: "22") else { return nil }
        return month.lowerBound < day.lowerBound
    }

    private func date(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay? {
        guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        return CalendarDay(hyphenated: "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))".utf8)
    }
}
