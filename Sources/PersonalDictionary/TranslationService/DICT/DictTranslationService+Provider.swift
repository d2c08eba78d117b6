public import CoreModule

extension LookUpProvider {
    /// A DICT server, how long it may take to connect, and to answer, and its limits: none by default, as suits a server of your own.
    public static func dict(
        _ server: DictServer, timeout: Duration = .seconds(10), limits: [RequestLimit] = []
    ) -> LookUpProvider {
        LookUpProvider(name: "\(TranslationProvider.dict)(\(server.host):\(server.port))") { chain, name in
            // It lists its directions at no cost, and has another as soon as its owner adds a dictionary.
            let gate = chain.gate(name, limits)
            let service = DictTranslationService(
                server: server, glossary: chain.glossary, clock: chain.clock, timeout: timeout, sleeper: chain.sleeper)
            let logged = LoggingLookUp(service, part: service, name: name.rawValue, logger: chain.logger)
            chain.addRemote(GatedLookUp(logged, gate: gate), gate)
            // The words first, and then what they mean.
            chain.remoteSuggestions.append(
                GatedSuggestions(
                    service, gate: gate, requests: 2, leastLength: DictTranslationService.leastLength,
                    logger: chain.logger))
            chain.closings.append { await service.close() }
        }
    }
}
