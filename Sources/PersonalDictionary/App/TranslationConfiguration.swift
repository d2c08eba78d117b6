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
        /// PONS Online Dictionary, with a key, at its usual address or at another, and how long an answer may take. At most one
        /// request a second and a thousand in any 31 days: what a free key allows.
        case pons(Secret, url: URL? = nil, timeout: Duration = .seconds(15))
        /// A DICT server, how long it may take to connect, and to answer, and how much may be asked of it: without a limit
        /// unless told otherwise, as suits a server of one's own.
        case dict(DictServer, timeout: Duration = .seconds(10), limits: [RequestLimit] = [])
        /// A service of your own, which answers at once or not. It is asked as it is, but not before it has said to come back, and it
        /// is given a rest where it fails again and again. The name is what the log and the store call it; where `nil`, it is made of
        /// the service's type.
        case service(any TranslationService, name: String? = nil)
    }

    /// The providers, the one that is asked first in front.
    public var providers: [Provider]
    /// The language through which a direction is reached that a remote provider does not have.
    public var pivot: Language
    /// For how long the answers of remote providers are good.
    public var maximumAge: Duration
    /// For how long a provider that says nothing keeps the next one from being asked as well.
    public var patience: Duration
    /// A random number from 0 to 1, for the time between tries.
    package var chance: @Sendable () -> Double = { .random(in: 0...1) }

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

    /// What each provider is called in the store and in the log, in their order. No two have one name, and no secret is in one.
    var names: [TranslationProvider] {
        var counts: [String: Int] = [:]
        return providers.map { provider in
            let name = provider.name
            counts[name, default: 0] += 1
            return TranslationProvider(rawValue: counts[name] == 1 ? name : "\(name) \(counts[name, default: 0])")
        }
    }

    /// One provider in its variants.
    package struct Variants: Sendable {
        package let all, fresh, live: any TranslationService
        var breaker: CircuitBreakingTranslationService?
        /// Whether it answers from what is on the device.
        var isOnDevice = false
    }

    /// Makes the services.
    /// - Parameter language: which language parts of speech are named in by those who have a choice.
    func services(
        store: DictionaryStore, language: Language? = nil, clock: WallClock, sleeper: Sleeper, logger: Logger
    ) -> TranslationServices {
        var variants: [Variants] = []
        var immediate: (any TranslationService)?
        var suggestions: (any WordSuggesting)?
        var remoteSuggestions: [any WordSuggesting] = []
        var connected: [DictTranslationService] = []
        for (provider, name) in zip(providers, names) {
            switch provider {
            case .glossary:
                let glossary = GlossaryTranslationService(clock: clock)
                let logged = LoggingTranslationService(glossary, name: name.rawValue, logger: logger)
                variants.append(Variants(all: logged, fresh: logged, live: logged, isOnDevice: true))
                immediate = logged
                suggestions = glossary
            case .pons(let secret, let url, let timeout):
                let pacer = RateLimiter(
                    provider: name,
                    limits: [RequestLimit(1, per: .seconds(1)), RequestLimit(1000, per: .seconds(31 * 24 * 3600))],
                    ledger: store.requests, clock: clock, sleeper: sleeper)
                // The service tells of failures.
                let client = LoggingHTTPClient(
                    URLSessionHTTPClient(timeout: timeout, followsRedirects: false),
                    logger: logger.labelled("http"),
                    failureLevel: .debug,
                    showsPath: PonsTranslationService.isPathPublic(url))
                let service = PonsTranslationService(
                    secret: secret, baseURL: url, client: client, clock: clock,
                    language: language.flatMap { PonsTranslationService.languages.contains($0) ? $0 : nil },
                    beforeRedirect: { () async throws(TranslationError) in try await pacer.waitForTurn() })
                variants.append(remote(service, name, pacer, isAskedForDirections: true, store, clock, sleeper, logger))
            case .dict(let server, let timeout, let limits):
                let pacer = RateLimiter(
                    provider: name, limits: limits, ledger: store.requests, clock: clock, sleeper: sleeper)
                let service = DictTranslationService(
                    server: server, clock: clock, timeout: timeout, sleeper: sleeper)
                // It tells its directions by itself, at no cost, and has another as soon as its owner adds a dictionary.
                variants.append(
                    remote(service, name, pacer, isAskedForDirections: false, store, clock, sleeper, logger))
                // The words first, and then what they mean.
                remoteSuggestions.append(
                    RateLimitedSuggestions(
                        LoggingSuggestions(service, name: name.rawValue, logger: logger), pacer: pacer, requests: 2,
                        leastLength: DictTranslationService.leastLength))
                connected.append(service)
            case .service(let service, _):
                let logged = LoggingTranslationService(service, name: name.rawValue, logger: logger)
                let limited = RateLimitedTranslationService(
                    logged, provider: name, limits: [], ledger: store.requests, clock: clock, sleeper: sleeper)
                let breaker = CircuitBreakingTranslationService(
                    limited, name: name.rawValue, clock: clock, chance: chance, logger: logger)
                variants.append(Variants(all: breaker, fresh: breaker.insisting, live: breaker, breaker: breaker))
            }
        }
        let onDevice = Set(variants.indices.filter { variants[$0].isOnDevice })
        func chain(_ services: [any TranslationService]) -> FallbackTranslationService {
            FallbackTranslationService(
                services, onDevice: onDevice, patience: patience, clock: clock, sleeper: sleeper)
        }
        return TranslationServices(
            service: chain(variants.map(\.all)), fresh: chain(variants.map(\.fresh)),
            live: chain(variants.map(\.live)), providers: Set(names), immediate: immediate,
            localSuggestions: suggestions, remoteSuggestions: remoteSuggestions, detachSlowAfter: patience,
            clearBackOff: { [breakers = variants.compactMap(\.breaker)] in for breaker in breakers { breaker.resume() }
            },
            close: { [connected] in
                await withTaskGroup(of: Void.self) { group in
                    for service in connected { group.addTask { await service.close() } }
                }
            })
    }

    /// A service with what suits one that is far away. The provider's name tells it from others of its kind, so that what one
    /// does not know another is asked for; entries name the kind alone.
    /// - Parameter isAskedForDirections: whether it costs a request to find out that it does not have a direction.
    package func remote(
        _ service: any TranslationService, _ provider: TranslationProvider, _ pacer: RateLimiter,
        isAskedForDirections: Bool, _ store: DictionaryStore, _ clock: WallClock, _ sleeper: Sleeper, _ logger: Logger
    ) -> Variants {
        let name = provider.rawValue
        let logged = LoggingTranslationService(service, name: name, logger: logger, warnsOfNetwork: false)
        let limited = RateLimitedTranslationService(logged, pacer: pacer, isAskedForDirections: isAskedForDirections)
        let patient = RetryingTranslationService(limited, clock: clock, sleeper: sleeper, chance: chance)
        // Within the flight: a fault that several wait for is one.
        let breaker = CircuitBreakingTranslationService(
            NetworkWarningTranslationService(service: patient, name: name, logger: logger), name: name, clock: clock,
            patience: patience, chance: chance, logger: logger)
        let shared = SingleFlightTranslationService(breaker)
        let sharedInsisting = SingleFlightTranslationService(breaker.insisting)
        func remembering(_ service: any TranslationService) -> DirectionRememberingTranslationService? {
            guard isAskedForDirections else { return nil }
            return DirectionRememberingTranslationService(
                service, provider: provider, directions: store.unsupportedDirections, clock: clock, logger: logger)
        }
        func caching(_ service: any TranslationService) -> CachingTranslationService {
            CachingTranslationService(
                service, provider: provider, cache: store.cache, maximumAge: maximumAge, clock: clock, logger: logger)
        }
        func cached(_ service: any TranslationService) -> CachingTranslationService {
            let direct: any TranslationService = remembering(service) ?? service
            return caching(PivotTranslationService(direct, legs: caching(direct), through: pivot))
        }
        let insisting: any TranslationService = remembering(sharedInsisting)?.refreshing ?? sharedInsisting
        let fresh = caching(
            PivotTranslationService(insisting, legs: caching(insisting).refreshing, through: pivot)
        ).refreshing
        return Variants(
            all: cached(shared), fresh: fresh, live: cached(SparingTranslationService(shared, pacer: pacer)),
            breaker: breaker)
    }
}

extension TranslationConfiguration.Provider {
    /// The kind, and what tells one provider of the kind from another.
    fileprivate var name: String {
        switch self {
        case .glossary: TranslationProvider.glossary.rawValue
        case .pons(_, nil, _): TranslationProvider.pons.rawValue
        // No more of the address: whatever else there is may be a secret.
        case .pons(_, let url?, _):
            "\(TranslationProvider.pons)(\(url.host() ?? "")\(url.port.map { ":\($0)" } ?? ""))"
        case .dict(let server, _, _): "\(TranslationProvider.dict)(\(server.host):\(server.port))"
        case .service(_, let name?): name
        case .service(let service, nil): "own(\(type(of: service)))"
        }
    }
}
