extension CalendarDay {
    /// Reads `20261201`.
    init?(compact: some RandomAccessCollection<UInt8>) {
        guard compact.count == 8, let number = decimal(compact) else { return nil }
        // The calendar's own rule of what is a day, but without an error that nobody would see.
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
        guard year >= 1, (1...12).contains(month), (1...31).contains(day) else { return nil }
        let date = Self(daysSince1970: Self.daysSince1970(year: year, month: month, day: day))
        guard date.day == day else { return nil }
        self = date
    }

    /// `20261201`.
    var compact: String { padded(year, 4) + padded(month, 2) + padded(day, 2) }

    /// The day of a number, from -719,162 (1 January of the year 1) to 2,932,896 (31 December 9999).
    ///
    /// Years are counted from 1 March here, so that a leap day is a year's last; the calendar repeats itself every 400 years,
    /// which are 146,097 days. 719,468 days lie between 1 March of the year 0 and 1970.
    init(daysSince1970 days: Int) {
        let (era, dayOfEra) = (days + 719_468).flooredQuotient(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            known: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The time at which the day begins.
    var midnight: LocalDateTime { LocalDateTime(secondsOfClock: daysSince1970 * 86_400) }

    /// The number of the day, 0 for 1970-01-01.
    var daysSince1970: Int { Self.daysSince1970(year: year, month: month, day: day) }

    static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).flooredQuotient(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private init(known year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }
}

extension Int {
    /// Divides so that the remainder is not negative.
    func flooredQuotient(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
