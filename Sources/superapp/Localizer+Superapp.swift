import CoreModule
import Foundation
import PersonalDictionary

extension Localizer {
    /// What the program and the libraries behind it say.
    static func superapp(_ locale: Locale) -> Localizer {
        .personalDictionary(locale: locale, tables: [MessageTable(.module)])
    }
}
