public import CoreModule
public import Foundation

/// The time zones that an object names in `TZID`.
///
/// A name of the IANA database is the system's zone, also behind a prefix such as `/freeassociation.sourceforge.net/` and
/// in `X-LIC-LOCATION`. A name without a slash is the object's own `VTIMEZONE`, if its rules are understood: an offset, and days
/// of a year that a yearly `RRULE` or an `RDATE` names. Else it is one of Windows' names, or one of the system's.
public struct ICalendarTimeZones: Sendable {
    /// What is known of the moment of a time.
    public enum Moment: Hashable, Sendable {
        /// It is this one.
        case instant(Date)
        /// It is a day, wherever one is.
        case day(CalendarDay)
        /// It is a time of day, wherever one is.
        case local(LocalDateTime)
        /// It is a time of day in a zone that nobody knows.
        case unknownTimeZone(LocalDateTime, identifier: String)
    }

    private let own: [String: ICalendarComponent.TimeZoneDefinition]

    /// Knows the system's time zones, Windows' names of them, and those that an object defines.
    public init(_ object: ICalendarObject? = nil) {
        var own: [String: ICalendarComponent.TimeZoneDefinition] = [:]
        for calendar in object?.calendars ?? [] {
            for case .component(let component) in calendar.elements where component.name == "VTIMEZONE" {
                guard let identifier = component.line("TZID")?.value, own[identifier] == nil else { continue }
                own[identifier] = component.timeZoneDefinition
            }
        }
        self.own = own
    }

    /// The moment of a time. A time that clocks show twice is the first of both; one that they skip is as if they had not been
    /// put forward yet, as RFC 5545 has it.
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

    /// A moment in the form of an earlier time: in its time zone where that is known, else in UTC.
    public func time(at date: Date, like earlier: ICalendarTime?) -> ICalendarTime {
        let utc = LocalDateTime(date)
        guard case .zoned(_, let identifier) = earlier, let zone = zone(identifier) else { return .utc(utc) }
        let time = LocalDateTime(date, secondsFromGMT: zone.secondsFromGMT(at: utc.secondsOfClock))
        // A clock that is put back shows this time again, and it would be read as the first of both.
        let isSame = zone.date(of: time).timeIntervalSince1970 == date.timeIntervalSince1970.rounded(.down)
        return isSame ? .zoned(time, timeZone: identifier) : .utc(utc)
    }

    /// The moment at which clocks show a time in one of the system's zones, by the same rules.
    static func date(of time: LocalDateTime, in zone: TimeZone) -> Date { Zone.system(zone).date(of: time) }

    private func zone(_ identifier: String) -> Zone? {
        let definition = own[identifier]
        if let zone = Self.regions(in: identifier).lazy.compactMap(Self.system).first { return .system(zone) }
        if let location = definition?.location, let zone = Self.system(location) { return .system(zone) }
        if let rules = definition?.rules { return .rules(rules) }
        return Self.system(WindowsTimeZones.regions[identifier] ?? identifier).map { .system($0) }
    }

    /// What in a name may be a region, longest first: the whole, and its last three and two parts.
    private static func regions(in identifier: String) -> [String] {
        guard identifier.utf8.count <= 200 else { return [] }
        let parts = identifier.split(separator: "/")
        return [parts.count, 3, 2].filter { $0 > 1 && $0 <= parts.count }.map {
            parts.suffix($0).joined(separator: "/")
        }
    }

    /// The system's zone of a name. It is asked only for what can be a name: some systems look for a file of that name.
    private static func system(_ identifier: String) -> TimeZone? {
        guard (1...60).contains(identifier.utf8.count), identifier.first != "/",
            identifier.utf8.allSatisfy({
                ContentLineLayout.isNameByte($0) && $0 != UInt8(ascii: ".") || $0 == UInt8(ascii: "/")
                    || $0 == UInt8(ascii: "+")
            })
        else { return nil }
        return TimeZone(identifier: identifier)
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
        // Clocks are not put forward or back twice within two days.
        let before = secondsFromGMT(at: seconds - 86_400)
        let after = secondsFromGMT(at: seconds + 86_400)
        let isBefore = before == after || secondsFromGMT(at: seconds - before) == before
        let isAfter = !isBefore && secondsFromGMT(at: seconds - after) == after
        return time.date(secondsFromGMT: isAfter ? after : before)
    }
}
