package import CoreModule
package import Foundation

/// What the catalogue uses from outside.
package struct AnimeCatalogDependencies: Adjustable {
    package var favorites: any FavoritesRepository
    /// Where the service is.
    package var address = URL.jikan
    package var client: any HTTPClient = SystemHTTPClient()
    package var clock = WallClock.system
    package var sleeper = Sleeper.system()
    package var localizer = Localizer.animeCatalog(.autoupdatingCurrent)
    package var logger = EventLogger.disabled
    /// Shows the screens above the first one. If nil, the catalogue has its own stack.
    package var navigation: ScreenStack?

    package init(_ favorites: any FavoritesRepository) {
        self.favorites = favorites
    }
}

/// What the screens share.
struct CatalogParts: Sendable {
    let service: JikanService
    let favorites: CatalogFavorites
    /// Takes the addresses of pages that the user wants to see.
    let pages = EventStream<URL>()

    init(_ dependencies: AnimeCatalogDependencies) {
        service = JikanService(dependencies)
        favorites = CatalogFavorites(dependencies.favorites, logger: dependencies.logger)
    }
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
        let logger = dependencies.logger
        let navigation = dependencies.navigation ?? ScreenStack(linkScheme: "anime", logger: logger.labelled("screen"))
        let parts = CatalogParts(dependencies)
        self.scope = scope
        self.navigation = navigation
        pages = parts.pages
        localizer = dependencies.localizer
        pictures = HTTPPictureSource(dependencies)
        home = CatalogHomeBuilder(parent: scope).build()
        toSubtypes = RouteDependencies(navigator: navigation, as: .subtypes) { SubtypesBuilder(kind: $0, parent: $1) }
            .build(under: scope)
        toTopList = RouteDependencies(navigator: navigation, as: .topList) {
            TopListBuilder(dependencies: parts, selection: $0, parent: $1)
        }.build(under: scope)
        toFavorites = RouteDependencies(navigator: navigation, repeats: .never, as: RouteName("anime-favorites")) {
            CatalogFavoritesBuilder(dependencies: parts, parent: $0)
        }.build(under: scope)
    }
}
