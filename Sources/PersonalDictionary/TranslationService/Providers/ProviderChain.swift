import CoreModule

/// Puts the chain of a look-up together, provider by provider.
struct ProviderChain {
    let cache: any TranslationCache
    let requests: any RequestLedger
    let hedgingDelay: Duration?
    let jitter: @Sendable () -> Double
    /// The language of parts of speech, if a provider offers it.
    let language: Language?
    let clock: WallClock
    let sleeper: Sleeper
    let logger: EventLogger
    /// Also if it is no provider: it helps to order the translations of others.
    let glossary: GlossaryTranslationService

    private(set) var providers: [FallbackLookUp.Provider] = []
    private(set) var gates: [ProviderGate] = []
    private(set) var suggestionsOnDevice: [any WordSuggesting] = []
    var remoteSuggestions: [any WordSuggesting] = []
    /// What ends the connections to servers.
    var closings: [@Sendable () async -> Void] = []

    func gate(
        _ name: TranslationProvider, _ limits: [RequestLimit], directions: (any TranslationCache)? = nil,
        attempts: Int = 2
    ) -> ProviderGate {
        ProviderGate(
            name, limits: limits, ledger: requests, directions: directions, attempts: attempts,
            hedgingDelay: hedgingDelay, clock: clock, sleeper: sleeper, jitter: jitter, logger: logger,
            storeLogger: storeLogger)
    }

    /// A service behind its gate.
    func gated(_ service: any TranslationService, _ gate: ProviderGate) -> GatedLookUp {
        GatedLookUp(LoggingLookUp(service, name: gate.provider.rawValue, logger: logger), gate: gate)
    }

    mutating func addOnDevice(_ service: any TranslationService & WordSuggesting, _ name: TranslationProvider) {
        let logged = LoggingLookUp(service, name: name.rawValue, logger: logger, warnsOfFaults: true)
        suggestionsOnDevice.append(service)
        providers.append(FallbackLookUp.Provider(name, logged, isOnDevice: true))
    }

    /// Answers and requests are stored under the gate's name, such as `dict(host:2628)`, so two DICT servers are separate.
    /// An entry's provider is only the kind, `dict`.
    mutating func addRemote(_ gated: GatedLookUp, _ gate: ProviderGate) {
        // Inside the shared call: a failure that several callers wait for is one.
        let shared = SingleFlightLookUp(gated)
        let pivot = PivotLookUp(shared, legs: caching(shared, gate), through: .english)
        append(PlainFormLookUp(caching(pivot, gate), interpreters: glossary.interpreters), gate)
    }

    mutating func append(_ part: any LookUpPart, _ gate: ProviderGate) {
        providers.append(FallbackLookUp.Provider(gate.provider, part))
        gates.append(gate)
    }

    /// All providers, in their order.
    var all: FallbackLookUp {
        FallbackLookUp(providers, hedgingDelay: hedgingDelay, clock: clock, sleeper: sleeper)
    }

    /// Those on the device that are asked before all others: what they know of a word, no other provider is asked for.
    var onDevice: (any LookUpPart)? { onDevice(providers.prefix(while: \.isOnDevice)) }

    /// Those on the device.
    var allOnDevice: (any LookUpPart)? { onDevice(providers.filter(\.isOnDevice)) }

    private func onDevice(_ providers: some Collection<FallbackLookUp.Provider>) -> (any LookUpPart)? {
        if providers.count < 2 { return providers.first?.service }
        return FallbackLookUp(Array(providers), hedgingDelay: nil, clock: clock, sleeper: sleeper)
    }

    private func caching(_ part: any LookUpPart, _ gate: ProviderGate) -> CachingLookUp {
        CachingLookUp(
            part, provider: gate.provider, cache: cache, clock: clock, storeLogger: storeLogger)
    }

    /// Reads and writes of what is remembered are events of the store.
    private var storeLogger: EventLogger { logger.labelled("store") }
}
