package import AnimeCatalogDomain
package import CoreModule
import Observation

/// The lists of a kind. They never change.
@MainActor
@Observable
package final class SubtypesViewModel: ScreenViewModel {
    package let kind: CatalogKind

    init(_ kind: CatalogKind) {
        self.kind = kind
    }

    package var title: Message { kind.title }
    /// All first, and then the subtypes. `TopSelection.name` is the text of a row.
    package var rows: [TopSelection] { kind.selections }
}
