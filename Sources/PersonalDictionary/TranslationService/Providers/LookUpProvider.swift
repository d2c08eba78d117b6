public import CoreModule

/// A provider of translations with what it needs. ``TranslationConfiguration`` lists those that are asked.
public struct LookUpProvider: Sendable {
    /// The providers that this library's entries may name, and so the words of a file, whatever is asked now.
    static let ofLibrary: Set<TranslationProvider> = [.glossary, .pons, .dict, .dictionaryFile, .user]

    /// The name in the store and in the log: the kind, and what distinguishes providers of one kind. It holds no secret.
    let name: String
    /// Whether it is a service of the embedder's, which names the provider of its entries itself.
    var isOwn = false
    /// Makes the service, and adds it to a chain under a name.
    let add: @Sendable (_ chain: inout ProviderChain, _ name: TranslationProvider) -> Void

    /// The bundled glossary.
    public static let glossary = LookUpProvider(name: TranslationProvider.glossary.rawValue) {
        $0.addOnDevice($0.glossary, $1)
    }

    /// A service of your own, which may be slow. Its answers are not kept. It is not asked before a date that it named, nor
    /// during a back-off, when it fails again and again. The name is for the log and the store; if nil, it is made from the service's type.
    public static func service(_ service: any TranslationService, name: String? = nil) -> LookUpProvider {
        LookUpProvider(name: name ?? "own(\(type(of: service)))", isOwn: true) { chain, name in
            let gate = chain.gate(name, [], attempts: 1)
            chain.append(chain.gated(service, gate), gate)
        }
    }

    /// A remote service of your own: its answers are kept under its name, its limits are obeyed, one look-up answers all callers that
    /// ask at once, and a direction that it lacks is reached through another language. PONS is one.
    public static func remote(
        _ service: any TranslationService, name: String, limits: [RequestLimit] = []
    ) -> LookUpProvider {
        remote(name: name, limits: limits, isOwn: true) { _, _ in service }
    }

    /// A remote service that is made for a chain, with its gate for what it sends beside a look-up.
    static func remote(
        name: String, limits: [RequestLimit], isOwn: Bool = false,
        make: @escaping @Sendable (ProviderChain, ProviderGate) -> any TranslationService
    ) -> LookUpProvider {
        LookUpProvider(name: name, isOwn: isOwn) { chain, name in
            let gate = chain.gate(name, limits, directions: chain.cache)
            chain.addRemote(chain.gated(make(chain, gate), gate), gate)
        }
    }
}
