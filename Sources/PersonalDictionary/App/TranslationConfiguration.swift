package import CoreModule
import Foundation

/// The providers that are asked for translations, in order, each with what it needs.
public struct TranslationConfiguration: Sendable {
    package var providers: [LookUpProvider]
    package var hedgingDelay: Duration?
    /// The jitter between tries, a random number from 0 to 1.
    package var jitter: @Sendable () -> Double = { .random(in: 0...1) }

    /// Describes the providers.
    /// - Parameters:
    ///   - providers: in the order in which they are asked. If the first one is on this device, as the glossary is, a word that it knows is
    ///     translated as soon as it is saved.
    ///   - hedgingDelay: how long to wait for one provider before asking the next as well; also how long the queue waits for one
    ///     word before it begins the next. If nil, each is waited for until it has answered.
    public init(_ providers: [LookUpProvider] = [.glossary], hedgingDelay: Duration? = .seconds(2)) {
        self.providers = providers
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
        LookUpProvider.ofLibrary.contains(provider) || providers.contains(where: \.isOwn)
    }

    /// Makes the services. The store keeps answers, requests and directions; the language is that of parts of speech, if a provider
    /// offers it.
    package func services(
        store: DictionaryStore, language: Language? = nil, clock: WallClock, sleeper: Sleeper, logger: EventLogger
    ) -> TranslationServices {
        var chain = ProviderChain(
            cache: store.cache, requests: store.requests, hedgingDelay: hedgingDelay, jitter: jitter,
            language: language, clock: clock, sleeper: sleeper,
            logger: logger, glossary: GlossaryTranslationService(clock: clock))
        for (provider, name) in zip(providers, names) { provider.add(&chain, name) }
        return TranslationServices(
            chain.all, gates: chain.gates, providers: Set(names), onDevice: chain.onDevice,
            allOnDevice: chain.allOnDevice, suggestionsOnDevice: chain.suggestionsOnDevice,
            remoteSuggestions: chain.remoteSuggestions,
            hedgingDelay: hedgingDelay, acceptsProvider: accepts,
            close: { [closings = chain.closings] in
                await withTaskGroup(of: Void.self) { group in for close in closings { group.addTask { await close() } }
                }
            })
    }
}
