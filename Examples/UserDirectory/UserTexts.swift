package import CoreModule
package import Foundation

extension Localizer {
    /// The texts of the directory, and those of the library that it shows: reasons of failures, titles of controls.
    package static func userDirectory(_ locale: Locale) -> Localizer {
        let table = MessageTable(ResourceBundle("Examples_UserDirectory"), englishIsKeys: true)
        return Localizer(locale: locale, tables: [table, .coreModule])
    }
}
