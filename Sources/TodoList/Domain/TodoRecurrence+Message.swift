public import CoreModule

extension TodoRecurrence {
    /// How the task recurs, for a person: `every day`, `every second Monday, until Dec 1, 2026`.
    public var message: Message {
        guard !hasUnknownParts, !rule.isEmpty, let parts else { return Message("repeats") }
        if let until = parts.until { return Message("\(parts.message), until \(day: until.day)") }
        if let count = parts.count { return Message("\(parts.message), \(count: count) times") }
        return parts.message
    }
}

extension RecurrenceRule {
    /// The rule without its end.
    fileprivate var message: Message {
        if let message = message(of: period) { return message }
        let others = [seconds, minutes, hours, yearDays, weekNumbers, months, setPositions]
        guard others.allSatisfy(\.isEmpty), days.allSatisfy({ $0.number == nil }) else { return byItsRule }
        let weekdays = Set(days.map(\.weekday)).sorted()
        switch frequency {
        case .weekly where weekdays.count == 1 && interval <= 2:
            return interval == 1 ? weekdays[0].every : weekdays[0].everySecond
        case .daily where interval == 1 && monthDays.isEmpty && !weekdays.isEmpty,
            .weekly where interval == 1 && !weekdays.isEmpty:
            if weekdays == Array(Weekday.allCases.prefix(5)) { return Message("every weekday") }
            return Message("\(Message("every week")) on \(Self.list(weekdays.map(\.short)))")
        case .weekly where !weekdays.isEmpty: return Message("\(period) on \(Self.list(weekdays.map(\.short)))")
        case .monthly where weekdays.isEmpty && monthDays == [-1]: return Message("\(period) on the last day")
        case .monthly where weekdays.isEmpty && monthDays.count == 1 && monthDays[0] > 0:
            return Message("\(period) on day \(monthDays[0])")
        case .monthly where weekdays.isEmpty && !monthDays.isEmpty && monthDays[0] > 0:
            return Message("\(period) on days \(Self.list(monthDays.map { Message("\($0)") }))")
        default: return weekdays.isEmpty && monthDays.isEmpty ? period : byItsRule
        }
    }

    private var byItsRule: Message { Message("\(period), by its rule") }

    static func list(_ items: [Message]) -> Message {
        items.dropFirst().reduce(items[0]) { Message("\($0), \($1)") }
    }

    private var period: Message {
        switch (frequency, interval) {
        case (.secondly, ...1_800), (.minutely, ...30): Message("several times an hour")
        case (.secondly, _): interval.isMultiple(of: 60) ? Self.every(minutes: interval / 60) : Message("repeats")
        case (.minutely, _): Self.every(minutes: interval)
        case (.hourly, _): Self.every(hours: interval)
        case (.daily, 1): Message("every day")
        case (.daily, _): Message("every \(count: interval) days")
        case (.weekly, 1): Message("every week")
        case (.weekly, _): Message("every \(count: interval) weeks")
        case (.monthly, 1): Message("every month")
        case (.monthly, _): Message("every \(count: interval) months")
        case (.yearly, 1): Message("every year")
        case (.yearly, _): Message("every \(count: interval) years")
        }
    }

    private static func every(minutes: Int) -> Message {
        minutes.isMultiple(of: 60) ? every(hours: minutes / 60) : Message("every \(count: minutes) minutes")
    }

    private static func every(hours: Int) -> Message {
        hours == 1 ? Message("every hour") : Message("every \(count: hours) hours")
    }
}

extension RecurrenceRule.Weekday {
    fileprivate var every: Message {
        switch self {
        case .monday: Message("every Monday")
        case .tuesday: Message("every Tuesday")
        case .wednesday: Message("every Wednesday")
        case .thursday: Message("every Thursday")
        case .friday: Message("every Friday")
        case .saturday: Message("every Saturday")
        case .sunday: Message("every Sunday")
        }
    }

    fileprivate var everySecond: Message {
        switch self {
        case .monday: Message("every second Monday")
        case .tuesday: Message("every second Tuesday")
        case .wednesday: Message("every second Wednesday")
        case .thursday: Message("every second Thursday")
        case .friday: Message("every second Friday")
        case .saturday: Message("every second Saturday")
        case .sunday: Message("every second Sunday")
        }
    }

    fileprivate var short: Message {
        switch self {
        case .monday: Message("Mon")
        case .tuesday: Message("Tue")
        case .wednesday: Message("Wed")
        case .thursday: Message("Thu")
        case .friday: Message("Fri")
        case .saturday: Message("Sat")
        case .sunday: Message("Sun")
        }
    }
}
