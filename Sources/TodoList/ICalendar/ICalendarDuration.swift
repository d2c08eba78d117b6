import CoreModule

/// A length of time: `P1DT2H` (RFC 5545, section 3.3.6). Days and weeks are days of the calendar, the rest is exact.
struct ICalendarDuration: Hashable, Sendable {
    let days: Int
    let seconds: Int

    /// Reads a duration; nil if it is invalid or longer than ten thousand years.
    init?(_ value: some Collection<UInt8>) {
        var rest = value.map(\.uppercased)[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var days = 0
        var seconds = 0
        var isTime = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "T") {
                guard !isTime, rest.count > 1 else { return nil }
                isTime = true
                rest = rest.dropFirst()
                continue
            }
            let digits = rest.prefix { $0.isDigit }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 9, let number = decimal(digits), let unit = rest.popFirst() else { return nil }
            switch (unit, isTime) {
            case (UInt8(ascii: "W"), false): days += number * 7
            case (UInt8(ascii: "D"), false): days += number
            case (UInt8(ascii: "H"), true): seconds += number * 3600
            case (UInt8(ascii: "M"), true): seconds += number * 60
            case (UInt8(ascii: "S"), true): seconds += number
            default: return nil
            }
            guard days <= 3_652_500, seconds <= 86_400 * 3_652_500 else { return nil }
        }
        self.days = isNegative ? -days : days
        self.seconds = isNegative ? -seconds : seconds
    }

    /// The time after the duration. A date accepts whole days only; otherwise hours are added in local time, ignoring
    /// changes of the clock.
    func added(to time: ICalendarTime) -> ICalendarTime {
        let seconds = time.isDate ? seconds / 86_400 * 86_400 : seconds
        let later = time.clock.secondsOfClock + days * 86_400 + seconds
        return time.with(clock: LocalDateTime(secondsOfClock: later))
    }
}
