import CoreModule

/// The rule of a recurrence, the value of an `RRULE` (RFC 5545, section 3.3.10).
///
/// It is only what the rule says. Its times follow from a start: see ``RecurrenceTimes``.
package struct RecurrenceRule: Hashable, Sendable {
    /// How often the period of the rule begins anew, the longest last.
    package enum Frequency: String, Hashable, Sendable, CaseIterable, Comparable {
        case secondly = "SECONDLY"
        case minutely = "MINUTELY"
        case hourly = "HOURLY"
        case daily = "DAILY"
        case weekly = "WEEKLY"
        case monthly = "MONTHLY"
        case yearly = "YEARLY"

        package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A day of the week.
    package enum Weekday: String, Hashable, Sendable, CaseIterable, Comparable {
        case monday = "MO"
        case tuesday = "TU"
        case wednesday = "WE"
        case thursday = "TH"
        case friday = "FR"
        case saturday = "SA"
        case sunday = "SU"

        /// The number of the day, 0 for Monday.
        package var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

        package static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
    }

    /// A weekday of `BYDAY`: `TU`, or with a number `-1FR`, the last Friday of a month or a year.
    package struct Day: Hashable, Sendable {
        package let weekday: Weekday
        /// The number of the weekday in its month or year, negative from the end. Nil for each one.
        package let number: Int?

        package init(_ weekday: Weekday, number: Int? = nil) {
            self.weekday = weekday
            self.number = number
        }
    }

    package var frequency: Frequency
    /// Every how many periods.
    package var interval = 1
    /// The number of occurrences, with the start.
    package var count: Int?
    /// The last possible time.
    package var until: ICalendarTime?
    package var seconds: [Int] = []
    package var minutes: [Int] = []
    package var hours: [Int] = []
    package var days: [Day] = []
    package var monthDays: [Int] = []
    package var yearDays: [Int] = []
    package var weekNumbers: [Int] = []
    package var months: [Int] = []
    package var setPositions: [Int] = []
    /// The first day of a week.
    package var weekStart = Weekday.monday

    package init(_ frequency: Frequency) { self.frequency = frequency }

    /// Whether it says which days it has, and not only how far they are apart.
    package var namesDays: Bool {
        !(days.isEmpty && monthDays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty && months.isEmpty)
    }

    // MARK: Reading

    /// Longer rules are not read: a hostile one would cost time at each step.
    private static let maximumLength = 1_000

    /// Reads the value of an `RRULE`; nil if any part of it is unknown, is there twice, or has a value that RFC 5545 does not allow.
    package init?(_ text: String) { do { try self.init(reading: text) } catch { return nil } }

    /// What of a rule is not understood: a part, or the whole rule if it has no frequency or its parts exclude each other.
    struct UnknownPart: Error {
        let text: String
    }

    init(reading text: String) throws(UnknownPart) {
        guard text.utf8.count <= Self.maximumLength else { throw UnknownPart(text: "\(text.prefix(80))…") }
        var parts: [(name: String, value: String, text: Substring)] = []
        for part in text.split(separator: ";") {
            let sides = part.uppercased().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingSpaces }
            guard sides.count == 2, !parts.contains(where: { $0.name == sides[0] }) else {
                throw UnknownPart(text: String(part))
            }
            parts.append((sides[0], sides[1], part))
        }
        guard let first = parts.first(where: { $0.name == "FREQ" }) else { throw UnknownPart(text: text) }
        guard let frequency = Frequency(rawValue: first.value) else { throw UnknownPart(text: String(first.text)) }
        self.init(frequency)
        for part in parts where part.name != "FREQ" {
            guard read(part.name, part.value) else { throw UnknownPart(text: String(part.text)) }
        }
        guard isAllowed else { throw UnknownPart(text: text) }
    }

    private mutating func read(_ name: String, _ value: String) -> Bool {
        func numbers(_ range: ClosedRange<Int>, signed: Bool = false) -> [Int]? {
            let texts = value.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = texts.compactMap { number($0.trimmingSpaces[...], isSigned: signed) }
            guard numbers.count == texts.count, numbers.allSatisfy({ range.contains(abs($0)) }) else { return nil }
            return Set(numbers).sorted()
        }
        func set(_ part: WritableKeyPath<Self, [Int]>, _ range: ClosedRange<Int>, signed: Bool = false) -> Bool {
            guard let numbers = numbers(range, signed: signed) else { return false }
            self[keyPath: part] = numbers
            return true
        }
        switch name {
        case "INTERVAL":
            guard let number = number(value[...]), number > 0 else { return false }
            interval = number
        case "COUNT":
            guard let number = number(value[...]) else { return false }
            // Some programs write 0 for a rule without an end (https://github.com/tasks/tasks/issues/2158).
            count = number == 0 ? nil : number
        case "UNTIL":
            guard let time = ICalendarTime(value: Array(value.utf8)[...]) else { return false }
            until = time
        case "BYSECOND": return set(\.seconds, 0...60)
        case "BYMINUTE": return set(\.minutes, 0...59)
        case "BYHOUR": return set(\.hours, 0...23)
        case "BYMONTHDAY": return set(\.monthDays, 1...31, signed: true)
        case "BYYEARDAY": return set(\.yearDays, 1...366, signed: true)
        case "BYWEEKNO": return set(\.weekNumbers, 1...53, signed: true)
        case "BYMONTH": return set(\.months, 1...12)
        case "BYSETPOS": return set(\.setPositions, 1...366, signed: true)
        case "WKST":
            guard let day = Weekday(rawValue: value) else { return false }
            weekStart = day
        case "BYDAY":
            let texts = value.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
            days = texts.compactMap { text in
                guard let weekday = Weekday(rawValue: String(text.suffix(2))) else { return nil }
                let nth = text.dropLast(2)
                guard !nth.isEmpty else { return Day(weekday) }
                guard let number = number(nth, isSigned: true), (1...53).contains(abs(number)) else { return nil }
                return Day(weekday, number: number)
            }
            return days.count == texts.count
        default: return false
        }
        return true
    }

    /// What section 3.3.10 says of parts that exclude each other. A number of `BYDAY` has a meaning only in months and years.
    private var isAllowed: Bool {
        let hasNumberedDays = days.contains { $0.number != nil }
        if count != nil, until != nil { return false }
        if hasNumberedDays, frequency < .monthly || frequency == .yearly && !weekNumbers.isEmpty { return false }
        if !weekNumbers.isEmpty, frequency != .yearly { return false }
        if !yearDays.isEmpty, (.daily ... .monthly).contains(frequency) { return false }
        if !monthDays.isEmpty, frequency == .weekly { return false }
        let hasOtherPart = [seconds, minutes, hours, monthDays, yearDays, weekNumbers, months].contains { !$0.isEmpty }
        return setPositions.isEmpty || hasOtherPart || !days.isEmpty
    }

    // MARK: Writing

    /// The rule as it is written, its parts in the order of RFC 5545's examples.
    package var text: String {
        func list(_ numbers: [Int]) -> String? {
            numbers.isEmpty ? nil : numbers.map(String.init).joined(separator: ",")
        }
        let parts: [(name: String, value: String?)] = [
            ("FREQ", frequency.rawValue), ("UNTIL", until?.value), ("COUNT", count.map(String.init)),
            ("INTERVAL", interval == 1 ? nil : "\(interval)"), ("BYSECOND", list(seconds)), ("BYMINUTE", list(minutes)),
            ("BYHOUR", list(hours)),
            ("BYDAY", days.isEmpty ? nil : days.map(\.text).joined(separator: ",")), ("BYMONTHDAY", list(monthDays)),
            ("BYYEARDAY", list(yearDays)), ("BYWEEKNO", list(weekNumbers)), ("BYMONTH", list(months)),
            ("BYSETPOS", list(setPositions)), ("WKST", weekStart == .monday ? nil : weekStart.rawValue),
        ]
        return parts.compactMap { part in part.value.map { "\(part.name)=\($0)" } }.joined(separator: ";")
    }

    /// A rule's text with another value of one part, or without the part. Every other part keeps its place and spelling.
    package static func text(_ text: String, setting name: String, to value: String?) -> String {
        var parts = text.split(separator: ";").map(String.init)
        let place = parts.firstIndex { $0.uppercased().trimmingSpaces.hasPrefix("\(name)=") }
        switch (place, value) {
        case (let place?, let value?): parts[place] = "\(name)=\(value)"
        case (let place?, nil): parts.remove(at: place)
        case (nil, let value?): parts.append("\(name)=\(value)")
        case (nil, nil): break
        }
        return parts.joined(separator: ";")
    }
}

extension RecurrenceRule.Day {
    /// The day as it is written.
    package var text: String { (number.map(String.init) ?? "") + weekday.rawValue }
}

/// A decimal number of at most nine digits, with a sign if one is allowed.
private func number(_ text: Substring, isSigned: Bool = false) -> Int? {
    let isNegative = text.hasPrefix("-")
    let digits = isSigned && (isNegative || text.hasPrefix("+")) ? text.dropFirst() : text
    guard (1...9).contains(digits.utf8.count), let number = decimal(digits.utf8) else { return nil }
    return isNegative ? -number : number
}

extension StringProtocol {
    fileprivate var trimmingSpaces: String {
        String(decoding: Array(utf8)[...].trimmed, as: UTF8.self)
    }
}
