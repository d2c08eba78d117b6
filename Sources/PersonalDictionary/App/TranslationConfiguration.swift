public import CoreModule
public import Foundation

/// Who is asked for translations: providers in the order in which they are asked, each with what it needs.
///
/// Around each stand the decorators that suit it. So a remote provider's answers are kept, its limits are obeyed, one look-up
/// serves all who ask at once, and where it has no direction it is reached through English.
public struct TranslationConfiguration: Sendable {
    /// One provider.
    public enum Provider: Sendable {
        /// The glossary that comes with the library.
        case glossary
        /// PONS Online Dictionary, with a key, at its usual address or at another. At most one request a second and a thousand
        /// in any 31 days: what a free key allows.
        case pons(Secret, url: URL? = nil)
        /// A DICT server, how long it may take to connect, and to answer, and how much may be asked of it: without a limit
        /// unless told otherwise, as suits a server of one's own.
        case dict(DictServer, timeout: Duration = .seconds(10), limits: [RequestLimit] = [])
        /// A service of your own, which answers at once or not: it is asked as it is.
        case service(any TranslationService)
    }

    /// The providers, the one that is asked first in front.
    public var providers: [Provider]
    /// The language through which a direction is reached that a remote provider does not have.
    public var pivot: Language
    /// For how long the answers of remote providers are good.
    public var maximumAge: Duration
    /// For how long a provider that says nothing keeps the next one from being asked as well.
    public var patience: Duration

    /// Describes who is asked.
    public init(
        _ providers: [Provider] = [.glossary], pivot: Language = .english,
        maximumAge: Duration = .seconds(90 * 24 * 3600), patience: Duration = .seconds(2)
    ) {
        self.providers = providers
        self.pivot = pivot
        self.maximumAge = maximumAge
        self.patience = patience
    }

    /// What the configuration comes to.
    struct Services {
        /// All services as one.
        let all: any TranslationService
        /// All services as one that asks them whatever they have said before.
        let fresh: any TranslationService
        /// Those that answer at once.
        let immediate: (any TranslationService)?
        /// What lists words while the user types.
        let glossary: (any WordSuggesting)?
        /// What lists words when the user has stopped typing.
        let remoteSuggestions: [any WordSuggesting]
        /// Ends the connections.
        let close: @Sendable () async -> Void
    }

    /// Makes the services.
    /// - Parameter language: which language parts of speech are named in by those who have a choice.
    func services(
        store: DictionaryStore, language: Language? = nil, clock: WallClock, sleeper: Sleeper, logger: Logger
    ) -> Services {
        var all: [any TranslationService] = []
        var fresh: [any TranslationService] = []
        func add(_ service: CachingTranslationService) {
            all.append(service)
            fresh.append(service.refreshing)
        }
        var immediate: (any TranslationService)?
        var suggestions: (any WordSuggesting)?
        var remoteSuggestions: [any WordSuggesting] = []
        var connected: [DictTranslationService] = []
        for provider in providers {
            switch provider {
            case .glossary:
                let glossary = GlossaryTranslationService(clock: clock)
                let logged = LoggingTranslationService(glossary, name: "glossary", logger: logger)
                all.append(logged)
                fresh.append(logged)
                immediate = logged
                suggestions = glossary
            case .pons(let secret, let url):
                let service = PonsTranslationService(
                    secret: secret, baseURL: url,
                    client: LoggingHTTPClient(URLSessionHTTPClient(), logger: logger.labelled("http")), clock: clock,
                    language: language.flatMap { PonsTranslationService.languages.contains($0) ? $0 : nil })
                let limits = [RequestLimit(1, per: .seconds(1)), RequestLimit(1000, per: .seconds(31 * 24 * 3600))]
                let name = TranslationProvider(rawValue: "pons" + (url.map { "(\($0.absoluteString))" } ?? ""))
                let limited = limited(service, name, limits, store, clock, sleeper, logger)
                add(remote(limited, name, store, clock, sleeper, logger))
            case .dict(let server, let timeout, let limits):
                let service = DictTranslationService(server: server, clock: clock, timeout: timeout)
                let name = TranslationProvider(rawValue: "dict(\(server.host):\(server.port))")
                let limited = limited(service, name, limits, store, clock, sleeper, logger)
                add(remote(limited, name, store, clock, sleeper, logger))
                let list = LoggingSuggestions(service, name: name.rawValue, logger: logger)
                remoteSuggestions.append(RateLimitedSuggestions(list, within: limited))
                connected.append(service)
            case .service(let service):
                let logged = LoggingTranslationService(service, name: "own", logger: logger)
                all.append(logged)
                fresh.append(logged)
            }
        }
        func chain(_ services: [any TranslationService]) -> FallbackTranslationService {
            FallbackTranslationService(services, patience: patience, clock: clock, sleeper: sleeper)
        }
        return Services(
            all: chain(all), fresh: chain(fresh), immediate: immediate, glossary: suggestions,
            remoteSuggestions: remoteSuggestions,
            close: { [connected] in
                await withTaskGroup(of: Void.self) { group in
                    for service in connected { group.addTask { await service.close() } }
                }
            })
    }

    /// A service that is told of, and keeps within its provider's limits. The provider's name tells it from others of its kind, so
    /// that what one does not know another is asked for; entries name the kind alone.
    private func limited(
        _ service: any TranslationService, _ provider: TranslationProvider, _ limits: [RequestLimit],
        _ store: DictionaryStore, _ clock: WallClock, _ sleeper: Sleeper, _ logger: Logger
    ) -> RateLimitedTranslationService {
        RateLimitedTranslationService(
            LoggingTranslationService(service, name: provider.rawValue, logger: logger), provider: provider,
            limits: limits, ledger: store.requests, clock: clock, sleeper: sleeper)
    }

    /// What else suits a service that is far away.
    private func remote(
        _ service: RateLimitedTranslationService, _ provider: TranslationProvider,
        _ store: DictionaryStore, _ clock: WallClock, _ sleeper: Sleeper, _ logger: Logger
    ) -> CachingTranslationService {
        let patient = RetryingTranslationService(service, clock: clock, sleeper: sleeper)
        let pivoting = PivotTranslationService(SingleFlightTranslationService(patient), through: pivot)
        return CachingTranslationService(
            pivoting, provider: provider, cache: store.cache, maximumAge: maximumAge, clock: clock, logger: logger)
    }
}
