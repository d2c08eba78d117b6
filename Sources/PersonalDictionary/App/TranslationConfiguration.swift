public import CoreModule
public import Foundation

/// The providers that are asked for translations, in order, each with what it needs.
///
/// A remote provider's answers are kept, its limits are obeyed, one look-up answers all callers that ask at once, and a
/// direction that it lacks is reached through English.
public struct TranslationConfiguration: Sendable {
    /// One provider.
    public enum Provider: Sendable {
        /// The bundled glossary.
        case glossary
        /// PONS Online Dictionary, with a key, its usual or another address, and a time-out. At most one request a
        /// second and a thousand in any 31 days, as a free key allows.
        case pons(Secret, url: URL? = nil, timeout: Duration = .seconds(15))
        /// A DICT server, how long it may take to connect, and to answer, and its limits: none by default, as suits a
        /// server of your own.
        case dict(DictServer, timeout: Duration = .seconds(10), limits: [RequestLimit] = [])
        /// A dictionary in files on the device. It is asked at once, as the glossary is.
        case file(DictionaryFile)
        /// A service of your own, which may be slow. Its answers are not kept. It is not asked before a date that it
        /// named, and rests when it fails again and again. The name is for the log and the store; if nil, it is made
        /// from the service's type.
        case service(any TranslationService, name: String? = nil)
        /// A remote service of your own: its answers are kept under its name, and its limits obeyed, as with PONS.
        case remote(any TranslationService, name: String, limits: [RequestLimit] = [])
    }

    /// The providers, in the order in which they are asked. A new word is first looked up in the glossary, wherever it is.
    public var providers: [Provider]
    /// The language through which a direction is reached that a remote provider lacks.
    public var pivot: Language
    /// How long answers of remote providers are used.
    public var maximumAge: Duration
    /// How long to wait for one provider before asking the next as well; also how long the queue waits for one word
    /// before it begins the next. If nil, each is waited for until it has answered.
    public var hedgingDelay: Duration?
    /// The jitter between tries, a random number from 0 to 1.
    package var jitter: @Sendable () -> Double = { .random(in: 0...1) }

    /// Describes the providers.
    public init(
        _ providers: [Provider] = [.glossary], pivot: Language = .english,
        maximumAge: Duration = .seconds(90 * 24 * 3600), hedgingDelay: Duration? = .seconds(2)
    ) {
        self.providers = providers
        self.pivot = pivot
        self.maximumAge = maximumAge
        self.hedgingDelay = hedgingDelay
    }

    /// The name of each provider in the store and in the log, in their order. They are unique, and hold no secret.
    var names: [TranslationProvider] {
        var counts: [String: Int] = [:]
        return providers.map { provider in
            let name = provider.name
            counts[name, default: 0] += 1
            return TranslationProvider(rawValue: counts[name] == 1 ? name : "\(name) \(counts[name, default: 0])")
        }
    }

    /// Whether words may come from a provider: from those of this library, and from any if there is a service of your own, which names
    /// the provider of its entries itself.
    func accepts(_ provider: TranslationProvider) -> Bool {
        [.glossary, .pons, .dict, .dictionaryFile, .user].contains(provider)
            || providers.contains {
                switch $0 {
                case .service, .remote: true
                case .glossary, .pons, .dict, .file: false
                }
            }
    }

    /// Makes the services.
    /// - Parameters:
    ///   - store: keeps answers, requests and directions.
    ///   - language: the language of parts of speech, if a provider offers it.
    ///   - logger: receives look-ups and failures.
    package func services(
        store: DictionaryStore, language: Language? = nil, clock: WallClock, sleeper: Sleeper, logger: EventLogger
    ) -> TranslationServices {
        var chain = ProviderChain(
            configuration: self, store: store, clock: clock, sleeper: sleeper, logger: logger,
            glossary: GlossaryTranslationService(clock: clock))
        for (provider, name) in zip(providers, names) {
            switch provider {
            case .glossary: chain.addLocal(chain.glossary, name)
            case .file(let file):
                chain.addLocal(
                    DictionaryFileTranslationService(file, glossary: chain.glossary, clock: clock), name)
            case .pons(let secret, let url, let timeout):
                let limits = [RequestLimit(1, per: .seconds(1)), RequestLimit(1000, per: .seconds(31 * 24 * 3600))]
                let gate = chain.gate(name, limits, directions: store.cache)
                // The gate logs failures.
                let client = LoggingHTTPClient(
                    SystemHTTPClient(timeout: timeout, followsRedirects: false),
                    logger: logger.labelled("http"), failureLevel: .debug,
                    showsPath: PonsTranslationService.isPathPublic(url))
                let service = PonsTranslationService(
                    secret: secret, baseURL: url, client: client, clock: clock,
                    language: language.flatMap { PonsTranslationService.languages.contains($0) ? $0 : nil },
                    // The pause was checked before the first request. One that another process has set since is ignored.
                    beforeRedirect: { () async throws(TranslationError) in
                        try await gate.waitForTurn(ignoresPause: true)
                    })
                chain.addRemote(service, gate)
            case .dict(let server, let timeout, let limits):
                // It lists its directions at no cost, and has another as soon as its owner adds a dictionary.
                let gate = chain.gate(name, limits)
                let service = DictTranslationService(
                    server: server, glossary: chain.glossary, clock: clock, timeout: timeout, sleeper: sleeper)
                chain.addRemote(service, gate)
                // The words first, and then what they mean.
                chain.remoteSuggestions.append(
                    GatedSuggestions(
                        service, gate: gate, requests: 2, leastLength: DictTranslationService.leastLength,
                        logger: logger))
                chain.connections.append(service)
            case .service(let service, _):
                let gate = chain.gate(name, [], attempts: 1)
                chain.append(chain.gated(service, gate), gate)
            case .remote(let service, _, let limits):
                chain.addRemote(service, chain.gate(name, limits, directions: store.cache))
            }
        }
        return chain.services
    }
}

/// Puts the chain together, provider by provider.
private struct ProviderChain {
    let configuration: TranslationConfiguration
    let store: DictionaryStore
    let clock: WallClock
    let sleeper: Sleeper
    let logger: EventLogger
    var remoteSuggestions: [any WordSuggesting] = []
    var connections: [DictTranslationService] = []
    var providers: [FallbackLookUp.Provider] = []
    var gates: [ProviderGate] = []
    /// Also if it is no provider: it helps to order the translations of others.
    let glossary: GlossaryTranslationService
    var localSuggestions: [any WordSuggesting] = []

    func gate(
        _ name: TranslationProvider, _ limits: [RequestLimit], directions: (any TranslationCache)? = nil,
        attempts: Int = 2
    ) -> ProviderGate {
        ProviderGate(
            name, limits: limits, ledger: store.requests, directions: directions, attempts: attempts,
            hedgingDelay: configuration.hedgingDelay, clock: clock, sleeper: sleeper, jitter: configuration.jitter,
            logger: logger, storeLogger: storeLogger)
    }

    mutating func addLocal(_ service: any TranslationService & WordSuggesting, _ name: TranslationProvider) {
        let logged = LoggingLookUp(service, name: name.rawValue, logger: logger, warnsOfFaults: true)
        localSuggestions.append(service)
        providers.append(FallbackLookUp.Provider(name, logged, isOnDevice: true))
    }

    /// Answers and requests are stored under this name, such as `dict(host:2628)`, so two DICT servers are separate.
    /// An entry's provider is only the kind, `dict`.
    mutating func addRemote(_ service: any TranslationService, _ gate: ProviderGate) {
        // Inside the shared call: a failure that several callers wait for is one.
        let shared = SingleFlightLookUp(gated(service, gate))
        let pivot = PivotLookUp(shared, legs: caching(shared, gate), through: configuration.pivot)
        append(PlainFormLookUp(caching(pivot, gate), interpreters: glossary.interpreters), gate)
    }

    func gated(_ service: any TranslationService, _ gate: ProviderGate) -> GatedLookUp {
        GatedLookUp(LoggingLookUp(service, name: gate.provider.rawValue, logger: logger), gate: gate)
    }

    private func caching(_ service: any LookUpService, _ gate: ProviderGate) -> CachingLookUp {
        CachingLookUp(
            service, provider: gate.provider, cache: store.cache, maximumAge: configuration.maximumAge, clock: clock,
            logger: logger, storeLogger: storeLogger)
    }

    /// Reads and writes of what is remembered are events of the store.
    private var storeLogger: EventLogger { logger.labelled("store") }

    mutating func append(_ service: any LookUpService, _ gate: ProviderGate) {
        providers.append(FallbackLookUp.Provider(gate.provider, service))
        gates.append(gate)
    }

    /// What answers without a network: the glossary first, wherever it is.
    private var onDevice: (any LookUpService)? {
        var local = providers.filter(\.isOnDevice)
        local = local.filter { $0.name == .glossary } + local.filter { $0.name != .glossary }
        return local.isEmpty ? nil : FallbackLookUp(local, hedgingDelay: nil, clock: clock, sleeper: sleeper)
    }

    var services: TranslationServices {
        TranslationServices(
            FallbackLookUp(providers, hedgingDelay: configuration.hedgingDelay, clock: clock, sleeper: sleeper),
            gates: gates, providers: Set(configuration.names), onDevice: onDevice, localSuggestions: localSuggestions,
            remoteSuggestions: remoteSuggestions, detachSlowAfter: configuration.hedgingDelay,
            acceptsProvider: configuration.accepts,
            close: { [connections] in
                await withTaskGroup(of: Void.self) { group in
                    for service in connections { group.addTask { await service.close() } }
                }
            })
    }
}

extension TranslationConfiguration.Provider {
    /// The kind, and what distinguishes providers of one kind.
    fileprivate var name: String {
        switch self {
        case .glossary: TranslationProvider.glossary.rawValue
        case .pons(_, nil, _): TranslationProvider.pons.rawValue
        // No more of the address, because the rest may be a secret.
        case .pons(_, let url?, _):
            "\(TranslationProvider.pons)(\(url.host() ?? "")\(url.port.map { ":\($0)" } ?? ""))"
        case .dict(let server, _, _): "\(TranslationProvider.dict)(\(server.host):\(server.port))"
        case .service(_, let name?), .remote(_, let name, _): name
        case .file(let file): "\(TranslationProvider.dictionaryFile)(\(file.name))"
        case .service(let service, nil): "own(\(type(of: service)))"
        }
    }
}
