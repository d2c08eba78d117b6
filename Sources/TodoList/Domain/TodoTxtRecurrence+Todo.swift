import CoreModule

extension TodoTxtRecurrence {
    private static let businessDays = RecurrenceRule.Weekday.allCases.prefix(5).map { RecurrenceRule.Day($0) }

    private static func isBusinessDays(_ days: [RecurrenceRule.Day]) -> Bool { Set(days) == Set(businessDays) }

    /// The value that says how a task recurs; nil if none does.
    package init?(_ recurrence: TodoRecurrence) {
        guard !recurrence.hasUnknownParts, recurrence.added.isEmpty, recurrence.excluded.isEmpty,
            recurrence.ruleStart == nil, var parts = recurrence.parts
        else { return nil }
        let number = parts.interval
        parts.interval = 1
        // The weekday on which the task is due says nothing more.
        let weekday = recurrence.start.map { $0.day.daysSince1970.weekday(after: 0) }
        if parts.frequency == .weekly, parts.days.count == 1, parts.days[0].weekday.number == weekday {
            parts.days = []
        }
        var plain = RecurrenceRule(parts.frequency)
        let unit: Unit
        switch parts.frequency {
        case .daily where number == 1 && Self.isBusinessDays(parts.days),
            .weekly where number == 1 && Self.isBusinessDays(parts.days):
            unit = .businessDays
            plain.days = parts.days
        case .daily: unit = .days
        case .weekly: unit = .weeks
        case .monthly: unit = .months
        case .yearly: unit = .years
        case .hourly, .minutely, .secondly: return nil
        }
        guard parts == plain else { return nil }
        self.init(number, unit)
    }

    /// The recurrence that it means.
    package var recurrence: TodoRecurrence {
        var rule: RecurrenceRule
        switch unit {
        case .days: rule = RecurrenceRule(.daily)
        case .weeks: rule = RecurrenceRule(.weekly)
        case .months: rule = RecurrenceRule(.monthly)
        case .years: rule = RecurrenceRule(.yearly)
        case .businessDays:
            rule = RecurrenceRule(.weekly)
            rule.days = Self.businessDays
        }
        rule.interval = number
        return TodoRecurrence(rule: rule.text)
    }
}
