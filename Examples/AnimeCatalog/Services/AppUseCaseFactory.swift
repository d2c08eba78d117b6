package import AnimeCatalogDomain
package import CoreModule
package import Foundation

/// Makes use cases over the public service, within its limits, and a store of favourites. All that one factory makes keep to the limits
/// together, and see each other's favourites.
package struct AppUseCaseFactory: UseCaseFactory {
    /// Where the service is.
    package let address: URL
    private let useCase: AppAnimeItemUseCase

    /// - Parameters:
    ///   - favorites: where the user's favourites are kept.
    ///   - address: where the service is.
    ///   - client: sends the requests.
    ///   - sleeper: waits until the limits allow a request. It must use the same time as the clock.
    package init(
        _ favorites: any FavoriteAnimeItemRepository, address: URL = .jikan,
        client: any HTTP.Client = SystemHTTPClient(), clock: WallClock = .system, sleeper: Sleeper = .system(),
        logger: EventLogger = .disabled
    ) {
        self.address = address
        let limited = LimitedHTTPClient(client, limits: .jikan, clock: clock, sleeper: sleeper)
        let logger = logger.labelled("anime")
        // Failures are logged once, by the use case.
        let items = JikanAnimeItemRepository(
            address: address, client: LoggingHTTPClient(limited, logger: logger, failureLevel: .debug), clock: clock,
            logger: logger)
        useCase = AppAnimeItemUseCase(items, favorites, logger: logger)
    }

    package func makeAnimeItemUseCase() -> any AnimeItemUseCase { useCase }
}
