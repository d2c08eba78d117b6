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
        /// A DICT server, and how long it may take to connect, and to answer.
        case dict(DictServer, timeout: Duration = .seconds(10))
        /// A service of your own, which answers at once or not: it is asked as it is.
        case service(any TranslationService)
    }

    /// The providers, the one that is asked first in front.
    public var providers: [Provider]
    /// The language through which a direction is reached that a remote provider does not have.
    public var pivot: Language
    /// For how long the answers of remote providers are good.
    public var maximumAge: Duration

    /// Describes who is asked.
    public init(
        _ providers: [Provider] = [.glossary], pivot: Language = .english,
        maximumAge: Duration = .seconds(90 * 24 * 3600)
    ) {
        self.providers = providers
        self.pivot = pivot
        self.maximumAge = maximumAge
    }

    /// What the configuration comes to.
    struct Services {
        /// All services as one.
        let all: any TranslationService
        /// Those that answer at once.
        let immediate: (any TranslationService)?
        /// What lists words while the user types.
        let glossary: (any WordSuggesting)?
    }

    /// Makes the services.
    /// - Parameter language: which language parts of speech are named in by those who have a choice.
    func services(
        store: DictionaryStore, language: Language? = nil, clock: WallClock, sleeper: Sleeper, logger: Logger
    ) -> Services {
        var all: [any TranslationService] = []
        var immediate: (any TranslationService)?
        var suggestions: (any WordSuggesting)?
        for provider in providers {
            switch provider {
            case .glossary:
                let glossary = GlossaryTranslationService(clock: clock)
                let logged = LoggingTranslationService(glossary, name: "glossary", logger: logger)
                all.append(logged)
                immediate = logged
                suggestions = glossary
            case .pons(let secret, let url):
                let service = PonsTranslationService(
                    secret: secret, baseURL: url,
                    client: LoggingHTTPClient(URLSessionHTTPClient(), logger: logger.labelled("http")), clock: clock,
                    language: language.flatMap { PonsTranslationService.languages.contains($0) ? $0 : nil })
                let limits = [RequestLimit(1, per: .seconds(1)), RequestLimit(1000, per: .seconds(31 * 24 * 3600))]
                all.append(remote(service, .pons, limits, store, clock, sleeper, logger))
            case .dict(let server, let timeout):
                all.append(
                    remote(
                        DictTranslationService(server: server, clock: clock, timeout: timeout), .dict, [], store, clock,
                        sleeper, logger))
            case .service(let service):
                all.append(LoggingTranslationService(service, name: "own", logger: logger))
            }
        }
        return Services(all: FallbackTranslationService(all), immediate: immediate, glossary: suggestions)
    }

    private func remote(
        _ service: any TranslationService, _ provider: TranslationProvider, _ limits: [RequestLimit],
        _ store: DictionaryStore, _ clock: WallClock, _ sleeper: Sleeper, _ logger: Logger
    ) -> any TranslationService {
        let logged = LoggingTranslationService(service, name: provider.rawValue, logger: logger)
        let limited = RateLimitedTranslationService(
            logged, provider: provider, limits: limits, ledger: store.requests, clock: clock, sleeper: sleeper)
        let patient = RetryingTranslationService(limited, clock: clock, sleeper: sleeper)
        let pivoting = PivotTranslationService(SingleFlightTranslationService(patient), through: pivot)
        return CachingTranslationService(
            pivoting, provider: provider, cache: store.cache, maximumAge: maximumAge, clock: clock, logger: logger)
    }
}
