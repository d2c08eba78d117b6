package import CoreModule
package import Foundation

extension Localizer {
    /// The texts of the app, and those of the library that it shows: errors of the store, titles of controls.
    package static func recipeBook(_ locale: Locale) -> Localizer {
        let table = MessageTable(ResourceBundle("Examples_RecipeBook"), englishIsKeys: true)
        return Localizer(locale: locale, tables: [table, .coreModule])
    }
}
