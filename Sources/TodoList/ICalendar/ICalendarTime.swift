public import CoreModule

/// The value of a time property: a date, or a date with a time of day (RFC 5545, sections 3.3.4 and 3.3.5).
public enum ICalendarTime: Hashable, Sendable {
    /// A day without a time: `20261201`.
    case date(CalendarDay)
    /// A local time without a zone ("floating"): `20261201T180000`.
    case local(LocalDateTime)
    /// A time in UTC: `20261201T170000Z`.
    case utc(LocalDateTime)
    /// A local time in a time zone: `TZID=Europe/Berlin:20261201T180000`. ``ICalendarTimeZones`` converts it to a date.
    case zoned(LocalDateTime, timeZone: String)

    /// Its day, in its own zone.
    public var day: CalendarDay { clock.day }

    /// The local time in its own zone; midnight for a day.
    var clock: LocalDateTime {
        switch self {
        case .date(let day): day.midnight
        case .local(let time), .utc(let time), .zoned(let time, _): time
        }
    }

    /// Another local time in the same form; its day if the form is a day.
    func with(clock: LocalDateTime) -> ICalendarTime {
        switch self {
        case .date: .date(clock.day)
        case .local: .local(clock)
        case .utc: .utc(clock)
        case .zoned(_, let timeZone): .zoned(clock, timeZone: timeZone)
        }
    }

    var isDate: Bool { if case .date = self { true } else { false } }

    /// Reads a property's time; nil if it has none. A time that ends in `Z` is one of UTC, even if it names a time zone.
    /// Only the value decides whether there is a time of day, because not every program writes `VALUE=DATE`.
    init?(_ line: ContentLine) {
        self.init(value: line.valueBytes, timeZone: line.parameter("TZID"))
    }

    /// Reads a value; nil if it is not a time.
    package init?(value: ArraySlice<UInt8>, timeZone: String? = nil) {
        let value = value.trimmed
        guard value.count >= 8, let day = CalendarDay(compact: value.prefix(8)) else { return nil }
        let rest = value.dropFirst(8)
        guard !rest.isEmpty else {
            self = .date(day)
            return
        }
        guard let time = LocalDateTime(day, compact: rest.prefix(7)) else { return nil }
        switch (rest.count, rest.last?.uppercased) {
        case (8, UInt8(ascii: "Z")): self = .utc(time)
        case (7, _):
            self = if let timeZone, !timeZone.isEmpty { .zoned(time, timeZone: timeZone) } else { .local(time) }
        default: return nil
        }
    }

    /// The value as it is written, without the parameters that belong to it.
    package var value: String {
        switch self {
        case .date(let day): day.compact
        case .local(let time), .zoned(let time, _): time.compact
        case .utc(let time): time.compact + "Z"
        }
    }

    /// A property's line with this time: sets `VALUE` and `TZID` and keeps other parameters. Returns the line itself if
    /// it has this time already.
    func written(to line: ContentLine) -> ContentLine {
        let timeZone: String? = if case .zoned(_, let timeZone) = self { timeZone } else { nil }
        var line = line
        if let kind = line.parameter("VALUE"), kind.uppercased() != (isDate ? "DATE" : "DATE-TIME") {
            line = line.without("VALUE")
        }
        if isDate, line.parameter("VALUE") == nil {
            line = line.with(ContentLineParameter("VALUE", "DATE"), for: "VALUE")
        }
        if line.parameter("TZID") != timeZone {
            line = line.with(timeZone.map { ContentLineParameter("TZID", $0) }, for: "TZID")
        }
        return line.with(value: value)
    }

    // MARK: A start and its end

    /// The time as a start that fits an end: the time itself if possible, otherwise the start of its day in the form of
    /// the end, or the end.
    func asStart(of end: ICalendarTime) -> ICalendarTime {
        isAfter(end) ? end : beside(end)
    }

    /// Whether the time, as a start, is after an end.
    func isAfter(_ end: ICalendarTime) -> Bool { beside(end).isLater(than: end) }

    private func beside(_ end: ICalendarTime) -> ICalendarTime { isDate == end.isDate ? self : end.with(clock: clock) }

    /// Compares dates if both are known, otherwise local times.
    private func isLater(than other: ICalendarTime) -> Bool {
        let zones = ICalendarTimeZones()
        guard case .instant(let date) = zones.moment(of: self), case .instant(let otherDate) = zones.moment(of: other)
        else { return clock > other.clock }
        return date > otherDate
    }
}
