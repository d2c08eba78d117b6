package import CoreModule
package import Foundation

extension MessageTable {
    /// The texts of the catalogue.
    package static let animeCatalog = MessageTable(ResourceBundle("Examples_AnimeCatalog"), englishIsKeys: true)
}

extension Localizer {
    /// The texts of the catalogue, and those of the library that it shows: errors of the store, titles of controls.
    package static func animeCatalog(_ locale: Locale) -> Localizer {
        Localizer(locale: locale, tables: [.animeCatalog, .coreModule])
    }
}
