public import Foundation

/// Turns messages into texts of one language. A value that is passed in, never global.
///
/// ```swift
/// let localizer = Localizer(locale: Locale(identifier: "ru"), tables: [.coreModule, MessageTable(.module)])
/// let text = localizer(Message("\(count: 5) words"))  // 5 слов
/// ```
///
/// If no table has a message in the language or in English, its own English text is used.
public struct Localizer: Sendable {
    /// The reader's locale.
    public let locale: Locale
    /// The user's time zone.
    public let timeZone: TimeZone
    private let language: String
    private let tables: [MessageTable]

    /// Makes a localizer. The first table that has a message wins. A table without the locale's language is used in English.
    public init(locale: Locale, timeZone: TimeZone = .autoupdatingCurrent, tables: [MessageTable]) {
        self.locale = locale
        self.timeZone = timeZone
        let wanted = locale.language.languageCode?.identifier ?? "en"
        language = wanted == "en" || tables.contains { $0.has(wanted) } ? wanted : "en"
        self.tables = tables
    }

    /// The same localizer with more tables before its own, for the messages of your features.
    public func adding(_ tables: MessageTable...) -> Localizer {
        Localizer(locale: locale, timeZone: timeZone, tables: tables + self.tables)
    }

    /// The folders of resources that tables need and that are missing; nil if there is none. It searches them.
    public var missingResources: MissingResources? {
        let missing = tables.compactMap(\.source).filter { $0.url == nil }
        return missing.isEmpty ? nil : MissingResources(missing)
    }

    /// The messages of this module in English, for code that does not know the language of the reader.
    public static let english = Localizer(locale: Locale(identifier: "en"), tables: [.coreModule])

    /// The text of a message in the localizer's language.
    public func callAsFunction(_ message: Message) -> String {
        format(entry(for: message) ?? message.key, message.arguments.map(text))
    }

    /// The text of a key that is no sentence; nil if no table has it.
    package func text(forKey key: String) -> String? {
        tables.lazy.compactMap { $0.text(forKey: key, in: language) }.first
    }

    /// A date and time in the reader's time zone, short enough for a list.
    public func dateAndTime(_ date: Date) -> String {
        date.formatted(Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale, timeZone: timeZone))
    }

    /// A date without a time.
    public func day(_ date: Date) -> String {
        date.formatted(Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, timeZone: timeZone))
    }

    /// A day of the calendar.
    public func day(_ day: CalendarDay) -> String {
        // It is the same day in every time zone.
        Localizer(locale: locale, timeZone: .gmt, tables: []).day(day.midnight.date())
    }

    /// The time of day, without the day.
    func time(_ time: LocalDateTime) -> String {
        let date = Date(timeIntervalSince1970: Double((time.hour * 60 + time.minute) * 60))
        return date.formatted(Date.FormatStyle(date: .omitted, time: .shortened, locale: locale, timeZone: .gmt))
    }

    /// A whole number in the reader's format.
    package func number(_ number: Int) -> String {
        number.formatted(.number.locale(locale))
    }

    static func untranslated(_ message: Message) -> String {
        Localizer(locale: Locale(identifier: "en"), timeZone: .gmt, tables: [])(message)
    }

    /// The tables' text for a message: for its count, or for all counts.
    private func entry(for message: Message) -> String? {
        let count: Int? = message.arguments.lazy.compactMap { if case .count(let count) = $0 { count } else { nil } }
            .first
        for table in tables {
            if let count {
                let key = "\(message.key)|\(PluralCategory(count, language: language).rawValue)"
                if let text = table.text(forKey: key, in: language) { return text }
            }
            if language == "en", table.englishIsKeys { continue }
            if let text = table.text(forKey: message.key, in: language) { return text }
        }
        return nil
    }

    private func text(_ argument: Message.Argument) -> String {
        switch argument {
        case .text(let text): text
        case .number(let number), .count(let number): self.number(number)
        case .date(let date): dateAndTime(date)
        case .day(let day): self.day(day)
        case .time(let time): self.time(time)
        case .message(let message): self(message)
        }
    }

    /// Replaces `%@` and `%d` by the texts in order, and `%2$@` by the text of that number. A placeholder without a text stays.
    private func format(_ format: String, _ texts: [String]) -> String {
        var result = ""
        var next = 0
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
            } else if let kind = rest.first, kind == "@" || kind == "d", next < texts.count {
                result += texts[next]
                next += 1
                rest = rest.dropFirst()
            } else if let place = Int(rest.prefix(1)), texts.indices.contains(place - 1),
                ["$@", "$d"].contains(rest.dropFirst().prefix(2))
            {
                result += texts[place - 1]
                rest = rest.dropFirst(3)
            } else {
                result += "%"
            }
        }
        return result + rest
    }
}
