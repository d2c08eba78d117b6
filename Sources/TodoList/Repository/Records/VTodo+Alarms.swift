import CoreModule
import Foundation

extension VTodo {
    /// When its alarms ring, earliest first, each once (RFC 5545, section 3.6.6). Repetitions are left out, and alarms that do nothing.
    fileprivate func alarms(in zones: ICalendarTimeZones, on timeZone: TimeZone) -> [Date] {
        let alarms = component.components.filter {
            $0.name == "VALARM" && $0.line("ACTION")?.value.uppercased() != "NONE"
        }
        return Set(alarms.compactMap { date(of: $0, in: zones, on: timeZone) }).sorted()
    }

    private func date(
        of alarm: ICalendarComponent, in zones: ICalendarTimeZones, on timeZone: TimeZone
    ) -> Date? {
        guard let line = alarm.line("TRIGGER") else { return nil }
        if let time = ICalendarTime(line) { return zones.date(of: time, on: timeZone) }
        guard let duration = ICalendarDuration(line.valueBytes.trimmed) else { return nil }
        // A start that is missing is the deadline, as other programs have it, and the reverse.
        let isEnd = line.parameter("RELATED")?.uppercased() == "END"
        guard let origin = isEnd ? readableDue ?? start : start ?? readableDue else { return nil }
        let clock = origin.clock.adding(days: duration.days)
        let day = origin.isDate ? ICalendarTime.local(clock) : origin.with(clock: clock)
        return zones.date(of: day, on: timeZone).addingTimeInterval(Double(duration.seconds))
    }
}

extension ICalendarTimeZones {
    /// The date of a time. A day begins at midnight; what has no known time zone is one of `timeZone`.
    fileprivate func date(of time: ICalendarTime, on timeZone: TimeZone) -> Date {
        switch moment(of: time) {
        case .instant(let date): date
        case .day(let day): Self.date(of: day.midnight, in: timeZone)
        case .local(let time), .unknownTimeZone(let time, _): Self.date(of: time, in: timeZone)
        }
    }
}

extension TodoRecord {
    /// When the alarms of the task ring: those of the server's copy, with the start and deadline of now.
    func alarms(in timeZone: TimeZone) -> [Date] {
        guard let todo, let known = document else { return [] }
        let current = todo.sync == .synced ? known : Self.document(bytes(device: "")) ?? known
        return current.main?.alarms(in: current.zones, on: timeZone) ?? []
    }
}
