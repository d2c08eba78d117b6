import CoreModule
import Foundation
import PersonalDictionary

extension Localizer {
    /// What the program and the libraries behind it say.
    static func superapp(_ locale: Locale) -> Localizer {
        .personalDictionary(locale: locale, tables: [MessageTable(.module)])
    }

    /// A moment of a day that is known, as a time of day.
    func time(_ date: Date) -> String {
        var style = Date.FormatStyle(date: .omitted, time: .shortened, locale: locale)
        style.timeZone = timeZone
        return date.formatted(style)
    }
}
