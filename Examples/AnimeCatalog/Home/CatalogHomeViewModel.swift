package import AnimeCatalogDomain
package import CoreModule
import Observation

/// A row of the first screen. `AnimeCatalogGraph.open(_:)` opens what it leads to.
package enum CatalogHomeRow: Hashable, Sendable {
    case kind(CatalogKind)
    case favorites

    package var title: Message {
        switch self {
        case .kind(let kind): kind.title
        case .favorites: Message("My favourites")
        }
    }
}

extension AnimeCatalogGraph {
    /// Opens what a row of the first screen leads to.
    package func open(_ row: CatalogHomeRow) {
        switch row {
        case .kind(let kind): toSubtypes.router.open(kind)
        case .favorites: toFavorites.router.open()
        }
    }
}

/// The first screen: what the catalogue has. It never changes.
@MainActor
@Observable
package final class CatalogHomeViewModel: ScreenViewModel {
    package var title: Message { Message("Anime catalogue") }

    /// The rows of each section.
    package let sections: [[CatalogHomeRow]] = [CatalogKind.allCases.map { .kind($0) }, [.favorites]]
}
