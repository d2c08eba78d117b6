import CoreModule

/// What an app looks words up with: ``AppDependencies/makeTranslation()`` makes it from a ``TranslationConfiguration``.
public struct TranslationServices: LookUpPart {
    /// What is asked before all else, and answers on the device: at once, without a network and without limits. Nil if nothing is.
    private let onDevice: (any LookUpPart)?
    /// Everything that answers on the device, wherever it is in the order. Nil if nothing does.
    private let allOnDevice: (any LookUpPart)?
    /// The providers that are asked. A word that no provider knew is looked up again if one of these was not asked.
    package let providers: Set<TranslationProvider>
    /// Lists of words at every letter, from the device.
    package let suggestionsOnDevice: [any WordSuggesting]
    /// Lists of words over the network, each within its limits.
    package let remoteSuggestions: [any WordSuggesting]
    /// After how long the queue begins the next look-up beside a slow one. If nil, it waits for the slow one.
    let hedgingDelay: Duration?
    /// Whether words of a file may come from a provider.
    let acceptsProvider: @Sendable (TranslationProvider) -> Bool
    private let chain: any LookUpPart
    private let gates: [ProviderGate]
    private let closeServices: @Sendable () async -> Void

    /// Makes services from a chain and the gates in it.
    package init(
        _ chain: any LookUpPart, gates: [ProviderGate], providers: Set<TranslationProvider> = [],
        onDevice: (any LookUpPart)? = nil, allOnDevice: (any LookUpPart)? = nil,
        suggestionsOnDevice: [any WordSuggesting] = [],
        remoteSuggestions: [any WordSuggesting] = [], hedgingDelay: Duration? = nil,
        acceptsProvider: @escaping @Sendable (TranslationProvider) -> Bool = { _ in true },
        close: @escaping @Sendable () async -> Void = {}
    ) {
        self.chain = chain
        self.gates = gates
        self.providers = providers
        self.onDevice = onDevice
        self.allOnDevice = allOnDevice ?? onDevice
        self.suggestionsOnDevice = suggestionsOnDevice
        self.remoteSuggestions = remoteSuggestions
        self.hedgingDelay = hedgingDelay
        self.acceptsProvider = acceptsProvider
        closeServices = close
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        try await chain.lookUp(request)
    }

    /// What is known of a text on the device, by what is asked before all else, or by all if no other provider may be asked now; nil if
    /// nothing is. A failure was logged.
    package func entryOnDevice(_ text: WordText, _ direction: TranslationDirection) async -> DictionaryEntry? {
        let part = gates.allSatisfy { $0.status.notBefore != nil } ? allOnDevice : onDevice
        do { return try await part?.lookUp(LookUpRequest(text, direction)) } catch { return nil }
    }

    /// Looks a text up in several directions at once: the entries of those that have an answer, in their order. Throws an error if no
    /// direction has an answer, and one failed. All services are asked in the wanted directions (all if nil), in the others only what
    /// answers at once.
    package func entries(
        of text: WordText, in directions: [TranslationDirection], asking wanted: [TranslationDirection]? = nil
    ) async throws(TranslationError) -> [DictionaryEntry] {
        let answers = await withTaskGroup(of: (Int, Result<DictionaryEntry, TranslationError>).self) { group in
            for (number, direction) in directions.enumerated() {
                let services = wanted?.contains(direction) ?? true ? [onDevice, chain] : [allOnDevice]
                let request = LookUpRequest(text, direction)
                group.addTask { (number, await Self.firstAnswer(to: request, of: services.compactMap(\.self))) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        var entries: [DictionaryEntry] = []
        var faults: [TranslationError] = []
        for (_, answer) in answers.sorted(by: { $0.key < $1.key }) {
            switch answer {
            case .success(let entry): entries.append(entry)
            case .failure(let error): if error.isFault || error == .cancelled { faults.append(error) }
            }
        }
        if entries.isEmpty, let fault = faults.first { throw fault }
        return entries
    }

    private static func firstAnswer(
        to request: LookUpRequest, of services: [any LookUpPart]
    ) async -> Result<DictionaryEntry, TranslationError> {
        var answer: Result<DictionaryEntry, TranslationError> = .failure(.unsupportedDirection(request.direction))
        for service in services {
            answer = await service.result(request)
            if case .success = answer { break }
        }
        return answer
    }

    /// The entries of up to three words that are like a misspelt text, the nearest first; but if none has only one edit, those of the words
    /// that the text is made of, if it is. From what answers at once, in the first direction that has such words.
    /// ``DictionaryEntry/matched`` names the word. Throws an error if there are none, and a source failed.
    package func entries(
        similarTo text: WordText, in directions: [TranslationDirection]
    ) async throws(TranslationError) -> [DictionaryEntry] {
        var (found, fault): ([DictionaryEntry], TranslationError?) = ([], nil)
        var (parts, source): ([WordText], TranslationDirection?) = ([], nil)
        for direction in directions where parts.isEmpty {
            let answer = await words(partsOf: text, direction)
            (parts, source, fault) = (answer.words, direction, fault ?? answer.failure)
        }
        for direction in directions where found.isEmpty {
            let (words, isNear, failure) = await words(similarTo: text, direction)
            fault = fault ?? failure
            guard isNear || parts.isEmpty else { continue }
            found = try await entries(of: words, as: .similar, direction)
        }
        if found.isEmpty, let source { found = try await entries(of: parts, as: .partOfCompound, source) }
        if found.isEmpty, let fault { throw fault }
        return found
    }

    /// The entries of the first words, up to three.
    private func entries(
        of words: [WordText], as label: DictionaryEntry.Match.Label, _ direction: TranslationDirection
    ) async throws(TranslationError) -> [DictionaryEntry] {
        var found: [DictionaryEntry] = []
        for word in words where found.count < 3 {
            let answers = try await entries(of: word, in: [direction], asking: [])
            found += answers.map { $0.matching(.init(form: word.value, labels: [label])) }
        }
        return found
    }

    /// The words that a text is made of, by the first source that can tell; and the first failure.
    private func words(
        partsOf text: WordText, _ direction: TranslationDirection
    ) async -> (words: [WordText], failure: TranslationError?) {
        let (answers, failure) = await askOnDevice { source throws(TranslationError) in
            try await source.suggestions(partsOf: text, direction)
        }
        return (answers.first { !$0.isEmpty } ?? [], failure)
    }

    /// The words of all sources that are like a misspelt text, each once, the nearest first; whether one edit makes the first of them, or it
    /// is the right form for one that does not exist; and the first failure.
    private func words(
        similarTo text: WordText, _ direction: TranslationDirection
    ) async -> (words: [WordText], isNear: Bool, failure: TranslationError?) {
        let spelling = Spelling(folding: text.identity)
        let (answers, failure) = await askOnDevice { source throws(TranslationError) in
            try await source.suggestions(nearestTo: text, direction, limit: 3)
        }
        let ranked = Dictionary(grouping: answers.joined()) { word in
            // A source has words that are not like the text only as the right forms instead of it.
            spelling.rank(of: Array(TextFolding.fold(word.value, .search).unicodeScalars)[...]) ?? -1
        }
        var seen: Set<WordText> = []
        let words = ranked.sorted { $0.key < $1.key }.flatMap(\.value).filter { seen.insert($0).inserted }
        return (words, (ranked.keys.min() ?? .max) <= 3, failure)
    }

    /// The words with which each source on the device answers; and the first failure.
    private func askOnDevice(
        _ suggestions: (any WordSuggesting) async throws(TranslationError) -> [Suggestion]
    ) async -> (answers: [[WordText]], failure: TranslationError?) {
        var (answers, failure): ([[WordText]], TranslationError?) = ([], nil)
        for source in suggestionsOnDevice {
            do throws(TranslationError) {
                answers.append(try await suggestions(source).map { WordText(stored: $0.text) })
            } catch {
                if error.isFault || error == .cancelled { failure = failure ?? error }
            }
        }
        return (answers, failure)
    }

    /// When each provider may be asked, as far as is known.
    package var gateStatuses: GateStatuses {
        GateStatuses(gates.map { ($0.provider, $0.status) }, uniquingKeysWith: { first, _ in first })
    }

    /// Clears the back-off of providers that failed, so that the next look-up asks them.
    package func clearBackoff() {
        for gate in gates { gate.clearBackoff() }
    }

    /// Ends the connections to servers, which takes a second at most.
    public func close() async {
        await closeServices()
    }
}
