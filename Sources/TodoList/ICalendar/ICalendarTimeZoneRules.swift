import CoreModule

/// The offsets from UTC that a `VTIMEZONE` describes (RFC 5545, section 3.6.5).
struct ICalendarTimeZoneRules: Hashable, Sendable {
    /// A `STANDARD` or a `DAYLIGHT`: an offset and when it begins, repeatedly.
    private struct Observance: Hashable {
        let offsetBefore: Int
        let offset: Int
        /// The first beginning, on the clock as it was before.
        let start: Int
        let rule: YearlyRule?
        /// Further beginnings, in order.
        let dates: [Int]
    }

    /// Limits the time of a look-up for hostile objects.
    private static let mostObservances = 200

    private let observances: [Observance]

    /// Reads a `VTIMEZONE`; nil if any part of it cannot be read.
    init?(_ component: ICalendarComponent) {
        var observances: [Observance] = []
        for part in component.components where part.name == "STANDARD" || part.name == "DAYLIGHT" {
            guard observances.count < Self.mostObservances, let observance = Self.observance(part) else { return nil }
            observances.append(observance)
        }
        guard !observances.isEmpty else { return nil }
        self.observances = observances
    }

    /// The offset at a moment, in seconds since 1970.
    func secondsFromGMT(at moment: Int) -> Int {
        var latest: (onset: Int, offset: Int)?
        for observance in observances {
            guard let onset = Self.lastOnset(of: observance, atOrBefore: moment) else { continue }
            if onset >= latest?.onset ?? .min { latest = (onset, observance.offset) }
        }
        if let latest { return latest.offset }
        return observances.min { $0.start < $1.start }?.offsetBefore ?? 0
    }

    private static func lastOnset(of observance: Observance, atOrBefore moment: Int) -> Int? {
        let clock = moment + observance.offsetBefore
        guard clock >= observance.start else { return nil }
        var last = observance.start
        if let onset = observance.rule?.lastOnset(atOrBefore: clock), onset > last { last = onset }
        let next = observance.dates.partitioningIndex { $0 > clock }
        if next > 0 { last = max(last, observance.dates[next - 1]) }
        return last - observance.offsetBefore
    }

    // MARK: Reading

    private static func observance(_ component: ICalendarComponent) -> Observance? {
        guard let before = component.line("TZOFFSETFROM").flatMap({ offset($0.valueBytes) }),
            let offset = component.line("TZOFFSETTO").flatMap({ offset($0.valueBytes) }),
            let start = component.line("DTSTART").flatMap({ clock($0.valueBytes, offset: before) })
        else { return nil }
        var dates: [Int] = []
        for line in component.lines("RDATE") {
            for value in line.valueBytes.split(separator: .comma) {
                guard let date = clock(value, offset: before) else { return nil }
                dates.append(date)
            }
        }
        let rules = component.lines("RRULE")
        guard rules.count <= 1, component.line("EXDATE") == nil, component.line("EXRULE") == nil else { return nil }
        var rule: YearlyRule?
        if let line = rules.first {
            rule = YearlyRule(line.valueBytes, start: start) { clock($0, offset: before) }
            if rule == nil { return nil }
        }
        return Observance(offsetBefore: before, offset: offset, start: start, rule: rule, dates: dates.sorted())
    }

    /// Reads `+0100` or `-003015`, in seconds.
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

    /// A local time, in seconds; a time in UTC is converted.
    private static func clock(_ value: ArraySlice<UInt8>, offset: Int) -> Int? {
        guard let time = ICalendarTime(value: value) else { return nil }
        return switch time {
        case .date(let day): day.daysSince1970 * 86_400
        case .local(let time), .zoned(let time, _): time.secondsOfClock
        case .utc(let time): time.secondsOfClock + offset
        }
    }
}

extension ICalendarComponent {
    /// The contents of a `VTIMEZONE`.
    struct TimeZoneDefinition: Hashable, Sendable {
        /// The name of the zone in the IANA database, as some programs add it.
        let location: String?
        let rules: ICalendarTimeZoneRules?
    }

    var timeZoneDefinition: TimeZoneDefinition {
        TimeZoneDefinition(location: line("X-LIC-LOCATION")?.value, rules: ICalendarTimeZoneRules(self))
    }
}
