public import CoreModule
public import Foundation

extension TodoRecurrence {
    /// Reads what a user types, in English or Russian: `daily`, `weekly on mon`, `monthly on the 31st`, `yearly`, `every weekday`,
    /// `every 2 weeks on mon,thu`, `every month on the last fri`, `every year on dec 1`, `every friday until 2027-05-05`,
    /// `every 3 days 5 times`, `каждые две недели`, or a rule of iCalendar such as `FREQ=MONTHLY;BYDAY=-1FR`. What ``message`` says of a
    /// rule is read, too: `every month on the last day, 3 times`, `каждый день, до 5 мая 2027 г.`
    ///
    /// An end without a year, such as `until fri`, needs the present local time, and is read as a deadline is.
    ///
    /// Throws ``TodoError/invalidRecurrence(_:)``, also for a rule that repeats within a day, and ``TodoError/emptyRecurrence(_:)`` for one
    /// that has no time.
    public init(_ text: String, now: LocalDateTime? = nil, locale: Locale? = nil) throws(TodoError) {
        if let rule = RecurrenceRule(text.trimmingCharacters), rule.frequency >= .daily {
            // That a count of 0 has no end is only what other programs mean by it.
            let isCountedOut = rule.count == nil && text.uppercased().contains("COUNT")
            guard !isCountedOut, rule.hasDays else { throw .emptyRecurrence(text) }
            self.init(rule: rule.text)
            return
        }
        guard let rule = Self.rule(text, now, locale) else { throw .invalidRecurrence(text) }
        self.init(rule: rule.text)
    }

    /// The rule as ``init(_:now:locale:)`` reads it.
    public var typedText: String {
        guard let parts else { return rule }
        var text: String
        let name = "\(parts.frequency.rawValue.lowercased())"
        if parts == RecurrenceRule(parts.frequency), parts.frequency >= .daily {
            return name
        }
        guard let unit = Self.units.first(where: { $0.value == parts.frequency })?.key else { return rule }
        text = parts.interval == 1 ? "every \(unit)" : "every \(parts.interval) \(unit)s"
        if parts.setPositions == [1] || parts.setPositions == [-1], parts.days == RecurrenceRule.workdays {
            text += parts.setPositions == [1] ? " on the first weekday" : " on the last weekday"
        } else if !parts.days.isEmpty, parts.days.allSatisfy({ $0.number != nil }) {
            text += " on the " + parts.days.map { Self.ordinal($0) }.joined(separator: ", ")
        } else if !parts.days.isEmpty {
            text += " on " + parts.days.map { String("\($0.weekday)".prefix(3)) }.joined(separator: ",")
        }
        if parts.frequency == .monthly, !parts.monthDays.isEmpty {
            let days = parts.monthDays.map(String.init).joined(separator: ", ")
            text +=
                parts.monthDays == [-1] ? " on the last day" : " on day\(parts.monthDays.count > 1 ? "s" : "") \(days)"
        }
        if parts.months.count == 1, let month = Self.months.dropFirst(parts.months[0] - 1).first {
            text += parts.monthDays.count == 1 ? " on \(month) \(parts.monthDays[0])" : " of \(month)"
        }
        if let until = parts.until { text += " until \(until.day)" }
        if let count = parts.count { text += " \(count) times" }
        // Other rules are shown as iCalendar has them.
        return Self.rule(text) == parts ? text : rule
    }

    /// `last fri`, `2nd mon`.
    private static func ordinal(_ day: RecurrenceRule.Day) -> String {
        let number = day.number ?? 0
        let place = (1...3).contains(number) ? "\(number)" + ["st", "nd", "rd"][number - 1] : "\(number)th"
        return (number == -1 ? "last" : number == -2 ? "second to last" : place) + " "
            + String("\(day.weekday)".prefix(3))
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    private static let units: [String: RecurrenceRule.Frequency] = [
        "day": .daily, "week": .weekly, "month": .monthly, "year": .yearly,
    ]

    /// The English word of each Russian one, and the digits of numbers.
    private static let english: [String: String] = {
        let words = [
            "every": "каждый каждую каждое каждые", "second": "второй вторую второе вторым", "on": "по в во",
            "until": "до",
            "day": "день дня дней", "week": "неделю недели недель", "month": "месяц месяца месяцев",
            "year": "год года лет", "weekday": "будням", "daily": "ежедневно", "weekly": "еженедельно",
            "first": "первый первую первое первым", "third": "третий третью третье третьим",
            "fourth": "четвёртый четвёртую четвёртое четвёртым четвертый четвертую четвертое четвертым",
            "fifth": "пятый пятую пятое пятым",
            "penultimate": "предпоследний предпоследнюю предпоследнее предпоследним",
            "2": "two два две", "3": "three три", "4": "four четыре", "5": "five пять", "6": "six шесть",
            "7": "seven семь", "8": "eight восемь", "9": "nine девять", "10": "ten десять", "and": "и",
            "last": "последний последнюю последнее последним",
            "monthly": "ежемесячно", "yearly": "ежегодно", "mon": "пн понедельник понедельникам",
            "tue": "вт вторник вторникам", "wed": "ср среду средам", "thu": "чт четверг четвергам",
            "fri": "пт пятницу пятницам", "sat": "сб субботу субботам", "sun": "вс воскресенье воскресеньям",
        ]
        return Dictionary(
            words.flatMap { word, russian in russian.split(separator: " ").map { (String($0), word) } },
            uniquingKeysWith: { first, _ in first })
    }()

    private static func rule(_ text: String, _ now: LocalDateTime? = nil, _ locale: Locale? = nil) -> RecurrenceRule? {
        var words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
        // «по будням», «по пятницам».
        if words.first == "по" { words[0] = "каждый" }
        var (until, count): (ICalendarTime?, Int?)
        if let place = words.lastIndex(where: { $0 == "until" || $0 == "до" }) {
            guard let day = day(words[(place + 1)...], now, locale) else { return nil }
            until = .date(day)
            words.removeSubrange(place...)
        } else if words.count > 2, ["times", "time", "раз", "раза"].contains(words.last) {
            let word = words[words.count - 2]
            guard let number = decimal((english[word] ?? word).utf8), number > 0 else { return nil }
            count = number
            words.removeLast(2)
        }
        words = words.map { english[$0] ?? $0 }
        // `monthly on the 31st`.
        if words.count > 1, let unit = periods[words[0]] { words.replaceSubrange(0..<1, with: ["every", unit]) }
        guard let first = words.first else { return nil }
        var rule: RecurrenceRule
        if words.count == 1, let frequency = RecurrenceRule.Frequency(rawValue: first.uppercased()), frequency >= .daily
        {
            rule = RecurrenceRule(frequency)
        } else {
            guard first == "every", words.count > 1 else { return nil }
            words.removeFirst()
            var interval = 1
            if words[0] == "other" || words[0] == "second" {
                interval = 2
                words.removeFirst()
            } else if let number = decimal(words[0].utf8) {
                guard (1...999).contains(number) else { return nil }
                interval = number
                words.removeFirst()
            }
            guard let word = words.first else { return nil }
            if words == ["weekday"], interval == 1 {
                rule = RecurrenceRule(.weekly)
                words = RecurrenceRule.Weekday.allCases.prefix(5).map { "\($0)" }
            } else if let frequency = units[word.hasSuffix("s") ? String(word.dropLast()) : word] {
                rule = RecurrenceRule(frequency)
                words.removeFirst()
                if frequency == .monthly, let days = monthDays(words) {
                    rule.monthDays = days
                    words = []
                } else if frequency >= .monthly, OrdinalDays(words)?.apply(to: &rule) == true {
                    words = []
                }
                guard words.isEmpty || frequency == .weekly && words.removeFirst() == "on" && !words.isEmpty else {
                    return nil
                }
                words.removeAll { $0 == "and" }
            } else {
                rule = RecurrenceRule(.weekly)
            }
            rule.interval = interval
            let days = words.map(RecurrenceRule.Weekday.init(typed:))
            guard days.allSatisfy({ $0 != nil }) else { return nil }
            if !words.isEmpty { rule.days = Set(days.compactMap(\.self)).sorted().map { RecurrenceRule.Day($0) } }
        }
        (rule.until, rule.count) = (until, count)
        return rule
    }

    private static let periods = ["daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"]

    /// A day with its year: `2027-05-05`, `5.5.2027`, `may 5 2027`, `5 мая 2027 г.`; any day if the present time is known.
    private static func day(
        _ words: ArraySlice<String>, _ present: LocalDateTime?, _ locale: Locale?
    ) -> CalendarDay? {
        var words = words
        if let last = words.last, ["г", "г."].contains(last) { words.removeLast() }
        guard let last = words.last else { return nil }
        if words.count == 1, let day = CalendarDay(hyphenated: last.utf8) { return day }
        // With a year, it is the same day whatever day it is today.
        let hasYear = last.utf8.count >= 4 && last.utf8.suffix(4).allSatisfy({ (0x30...0x39).contains($0) })
        guard let now = present ?? (hasYear ? CalendarDay(daysSince1970: 0).midnight : nil) else { return nil }
        do {
            guard case .day(let day) = try TodoDeadline(typed: words.joined(separator: " "), now: now, locale: locale)
            else { return nil }
            return day
        } catch {
            return nil
        }
    }

    /// Days of a month: `on the last day`, `on day 15`, `on days 1 15`, `on the 1st and 15th`, `в последний день`, `15-го числа`,
    /// `31 числа`, `по числам: 1 15`.
    private static func monthDays(_ words: [String]) -> [Int]? {
        let text = words.joined(separator: " ")
        if text == "on the last day" || text == "on last day" { return [-1] }
        var numbers = words
        if words.starts(with: ["on", "day"]) || words.starts(with: ["on", "days"])
            || words.starts(with: ["on", "числам:"])
        {
            numbers.removeFirst(2)
        } else if words.last == "числа" {
            numbers.removeLast()
        } else {
            let isNamed = numbers.first == "on"
            if isNamed { numbers.removeFirst() }
            if numbers.first == "the" { numbers.removeFirst() }
            // “monthly 3” may be meant as three times.
            guard isNamed || numbers.allSatisfy({ $0.last?.isNumber != true }) else { return nil }
        }
        numbers.removeAll { $0 == "and" }
        let days = numbers.map { word in
            decimal(
                (["st", "nd", "rd", "th", "-го"].first { word.hasSuffix($0) }.map { word.dropLast($0.count) }
                    ?? word[...]).utf8)
        }
        guard !days.isEmpty, days.allSatisfy({ $0.map((1...31).contains) == true }) else { return nil }
        return Set(days.compactMap(\.self)).sorted()
    }
}

extension TodoRecurrence {
    /// That a text is no recurrence, with forms that are nearest to it.
    static func forms(near text: String) -> Message {
        let words = text.lowercased()
        func has(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
        if has("until", "till", " до ") {
            return Message(
                "“\(text)” is no recurrence; write its end as daily until 2027-05-05, or every week until fri")
        }
        if has("time", "раз") {
            return Message("“\(text)” is no recurrence; write daily 3 times, or every 3 days 5 times")
        }
        if has("month", "year", "месяц", "год", "числ", "last", "послед") {
            return Message(
                "“\(text)” is no recurrence; write monthly on the 31st, every month on the last fri, or every year on dec 1"
            )
        }
        return Message(
            "“\(text)” is no recurrence; write daily, every weekday, every 2 weeks on mon,thu, or every month on the last fri"
        )
    }
}

extension RecurrenceRule.Weekday {
    /// A weekday by at least its first three letters.
    init?(typed word: String) {
        let match = Self.allCases.first { day in
            let name = "\(day)"
            return word.count >= 3 && (name.hasPrefix(word) || "\(name)s" == word)
        }
        guard let match else { return nil }
        self = match
    }
}

extension RecurrenceRule {
    /// Whether any day fits it. The 400 years of the calendar are the same again and again.
    fileprivate var hasDays: Bool {
        var rule = self
        (rule.count, rule.until) = (nil, nil)
        let before = CalendarDay(daysSince1970: -1)
        return RecurrenceTimes(rule, start: before.midnight, isDate: true).contains { $0.day > before }
    }
}

extension String {
    fileprivate var trimmingCharacters: String { String(decoding: Array(utf8)[...].trimmed, as: UTF8.self) }
}
