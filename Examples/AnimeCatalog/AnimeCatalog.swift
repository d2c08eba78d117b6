package import AnimeCatalogDomain
package import CoreModule
package import Foundation

/// What the catalogue uses from outside.
package struct AnimeCatalogDependencies: Adjustable {
    /// Makes what the screens use. Catalogues with one factory see each other's favourites.
    package let useCases: any UseCaseFactory
    package let pictures: any PictureSource
    package var localizer = Localizer.animeCatalog(.autoupdatingCurrent)
    package let logger: EventLogger
    /// Shows the screens above the first one. If nil, the catalogue has its own stack.
    package var navigation: ScreenStack?

    package init(_ useCases: any UseCaseFactory, pictures: any PictureSource, logger: EventLogger = .disabled) {
        self.useCases = useCases
        self.pictures = pictures
        self.logger = logger
    }
}

/// What the screens of one catalogue share.
struct CatalogParts: Sendable {
    let items: any AnimeItemUseCase
    /// Takes the addresses of pages that the user wants to see.
    let pages = EventStream<URL>()
}

/// Builds the catalogue: alone, or as a feature of another app.
package struct AnimeCatalogBuilder: Builder {
    package static let feature = Feature.screen("AnimeCatalog")
    package let dependencies: AnimeCatalogDependencies
    package let parent: FeatureScope

    package init(_ dependencies: AnimeCatalogDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    package func makeGraph(in scope: FeatureScope) -> AnimeCatalogGraph {
        AnimeCatalogGraph(scope: scope, dependencies)
    }
}

/// The catalogue, for a front end. Each screen is one line.
package final class AnimeCatalogGraph: ScreenGraph {
    package let scope: FeatureScope
    package let localizer: Localizer
    package let navigation: ScreenStack
    /// The pages that the user wants to see. The front end opens them in a browser.
    package let pages: any ModelStreamReader<URL>
    package let pictures: any PictureSource
    package let home: CatalogHomeGraph
    package let toSubtypes: RouteGraph<CatalogKind, SubtypesGraph>
    package let toTopList: RouteGraph<TopSelection, TopListGraph>
    package let toFavorites: RouteGraph<Void, CatalogFavoritesGraph>

    package var title: Message { home.title }

    init(scope: FeatureScope, _ dependencies: AnimeCatalogDependencies) {
        let navigation = dependencies.navigation ?? ScreenStack(linkScheme: "anime", logger: dependencies.logger)
        let parts = CatalogParts(items: dependencies.useCases.makeAnimeItemUseCase())
        self.scope = scope
        self.navigation = navigation
        pages = parts.pages
        localizer = dependencies.localizer
        pictures = dependencies.pictures
        home = CatalogHomeBuilder(parent: scope).build()
        toSubtypes = RouteBuilder(navigator: navigation, as: .subtypes, parent: scope) {
            SubtypesBuilder(dependencies: $0, parent: $1)
        }.build()
        toTopList = RouteBuilder(navigator: navigation, as: .topList, parent: scope) {
            TopListBuilder(dependencies: parts, selection: $0, parent: $1)
        }.build()
        toFavorites = RouteBuilder(
            navigator: navigation, as: RouteName("anime-favorites"), parent: scope
        ) {
            CatalogFavoritesBuilder(dependencies: parts, parent: $0)
        }.build()
    }
}
