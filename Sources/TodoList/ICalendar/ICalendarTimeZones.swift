public import CoreModule
public import Foundation

/// The time zones that an object names in `TZID`.
///
/// A name of the IANA database is the system's zone, also behind a prefix such as `/freeassociation.sourceforge.net/`
/// and in `X-LIC-LOCATION`. A name without a slash is the object's own `VTIMEZONE`, if its rules can be read: offsets,
/// and days of a yearly `RRULE` or an `RDATE`. Otherwise it is a Windows name or a name of the system.
public struct ICalendarTimeZones: Sendable {
    /// The result of converting a time to a date.
    public enum Moment: Hashable, Sendable {
        /// It is this one.
        case instant(Date)
        /// It is a day without a zone.
        case day(CalendarDay)
        /// It is a local time without a zone.
        case local(LocalDateTime)
        /// It is a local time in an unknown zone.
        case unknownTimeZone(LocalDateTime, identifier: String)
    }

    /// Those that the object defines, by `TZID`; the first of each counts.
    private let own: [String: Zone?]

    /// Finds the system's time zones, also by Windows names, and those that an object defines.
    public init(_ object: ICalendarObject? = nil) {
        var own: [String: Zone?] = [:]
        for component in object?.calendars.flatMap(\.components) ?? [] {
            guard let identifier = component.timeZoneName, own[identifier] == nil else { continue }
            let known = component.line("X-LIC-LOCATION").flatMap { Self.system($0.value) }
            own[identifier] = .some(known ?? ICalendarTimeZoneRules(component).map { .rules($0) })
        }
        self.own = own
    }

    /// Converts a time to a date. A repeated local time is the first of the two; a skipped one uses the offset before
    /// the change (RFC 5545).
    public func moment(of time: ICalendarTime) -> Moment {
        switch time {
        case .date(let day): return .day(day)
        case .local(let time): return .local(time)
        case .utc(let time): return .instant(time.date())
        case .zoned(let time, let identifier):
            guard let zone = zone(identifier) else { return .unknownTimeZone(time, identifier: identifier) }
            return .instant(zone.date(of: time))
        }
    }

    /// Writes a date in the form of an earlier time: in its time zone if that is known, otherwise in UTC.
    public func time(at date: Date, like earlier: ICalendarTime?) -> ICalendarTime {
        let utc = LocalDateTime(date)
        guard case .zoned(_, let identifier) = earlier, let zone = zone(identifier) else { return .utc(utc) }
        let time = LocalDateTime(date, secondsFromGMT: zone.secondsFromGMT(at: utc.secondsOfClock))
        // This local time occurs twice, and would be read back as the first.
        let isSame = zone.date(of: time).timeIntervalSince1970 == date.timeIntervalSince1970.rounded(.down)
        return isSame ? .zoned(time, timeZone: identifier) : .utc(utc)
    }

    /// Whether the clocks skip a local time in its time zone.
    func isSkipped(_ time: ICalendarTime) -> Bool {
        guard case .zoned = time, case .instant(let date) = moment(of: time) else { return false }
        return self.time(at: date, like: time) != time
    }

    /// The date of a local time in one of the system's zones, by the same rules.
    static func date(of time: LocalDateTime, in zone: TimeZone) -> Date { Zone.system(zone).date(of: time) }

    private func zone(_ identifier: String) -> Zone? {
        Self.regions(in: identifier).lazy.compactMap(Self.system).first
            ?? (own[identifier] ?? nil)
            ?? Self.system(WindowsTimeZones.regions[identifier] ?? identifier)
    }

    /// The possible region names in a name, longest first: the whole name, its last three and its last two parts.
    private static func regions(in identifier: String) -> [String] {
        guard identifier.utf8.count <= 200 else { return [] }
        let parts = identifier.split(separator: "/")
        return [parts.count, 3, 2].filter { $0 > 1 && $0 <= parts.count }.map {
            parts.suffix($0).joined(separator: "/")
        }
    }

    /// The system's zone with a name. Only possible names are looked up, because some systems look for a file of that
    /// name.
    private static func system(_ identifier: String) -> Zone? {
        guard (1...60).contains(identifier.utf8.count), identifier.first != "/",
            identifier.utf8.allSatisfy({
                ContentLineLayout.isNameByte($0) && $0 != UInt8(ascii: ".") || $0 == UInt8(ascii: "/")
                    || $0 == UInt8(ascii: "+")
            })
        else { return nil }
        return TimeZone(identifier: identifier).map { .system($0) }
    }
}

/// A time zone, from wherever it is known.
private enum Zone {
    case system(TimeZone)
    case rules(ICalendarTimeZoneRules)

    func secondsFromGMT(at seconds: Int) -> Int {
        switch self {
        case .system(let zone): zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        case .rules(let rules): rules.secondsFromGMT(at: seconds)
        }
    }

    func date(of time: LocalDateTime) -> Date {
        let seconds = time.secondsOfClock
        // A zone does not change its offset twice within two days.
        let before = secondsFromGMT(at: seconds - 86_400)
        let after = secondsFromGMT(at: seconds + 86_400)
        let isBefore = before == after || secondsFromGMT(at: seconds - before) == before
        let isAfter = !isBefore && secondsFromGMT(at: seconds - after) == after
        return time.date(secondsFromGMT: isAfter ? after : before)
    }
}
