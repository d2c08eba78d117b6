public import CoreModule
public import Foundation

extension TodoDeadline {
    /// Reads a deadline as a user types it, in English or Russian, in any letter case. Throws ``TodoError/invalidDate(_:)``, which names the
    /// forms, for anything else, also for what has two meanings.
    ///
    /// - What ``init(_:)`` reads: `2026-12-01`, `2026-12-01 18:00`.
    /// - `today`, `tomorrow`, `day after tomorrow`, `сегодня`, `завтра`, `послезавтра`.
    /// - A weekday, `fri`, `on friday`, `пт`, `в пятницу`: the first one after today. `this sunday`, `в это воскресенье`: the one of this
    ///   week, if it is still to come. `next monday`, `в следующий понедельник`: the one of the week that begins on the next Monday.
    ///   `next week`, `next month`, `next year`: their first day.
    /// - `in 3 days`, `+1w`, `через неделю`: a number of days, weeks, months or years. A month without that day ends it: a month
    ///   after 31 January is the last day of February.
    /// - `1.12.`, `1.12`, `1 dec`, `1 декабря` or `1.12.2026`, and `12/1` or `12/1/2026` in the order of the locale. Without a year it is the
    ///   first such day from today on.
    ///
    /// A time may stand before or behind the day: `tomorrow 18:00`, `fri at 9:30`, `6pm tomorrow`, `завтра в 18:00`. Alone it is the next
    /// such time.
    /// - Parameters:
    ///   - text: what the user typed.
    ///   - now: the present local time, from which words count.
    ///   - locale: the reader's locale. If nil, a day with a slash is read only if one of its numbers can be no month.
    public init(typed text: String, now: LocalDateTime, locale: Locale? = nil) throws(TodoError) {
        do {
            try self.init(text.trimmingCharacters(in: .whitespacesAndNewlines))
        } catch {
            var words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
            let days = TypedDay(today: now.day, locale: locale)
            guard let time = TypedTime(takenFrom: &words) else {
                guard let day = days.day(words) else { throw .invalidDate(text) }
                self = .day(day)
                return
            }
            let day = words.isEmpty ? now.day : days.day(words)
            guard let day, var local = LocalDateTime(day, hour: time.hour, minute: time.minute) else {
                throw .invalidDate(text)
            }
            if words.isEmpty, local < now { local = local.adding(days: 1) }
            self = .local(local)
        }
    }
}

/// A time of day, as people write it: `18:00`, `6pm`, `6:30 pm`.
private struct TypedTime {
    let hour: Int
    let minute: Int

    /// Takes the time behind or before some other words, with the word that joins them.
    init?(takenFrom words: inout [String]) {
        for count in [2, 1] where words.count >= count {
            // Two words are a time if the second one says the half of the day.
            if count == 1 || ["am", "pm"].contains(words.last), let time = TypedTime(words.suffix(count).joined()) {
                words.removeLast(count)
                if let last = words.last, ["at", "в"].contains(last) { words.removeLast() }
                self = time
                return
            }
            var first = words[...]
            if let word = first.first, ["at", "в"].contains(word) { first = first.dropFirst() }
            if first.count >= count, let time = TypedTime(first.prefix(count).joined()) {
                words = Array(first.dropFirst(count))
                self = time
                return
            }
        }
        return nil
    }

    private init?(_ word: String) {
        let half = word.hasSuffix("am") ? 0 : word.hasSuffix("pm") ? 12 : nil
        let digits = half == nil ? word[...] : word.dropLast(2)
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        // A number alone may be a day.
        guard parts.count == 2 || parts.count == 1 && half != nil, parts[0].utf8.count <= 2,
            let hour = decimal(parts[0].utf8)
        else { return nil }
        if parts.count == 2 {
            guard parts[1].utf8.count == 2, let minute = decimal(parts[1].utf8) else { return nil }
            self.minute = minute
        } else {
            minute = 0
        }
        guard let half else {
            self.hour = hour
            return
        }
        guard (1...12).contains(hour) else { return nil }
        self.hour = hour % 12 + half
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
        case ("day", 3) where words == ["day", "after", "tomorrow"]: day(after: 2)
        case ("the", 4) where words[1] == "day": day(words.dropFirst().map(\.self))
        case ("this", 2): weekday(words[1]).flatMap(dayOfThisWeek)
        case ("в", 3) where Self.these.contains(words[1]), ("во", 3) where Self.these.contains(words[1]):
            weekday(words[2]).flatMap(dayOfThisWeek)
        case ("in", 3) where ["a", "an"].contains(words[1]): shifted(1, words[2])
        case ("in", 3), ("через", 3): Self.number(words[1]).flatMap { shifted($0, words[2]) }
        case ("через", 2): shifted(1, words[1])
        case ("next", 2): next(words[1])
        case ("в", 3), ("во", 3), ("на", 3): words[1].hasPrefix("следующ") ? next(words[2]) : nil
        case ("on", 2) where weekday(words[1]) == nil: day(words.dropFirst().map(\.self))
        case ("on", 2), ("в", 2), ("во", 2): weekday(words[1]).flatMap(dayOfWeekday)
        case (_, 2), (_, 3): named(words)
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

    private static let these = ["этот", "эту", "это"]

    /// A weekday that is still to come in this week. One that is today, or over, may also be meant of the next.
    private func dayOfThisWeek(_ weekday: RecurrenceRule.Weekday) -> CalendarDay? {
        let days = weekday.number - today.daysSince1970.weekday(after: 0)
        return days > 0 ? day(after: days) : nil
    }

    private func dayOfNextWeek(_ weekday: RecurrenceRule.Weekday) -> CalendarDay? {
        day(after: 7 - today.daysSince1970.weekday(after: 0) + weekday.number)
    }

    /// `next monday`, and the first day of the next week, month or year.
    private func next(_ word: String) -> CalendarDay? {
        switch word {
        case "week", "неделе", "неделю": day(after: 7 - today.daysSince1970.weekday(after: 0))
        case "month", "месяце", "месяц": date(today.year + today.month / 12, today.month % 12 + 1, 1)
        case "year", "году", "год": date(today.year + 1, 1, 1)
        default: weekday(word).flatMap(dayOfNextWeek)
        }
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
        return date(day, month, year: parts.count == 2 ? nil : parts[2])
    }

    /// `1 dec`, `Dec 1, 2026`, `1 декабря`.
    private func named(_ words: [String]) -> CalendarDay? {
        let words = words.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
        let months = words.prefix(2).map(month)
        guard let place = months.firstIndex(where: { $0 != nil }), let month = months[place],
            words[1 - place].utf8.count <= 2, let day = Self.number(words[1 - place])
        else { return nil }
        return date(day, month, year: words.count == 2 ? nil : words[2][...])
    }

    /// A month by at least its first three letters, in Russian as it stands behind a day.
    private func month(_ word: String) -> Int? {
        let names = [
            ["january", "января"], ["february", "февраля"], ["march", "марта"], ["april", "апреля"], ["may", "мая"],
            ["june", "июня"], ["july", "июля"], ["august", "августа"], ["september", "сентября"],
            ["october", "октября"], ["november", "ноября"], ["december", "декабря"],
        ]
        guard word.count >= 3 else { return nil }
        return names.firstIndex { $0.contains { $0.hasPrefix(word) } }.map { $0 + 1 }
    }

    /// A day of a year; without a year the first one from today on.
    private func date(_ day: Int, _ month: Int, year: Substring?) -> CalendarDay? {
        if let year { return year.utf8.count == 4 ? Self.number(year).flatMap { date($0, month, day) } : nil }
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
