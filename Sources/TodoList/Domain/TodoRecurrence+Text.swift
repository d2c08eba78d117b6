import CoreModule

extension TodoRecurrence {
    /// Reads what a user types, in English or Russian: `daily`, `weekly`, `monthly`, `yearly`, `every weekday`, `every 2 weeks on mon,thu`,
    /// `every friday until 2027-05-05`, `каждый понедельник`, or a rule of iCalendar such as `FREQ=MONTHLY;BYDAY=-1FR`.
    ///
    /// Throws ``TodoError/invalidRecurrence(_:)``, also for a rule that repeats within a day, and ``TodoError/emptyRecurrence(_:)`` for one
    /// that has no time.
    public init(_ text: String) throws(TodoError) {
        if let rule = RecurrenceRule(text.trimmingCharacters), rule.frequency >= .daily {
            // That a count of 0 has no end is only what other programs mean by it.
            let isCountedOut = rule.count == nil && text.uppercased().contains("COUNT")
            guard !isCountedOut, rule.hasDays else { throw .emptyRecurrence(text) }
            self.init(rule: rule.text)
            return
        }
        guard let rule = Self.rule(text) else { throw .invalidRecurrence(text) }
        self.init(rule: rule.text)
    }

    /// The rule as ``init(_:)`` reads it.
    public var typedText: String {
        guard let parts else { return rule }
        var text: String
        let name = "\(parts.frequency.rawValue.lowercased())"
        if parts == RecurrenceRule(parts.frequency), parts.frequency >= .daily {
            return name
        }
        guard let unit = Self.units.first(where: { $0.value == parts.frequency })?.key else { return rule }
        text = parts.interval == 1 ? "every \(unit)" : "every \(parts.interval) \(unit)s"
        if !parts.days.isEmpty {
            text += " on " + parts.days.map { String("\($0.weekday)".prefix(3)) }.joined(separator: ",")
        }
        if let until = parts.until { text += " until \(until.day)" }
        // What the words do not say is shown as iCalendar has it.
        return Self.rule(text) == parts ? text : rule
    }

    private static let units: [String: RecurrenceRule.Frequency] = [
        "day": .daily, "week": .weekly, "month": .monthly, "year": .yearly,
    ]

    /// The English word of each Russian one.
    private static let english: [String: String] = {
        let words = [
            "every": "каждый каждую каждое каждые", "second": "второй вторую второе", "on": "по", "until": "до",
            "day": "день дня дней", "week": "неделю недели недель", "month": "месяц месяца месяцев",
            "year": "год года лет", "weekday": "будням", "daily": "ежедневно", "weekly": "еженедельно",
            "monthly": "ежемесячно", "yearly": "ежегодно", "mon": "пн понедельник понедельникам",
            "tue": "вт вторник вторникам", "wed": "ср среду средам", "thu": "чт четверг четвергам",
            "fri": "пт пятницу пятницам", "sat": "сб субботу субботам", "sun": "вс воскресенье воскресеньям",
        ]
        return Dictionary(
            words.flatMap { word, russian in russian.split(separator: " ").map { (String($0), word) } },
            uniquingKeysWith: { first, _ in first })
    }()

    private static func rule(_ text: String) -> RecurrenceRule? {
        var words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
        // «по будням», «по пятницам».
        if words.first == "по" { words[0] = "каждый" }
        words = words.map { english[$0] ?? $0 }
        var until: ICalendarTime?
        if words.count > 2, words[words.count - 2] == "until" {
            guard let day = CalendarDay(hyphenated: words[words.count - 1].utf8) else { return nil }
            until = .date(day)
            words.removeLast(2)
        }
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
                guard words.isEmpty || frequency == .weekly && words.removeFirst() == "on" && !words.isEmpty else {
                    return nil
                }
            } else {
                rule = RecurrenceRule(.weekly)
            }
            rule.interval = interval
            let days = words.map(weekday)
            guard days.allSatisfy({ $0 != nil }) else { return nil }
            rule.days = Set(days.compactMap(\.self)).sorted().map { RecurrenceRule.Day($0) }
        }
        rule.until = until
        return rule
    }

    /// A weekday by at least its first three letters.
    private static func weekday(_ word: String) -> RecurrenceRule.Weekday? {
        RecurrenceRule.Weekday.allCases.first { day in
            let name = "\(day)"
            return word.count >= 3 && (name.hasPrefix(word) || "\(name)s" == word)
        }
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
