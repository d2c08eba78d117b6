package import CoreModule
package import Foundation

extension Localizer {
    /// The texts of the app, and those of the library that it shows: errors of the store, titles of controls, days.
    package static func newsReader(_ locale: Locale, timeZone: TimeZone = .autoupdatingCurrent) -> Localizer {
        let table = MessageTable(ResourceBundle("Examples_NewsReader"), englishIsKeys: true)
        return Localizer(locale: locale, timeZone: timeZone, tables: [table, .coreModule])
    }
}
