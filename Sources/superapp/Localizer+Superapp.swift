import CoreModule
import Foundation
import PersonalDictionary
import TodoList

extension Localizer {
    /// The messages of the program and of its libraries.
    static func superapp(_ locale: Locale) -> Localizer {
        .personalDictionary(locale: locale, tables: [MessageTable(.module)])
    }

    /// A deadline in the reader's format.
    func deadline(_ deadline: TodoDeadline) -> String {
        switch deadline {
        case .day(let day):
            let noon = LocalDateTime(day, hour: 12, minute: 0, second: 0)?.date()
            return noon.map { Localizer(locale: locale, timeZone: .gmt, tables: []).day($0) } ?? "\(day)"
        case .local(let time): return Localizer(locale: locale, timeZone: .gmt, tables: []).dateAndTime(time.date())
        case .moment(let date): return dateAndTime(date)
        }
    }
}
