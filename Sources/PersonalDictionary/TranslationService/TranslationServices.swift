public import CoreModule

/// What an app looks words up with.
///
/// ``TranslationConfiguration`` makes one from providers. An app that assembles its dependencies itself makes one from a service of
/// its own.
public struct TranslationServices: Sendable {
    /// Answers at once, without a network and without limits; nil if nothing does.
    public let immediate: (any TranslationService)?
    /// The names of the providers that are asked. A word that no provider knew is looked up again if one of these was not asked.
    public let providers: Set<TranslationProvider>
    /// Lists words at every letter; nil if nothing does.
    public let localSuggestions: (any WordSuggesting)?
    /// Lists of words over the network, each within its limits.
    public let remoteSuggestions: [any WordSuggesting]
    /// After how long the queue begins the next look-up beside a slow one; nil if it waits until the slow one has ended.
    let detachSlowAfter: Duration?
    let service, fresh, live: any TranslationService
    let clearBackOff: @Sendable () -> Void
    private let closeServices: @Sendable () async -> Void

    /// Makes services from one service.
    /// - Parameters:
    ///   - service: looks words up; may be slow, and may fail.
    ///   - providers: the names of the providers that the service asks. If empty, a word that no provider knew is not looked up again
    ///     automatically.
    ///   - immediate: asked first when a word is added. It must answer at once and have no limits, as a glossary does.
    ///   - localSuggestions: lists words at every letter.
    ///   - remoteSuggestions: list words when the user stops typing.
    ///   - detachSlowAfter: after how long the queue begins the next look-up beside a slow one; if nil, it waits.
    ///   - clock: the time of day.
    ///   - sleeper: waits; if nil, by the system's clock.
    ///   - logger: logs each look-up.
    public init(
        _ service: any TranslationService, providers: Set<TranslationProvider> = [],
        immediate: (any TranslationService)? = nil, localSuggestions: (any WordSuggesting)? = nil,
        remoteSuggestions: [any WordSuggesting] = [], detachSlowAfter: Duration? = nil, clock: WallClock,
        sleeper: Sleeper? = nil,
        logger: Logger = .disabled
    ) {
        self.init(
            service: service, fresh: service, live: service, providers: providers, immediate: immediate,
            localSuggestions: localSuggestions, remoteSuggestions: remoteSuggestions, detachSlowAfter: detachSlowAfter,
            clearBackOff: {}, close: {})
    }

    init(
        service: any TranslationService, fresh: any TranslationService, live: any TranslationService,
        providers: Set<TranslationProvider>, immediate: (any TranslationService)?,
        localSuggestions: (any WordSuggesting)?, remoteSuggestions: [any WordSuggesting], detachSlowAfter: Duration?,
        clearBackOff: @escaping @Sendable () -> Void, close: @escaping @Sendable () async -> Void
    ) {
        self.service = service
        self.fresh = fresh
        self.live = live
        self.providers = providers
        self.immediate = immediate
        self.localSuggestions = localSuggestions
        self.remoteSuggestions = remoteSuggestions
        self.detachSlowAfter = detachSlowAfter
        self.clearBackOff = clearBackOff
        closeServices = close
    }

    /// Looks a word up.
    public func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let service =
            switch (request.cachePolicy, request.priority) {
            case (.reload, _): fresh
            case (.useCache, .savedWord): service
            case (.useCache, .typing): live
            }
        return try await LookUpInterest.lookingUp(while: request.isStillWanted) { () throws(TranslationError) in
            try await service.lookUp(request.text, request.direction)
        }
    }

    /// Ends the connections to servers, which takes a second at most.
    public func close() async {
        await closeServices()
    }
}
