import CoreModule

/// The offsets from UTC that a `VTIMEZONE` describes (RFC 5545, section 3.6.5), in seconds.
struct ICalendarTimeZoneRules: Sendable {
    /// Limits the time of a look-up for hostile objects.
    private static let mostObservances = 200

    private let observances: [Observance]

    /// Reads a `VTIMEZONE`; nil if any part of it cannot be read.
    init?(_ component: ICalendarComponent) {
        let parts = component.components.filter { $0.name == "STANDARD" || $0.name == "DAYLIGHT" }
        guard (1...Self.mostObservances).contains(parts.count) else { return nil }
        observances = parts.compactMap { Observance($0) }
        guard observances.count == parts.count else { return nil }
    }

    /// The offset at a moment, in seconds since 1970.
    func secondsFromGMT(at moment: Int) -> Int {
        var latest: (onset: Int, offset: Int)?
        for observance in observances {
            guard let onset = observance.lastOnset(atOrBefore: moment) else { continue }
            if onset >= latest?.onset ?? .min { latest = (onset, observance.offset) }
        }
        return latest?.offset ?? observances.min { $0.start < $1.start }?.offsetBefore ?? 0
    }
}

/// A `STANDARD` or a `DAYLIGHT`: an offset and when it begins, repeatedly.
private struct Observance: Sendable {
    let offsetBefore: Int
    let offset: Int
    /// The first beginning, on the clock as it was before.
    let start: Int
    private let rule: YearlyRule?
    /// Further beginnings, in order.
    private let dates: [Int]

    init?(_ component: ICalendarComponent) {
        guard let before = component.line("TZOFFSETFROM").flatMap({ Self.offset($0.valueBytes) }),
            let offset = component.line("TZOFFSETTO").flatMap({ Self.offset($0.valueBytes) }),
            let start = component.line("DTSTART").flatMap({ Self.clock($0.valueBytes, offset: before) }),
            component.line("EXDATE") == nil, component.line("EXRULE") == nil
        else { return nil }
        let values = component.lines("RDATE").flatMap { $0.valueBytes.split(separator: .comma) }
        let dates = values.compactMap { Self.clock($0, offset: before) }
        let lines = component.lines("RRULE")
        rule = lines.first.flatMap { line in
            YearlyRule(line.valueBytes, start: start) { Self.clock($0, offset: before) }
        }
        guard dates.count == values.count, lines.count == (rule == nil ? 0 : 1) else { return nil }
        offsetBefore = before
        self.offset = offset
        self.start = start
        self.dates = dates.sorted()
    }

    func lastOnset(atOrBefore moment: Int) -> Int? {
        let clock = moment + offsetBefore
        guard clock >= start else { return nil }
        let next = dates.partitioningIndex { $0 > clock }
        let date = next > 0 ? dates[next - 1] : start
        return max(start, date, rule?.lastOnset(atOrBefore: clock) ?? start) - offsetBefore
    }

    /// Reads `+0100` or `-003015`.
    private static func offset(_ value: ArraySlice<UInt8>) -> Int? {
        let digits = value.dropFirst()
        guard let sign = value.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            digits.count == 4 || digits.count == 6, let number = decimal(digits)
        else { return nil }
        let full = digits.count == 4 ? number * 100 : number
        guard full / 10_000 < 24, full / 100 % 100 < 60, full % 100 < 60 else { return nil }
        let seconds = full / 10_000 * 3600 + full / 100 % 100 * 60 + full % 100
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// A local time; a time in UTC is converted.
    private static func clock(_ value: ArraySlice<UInt8>, offset: Int) -> Int? {
        guard let time = ICalendarTime(value: value) else { return nil }
        let isUTC = if case .utc = time { true } else { false }
        return time.clock.secondsOfClock + (isUTC ? offset : 0)
    }
}
