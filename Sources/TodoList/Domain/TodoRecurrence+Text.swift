import CoreModule

extension TodoRecurrence {
    /// Reads what a user types: `daily`, `weekly`, `monthly`, `yearly`, `every 2 weeks on mon,thu`, `every friday until 2027-05-05`, or a
    /// rule of iCalendar such as `FREQ=MONTHLY;BYDAY=-1FR`. Throws ``TodoError/invalidRecurrence(_:)``, also for a rule that repeats within a
    /// day.
    public init(_ text: String) throws(TodoError) {
        if let rule = RecurrenceRule(text.trimmingCharacters), rule.frequency >= .daily {
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

    private static func rule(_ text: String) -> RecurrenceRule? {
        var words = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
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
            if let frequency = units[word.hasSuffix("s") ? String(word.dropLast()) : word] {
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

extension String {
    fileprivate var trimmingCharacters: String { String(decoding: Array(utf8)[...].trimmed, as: UTF8.self) }
}
