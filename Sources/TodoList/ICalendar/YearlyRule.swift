import CoreModule

/// A rule for one day of each year, as time zones have them: `FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU`.
struct YearlyRule: Sendable {
    private let month: Int
    /// A day of the month, from 1; a negative one counts from the end of the month.
    private let day: Int
    /// The rule means the first such weekday on or after the day; Sunday is 0. Nil for the day itself.
    private let weekday: Int?
    private let secondOfDay: Int
    private let start: Int
    private let until: Int

    /// Reads the value of an `RRULE`; nil if it is of another kind. The start is the first local time, in seconds, and supplies what
    /// the rule leaves out. `clock` reads a local time in seconds.
    init?(_ value: ArraySlice<UInt8>, start: Int, clock: (ArraySlice<UInt8>) -> Int?) {
        var parts: [String: String] = [:]
        guard value.count <= 500 else { return nil }
        for part in value.split(separator: .semicolon) {
            let sides = part.split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            parts[String(decoding: sides[0].map(\.uppercased), as: UTF8.self)] =
                String(decoding: sides[1].map(\.uppercased), as: UTF8.self)
        }
        let first = LocalDateTime(secondsOfClock: start)
        guard parts.removeValue(forKey: "FREQ") == "YEARLY", parts.removeValue(forKey: "INTERVAL") ?? "1" == "1",
            let month = Int(parts.removeValue(forKey: "BYMONTH") ?? "\(first.day.month)"), (1...12).contains(month),
            let (day, weekday) = Self.day(
                of: month, weekday: parts["BYDAY"],
                numbers: parts["BYMONTHDAY"] ?? (parts["BYDAY"] == nil ? "\(first.day.day)" : nil))
        else { return nil }
        var until = Int.max
        if let text = parts.removeValue(forKey: "UNTIL") {
            guard let time = clock(Array(text.utf8)[...]) else { return nil }
            until = time
        }
        // Programs repeat the time of the start, or give another one.
        let limits = [("BYHOUR", first.hour, 24), ("BYMINUTE", first.minute, 60), ("BYSECOND", first.second, 60)]
        let clock = limits.map { name, own, limit in
            parts.removeValue(forKey: name).map { decimal($0.utf8) ?? limit } ?? own
        }
        guard zip(clock, limits).allSatisfy({ $0 < $1.2 }) else { return nil }
        guard Set(parts.keys).isSubset(of: ["BYDAY", "BYMONTHDAY", "WKST"]) else { return nil }
        self.month = month
        self.day = day
        self.weekday = weekday
        self.start = start
        self.until = until
        secondOfDay = (clock[0] * 60 + clock[1]) * 60 + clock[2]
    }

    /// The last time that is not later than a given one, in seconds of local time.
    func lastOnset(atOrBefore clock: Int) -> Int? {
        let limit = min(clock, until)
        guard limit >= start else { return nil }
        let year = LocalDateTime(secondsOfClock: limit).day.year
        for year in [year, year - 1] {
            let onset = self.onset(year)
            if onset <= limit { return onset >= start ? onset : nil }
        }
        return nil
    }

    private func onset(_ year: Int) -> Int {
        // The thirteenth month is January of the next year.
        let earliest =
            day > 0
            ? CalendarDay.daysSince1970(year: year, month: month, day: day)
            : CalendarDay.daysSince1970(year: year, month: month + 1, day: 1) + day
        // 1970-01-01 was a Thursday.
        let delay = weekday.map { ($0 - (earliest + 4)).flooredQuotient(by: 7).remainder } ?? 0
        return (earliest + delay) * 86_400 + secondOfDay
    }

    /// The day of each year; nil for a day that some years lack, and for several days.
    private static func day(of month: Int, weekday: String?, numbers: String?) -> (day: Int, weekday: Int?)? {
        let length = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        let texts = numbers?.split(separator: ",") ?? []
        let numbers = texts.compactMap { Int($0) }.filter { (1...length).contains($0) }.sorted()
        guard numbers.count == texts.count else { return nil }
        guard let weekday else { return numbers.count == 1 ? (numbers[0], nil) : nil }
        let names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
        guard let name = names.firstIndex(where: { weekday.hasSuffix($0) }) else { return nil }
        let nth = weekday.dropLast(2)
        guard numbers.isEmpty else {
            // Seven days in a row have one of each.
            guard nth.isEmpty, numbers == Array(numbers[0]..<numbers[0] + 7) else { return nil }
            return (numbers[0], name)
        }
        guard let number = Int(nth), number != 0, (-4...4).contains(number) else { return nil }
        return (number > 0 ? 7 * (number - 1) + 1 : 7 * number, name)
    }
}
