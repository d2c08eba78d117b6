import CoreModule
import Foundation
import PersonalDictionary

extension Localizer {
    /// The messages of the program and of its libraries.
    static func superapp(_ locale: Locale) -> Localizer {
        .personalDictionary(locale: locale, tables: [MessageTable(.module)])
    }
}
