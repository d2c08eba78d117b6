package import CoreModule
package import Foundation
import PersonalDictionary
import TerminalFrontEnd

extension Localizer {
    /// The texts of all systems, of the window and of the libraries.
    package static func showcase(_ locale: Locale) -> Localizer {
        let systems = ["Showcase", "AnimeCatalog", "UserDirectory", "NewsReader"].map {
            MessageTable(ResourceBundle("Examples_\($0)"), englishIsKeys: true)
        }
        return .personalDictionary(locale: locale, tables: [.terminalFrontEnd] + systems)
    }
}
