public import CoreModule
public import Foundation

/// When a task must be done: by the end of a day, or at a time.
public enum TodoDeadline: Hashable, Sendable, CustomStringConvertible {
    /// By the end of a day, in any time zone.
    case day(CalendarDay)
    /// At a local time, in any time zone.
    case local(LocalDateTime)
    /// At a date, in whole seconds.
    case moment(Date)

    /// Reads `YYYY-MM-DD`, or the same with a time of day behind a `T` or a space: `2026-12-01T18:00`, also with
    /// seconds. A `Z` at the end means UTC. Throws ``TodoError/invalidDate(_:)``.
    public init(_ text: String) throws(TodoError) {
        guard let day = CalendarDay(hyphenated: text.prefix(10).utf8) else { throw .invalidDate(text) }
        let rest = text.dropFirst(10)
        guard !rest.isEmpty else {
            self = .day(day)
            return
        }
        let isUTC = rest.last == "Z"
        let fields = rest.dropFirst().dropLast(isUTC ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
        guard rest.first == "T" || rest.first == " ", (2...3).contains(fields.count),
            fields.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let time = LocalDateTime(
                day, hour: Int(fields[0]) ?? 0, minute: Int(fields[1]) ?? 0,
                second: fields.count == 3 ? Int(fields[2]) ?? 0 : 0)
        else { throw .invalidDate(text) }
        self = isUTC ? .moment(time.date()) : .local(time)
    }

    /// `2026-12-01`, `2026-12-01T18:00:00` or, for a moment, `2026-12-01T17:00:00Z`: what ``init(_:)`` reads.
    public var description: String {
        switch self {
        case .day(let day): "\(day)"
        case .local(let time): "\(time)"
        case .moment(let date): "\(LocalDateTime(date))Z"
        }
    }

    /// Whether it is at a time of day.
    var hasTime: Bool { if case .day = self { false } else { true } }

    /// The day of the deadline in a time zone.
    public func day(in timeZone: TimeZone) -> CalendarDay {
        switch self {
        case .day(let day): day
        case .local(let time): time.day
        case .moment(let date): CalendarDay(date, in: timeZone)
        }
    }

    /// The deadline in words, for a reader in a time zone: `today`, `tomorrow at 6:00 PM`, `Monday`, `Dec 1, 2026`.
    public func message(now: Date, timeZone: TimeZone) -> Message {
        switch self {
        case .day(let day): .day(day, today: CalendarDay(now, in: timeZone))
        case .local(let time): .time(time, today: CalendarDay(now, in: timeZone))
        case .moment(let date): .date(date, now: now, in: timeZone)
        }
    }

    /// Whether it has passed in a time zone.
    func isPast(at date: Date, in timeZone: TimeZone) -> Bool {
        switch self {
        case .day(let day): day < CalendarDay(date, in: timeZone)
        case .local(let time): time < LocalDateTime(date, in: timeZone)
        case .moment(let moment): moment < date
        }
    }
}

extension Localizer {
    /// A deadline in the reader's format, always with its date. In words it is ``TodoDeadline/message(now:timeZone:)``.
    public func deadline(_ deadline: TodoDeadline) -> String {
        switch deadline {
        case .day(let day): self.day(day)
        // A local time is the same in every time zone.
        case .local(let time): Localizer(locale: locale, timeZone: .gmt, tables: []).dateAndTime(time.date())
        case .moment(let date): dateAndTime(date)
        }
    }

    /// The deadline of a task in the reader's format, and whether it has passed: `Nov 20, 2026 (overdue)`. Nil if there is none.
    public func deadline(of todo: Todo, now: Date) -> String? {
        guard let day = todo.deadline.map({ deadline($0) }) else { return nil }
        return todo.isOverdue(at: now, in: timeZone) ? self(Message("\(day) (overdue)")) : day
    }
}
