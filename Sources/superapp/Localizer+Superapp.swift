import CoreModule
import Foundation
import PersonalDictionary
import TodoList

extension Localizer {
    /// What the program and the libraries behind it say.
    static func superapp(_ locale: Locale) -> Localizer {
        .personalDictionary(locale: locale, tables: [MessageTable(.module)])
    }

    /// A deadline as the reader writes days and times.
    func deadline(_ deadline: TodoDeadline) -> String {
        switch deadline {
        case .day(let day):
            let noon = LocalDateTime(day, hour: 12, minute: 0, second: 0)?.date()
            return noon.map { Localizer(locale: locale, timeZone: .gmt, tables: []).day($0) } ?? "\(day)"
        case .local(let time): return Localizer(locale: locale, timeZone: .gmt, tables: []).dateAndTime(time.date())
        case .moment(let date): return dateAndTime(date)
        }
    }

    /// A moment of a day that is known, as a time of day.
    func time(_ date: Date) -> String {
        var style = Date.FormatStyle(date: .omitted, time: .shortened, locale: locale)
        style.timeZone = timeZone
        return date.formatted(style)
    }
}
