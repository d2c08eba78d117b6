import CoreModule
import Foundation

/// Days of a month or year as they are typed: `on the last fri`, `on the second to last fri`, `on the 2nd mon of november`, `on dec 1`,
/// `on the last weekday`. Russian words, except months, are already replaced by English ones.
struct OrdinalDays {
    private var days: [RecurrenceRule.Day] = []
    private var setPositions: [Int] = []
    private var months: [Int] = []
    private var monthDays: [Int] = []

    /// Reads the words behind those for the period; nil for anything else.
    init?(_ words: [String]) {
        var words = words[...]
        if words.first == "on" { words.removeFirst() }
        if words.first == "the" { words.removeFirst() }
        if words.count == 2, let day = Self.day(words) {
            (months, monthDays) = ([day.month], [day.day])
            return
        }
        while let number = Self.number(from: &words) {
            if let weekday = words.first.flatMap(RecurrenceRule.Weekday.init(typed:)) {
                days.append(RecurrenceRule.Day(weekday, number: number))
                words.removeFirst()
            } else if days.isEmpty, [1, -1].contains(number), words == ["weekday"] || words == ["будний", "day"] {
                (days, setPositions) = (RecurrenceRule.workdays, [number])
                return
            } else {
                return nil
            }
        }
        guard !days.isEmpty else { return nil }
        if words.count > 1, words.first == "of" || words.first == "in" { words.removeFirst() }
        guard let name = words.first else { return }
        guard words.count == 1, let month = Self.day(["1", name])?.month else { return nil }
        months = [month]
    }

    /// Sets the days of a rule that is monthly, or yearly with a month. False if they do not belong to it.
    func apply(to rule: inout RecurrenceRule) -> Bool {
        guard months.isEmpty == (rule.frequency == .monthly) else { return false }
        (rule.days, rule.setPositions, rule.months, rule.monthDays) = (days, setPositions, months, monthDays)
        return true
    }

    /// Takes a number, also `second to last`.
    private static func number(from words: inout ArraySlice<String>) -> Int? {
        guard let number = words.first.flatMap(number) else { return nil }
        words.removeFirst()
        guard number == 2, words.starts(with: ["to", "last"]) else { return number }
        words.removeFirst(2)
        return -2
    }

    /// `last`, `first`, `2nd`, `3-ю`.
    private static func number(_ word: String) -> Int? {
        if word == "last" { return -1 }
        if word == "penultimate" { return -2 }
        if let place = ["first", "second", "third", "fourth", "fifth"].firstIndex(of: word) { return place + 1 }
        guard let digit = word.first?.wholeNumberValue, (1...5).contains(digit),
            ["st", "nd", "rd", "th", "-й", "-ю", "-я", "-е", "-м"].contains(word.dropFirst())
        else { return nil }
        return digit
    }

    /// A day and a month, in any order; also 29 February.
    private static func day(_ words: ArraySlice<String>) -> CalendarDay? {
        guard words.contains(where: { $0.first?.isLetter == true }) else { return nil }
        do {
            let now = CalendarDay(daysSince1970: 0).midnight
            return try TodoDeadline(typed: words.joined(separator: " ") + " 2028", now: now).day(in: .gmt)
        } catch {
            return nil
        }
    }
}
