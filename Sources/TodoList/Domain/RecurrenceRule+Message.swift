import CoreModule

// Days that have a number in their month or year.

extension RecurrenceRule {
    /// `every month on the last Friday`, `every year on December 1`, behind the words for the period. Nil for other rules.
    func message(of period: Message) -> Message? {
        guard frequency >= .monthly, [seconds, minutes, hours, yearDays, weekNumbers].allSatisfy(\.isEmpty) else {
            return nil
        }
        if let month = onlyMonth, monthDays.count == 1, monthDays[0] > 0, days.isEmpty, setPositions.isEmpty {
            return Self.message(period, month: month, day: monthDays[0])
        }
        guard monthDays.isEmpty, months.isEmpty == (frequency == .monthly) else { return nil }
        let ordinals: Message
        if Set(days) == Set(Self.workdays), days.count == Self.workdays.count, [[-1], [1]].contains(setPositions) {
            guard frequency == .monthly else { return nil }
            return setPositions == [1]
                ? Message("\(period) on the first weekday") : Message("\(period) on the last weekday")
        } else {
            let numbered =
                setPositions.count == 1 && days.count == 1 && days[0].number == nil
                ? [Day(days[0].weekday, number: setPositions[0])] : days
            guard setPositions.isEmpty || numbered != days, !numbered.isEmpty,
                numbered.allSatisfy({ $0.number.map { Self.numbers.contains($0) } == true })
            else { return nil }
            ordinals = Self.list(numbered.map(\.message))
        }
        let all = Message("\(period) on the \(ordinals)")
        guard frequency == .yearly else { return all }
        return onlyMonth.map { Self.message(all, of: $0) }
    }

    /// The month of a yearly rule that has one.
    private var onlyMonth: Int? { frequency == .yearly && months.count == 1 ? months[0] : nil }

    /// Monday to Friday.
    static let workdays = Weekday.allCases.prefix(5).map { Day($0) }
    /// The numbers of a weekday in a month that have words.
    private static let numbers: Set<Int> = [-2, -1, 1, 2, 3, 4, 5]

    private static func message(_ period: Message, month: Int, day: Int) -> Message {
        switch month {
        case 1: Message("\(period) on January \(day)")
        case 2: Message("\(period) on February \(day)")
        case 3: Message("\(period) on March \(day)")
        case 4: Message("\(period) on April \(day)")
        case 5: Message("\(period) on May \(day)")
        case 6: Message("\(period) on June \(day)")
        case 7: Message("\(period) on July \(day)")
        case 8: Message("\(period) on August \(day)")
        case 9: Message("\(period) on September \(day)")
        case 10: Message("\(period) on October \(day)")
        case 11: Message("\(period) on November \(day)")
        default: Message("\(period) on December \(day)")
        }
    }

    private static func message(_ days: Message, of month: Int) -> Message {
        switch month {
        case 1: Message("\(days) of January")
        case 2: Message("\(days) of February")
        case 3: Message("\(days) of March")
        case 4: Message("\(days) of April")
        case 5: Message("\(days) of May")
        case 6: Message("\(days) of June")
        case 7: Message("\(days) of July")
        case 8: Message("\(days) of August")
        case 9: Message("\(days) of September")
        case 10: Message("\(days) of October")
        case 11: Message("\(days) of November")
        default: Message("\(days) of December")
        }
    }
}

extension RecurrenceRule.Day {
    /// `last Friday`, `2nd Monday`.
    fileprivate var message: Message {
        let ordinal =
            switch number {
            case 1: Message("1st")
            case 2: Message("2nd")
            case 3: Message("3rd")
            case 4: Message("4th")
            case 5: Message("5th")
            case -2: Message("second to last")
            default: Message("last")
            }
        return switch weekday {
        case .monday: Message("\(ordinal) Monday")
        case .tuesday: Message("\(ordinal) Tuesday")
        case .wednesday: Message("\(ordinal) Wednesday")
        case .thursday: Message("\(ordinal) Thursday")
        case .friday: Message("\(ordinal) Friday")
        case .saturday: Message("\(ordinal) Saturday")
        case .sunday: Message("\(ordinal) Sunday")
        }
    }
}
