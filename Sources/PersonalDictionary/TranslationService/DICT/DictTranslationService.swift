public import CoreModule
import Foundation

/// Looks words up on a DICT server (RFC 2229), in the databases of the direction. It reads FreeDict's and Mueller's formats, and shows
/// others as text. It keeps one connection until ``close()``, and opens a new one if the server closed it.
public actor DictTranslationService: TranslationService {
    private let server: DictServer
    private let databases: Set<String>?
    private let timeout: Duration
    let clock: WallClock
    private let glossary: GlossaryTranslationService?
    private let gate = AsyncMutex()
    /// The connection, while no look-up uses it.
    private var idle: Session?

    private typealias Session = (connection: DictConnection, databases: [DictDatabase])

    /// Makes a service that connects at the first look-up.
    /// - Parameters:
    ///   - server: the server.
    ///   - databases: the names of the databases to ask, as the server lists them; if nil, all.
    ///   - glossary: a translation that it has too comes first; nil if there is no such help.
    ///   - clock: the time of day.
    ///   - timeout: the maximum time for connecting, and for an answer.
    public init(
        server: DictServer, databases: Set<String>? = nil, glossary: GlossaryTranslationService? = nil,
        clock: WallClock, timeout: Duration = .seconds(10)
    ) {
        self.server = server
        self.databases = databases
        self.timeout = timeout
        self.glossary = glossary
        self.clock = clock
    }

    /// Looks a word up. Throws ``TranslationError/unsupportedDirection(_:)`` if the server has no database for the direction.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        guard let word = DictSyntax.quoted(text.value) else { throw .notFound }
        let definitions = try await withConnection(direction) { connection, databases throws(TranslationError) in
            try await connection.definitions(of: databases.map { (database: $0.name, word: word) }).flatMap(\.self)
        }
        guard !definitions.isEmpty else { throw .notFound }
        return try DictEntryFormat.entry(
            of: text, direction, definitions, known: await known(text, direction), at: clock.now())
    }

    /// The glossary's translations of a word.
    func known(_ text: WordText, _ direction: TranslationDirection) async -> UsualTranslations {
        await glossary?.translations(of: text, direction) ?? []
    }

    package var waitingCount: Int { gate.waitingCount }

    /// Ends the connection politely, if there is one; the next look-up opens a new one. It takes a second at most. A look-up that is under
    /// way keeps its connection. A cancelled caller does not cancel it.
    public func close() async {
        let session = idle
        idle = nil
        await Task { await session?.connection.quit() }.value
    }

    /// Asks the server something, alone on the connection, with the databases of the direction, at least one. If the server closed the
    /// connection while it was idle, opens a new one.
    func withConnection<Answer: Sendable>(
        _ direction: TranslationDirection,
        _ ask: (_ connection: DictConnection, _ databases: [DictDatabase]) async throws(TranslationError) -> Answer
    ) async throws(TranslationError) -> Answer {
        do throws(CancellationError) { try await gate.enterUnlessCancelled() } catch { throw .cancelled }
        defer { gate.leave() }
        if let session = idle {
            idle = nil
            do throws(TranslationError) {
                return try await answer(direction, on: session, ask)
            } catch {
                guard await session.connection.isClosedUnanswered else { throw error }
            }
        }
        return try await answer(direction, on: try await DictConnection.open(server, timeout: timeout), ask)
    }

    /// A connection that fails is not used again: its state is unknown.
    private func answer<Answer: Sendable>(
        _ direction: TranslationDirection, on session: Session,
        _ ask: (_ connection: DictConnection, _ databases: [DictDatabase]) async throws(TranslationError) -> Answer
    ) async throws(TranslationError) -> Answer {
        let databases = session.databases.filter {
            $0.translates(direction) && self.databases?.contains($0.name) ?? true
        }
        let answer = try await databases.isEmpty ? nil : ask(session.connection, databases)
        idle = session
        guard let answer else { throw .unsupportedDirection(direction) }
        return answer
    }
}

extension TranslationProvider {
    /// A DICT server.
    public static let dict = TranslationProvider(rawValue: "dict")
}

extension LookUpProvider {
    /// A DICT server, how long it may take to connect, and to answer, and its limits: none by default, as suits a server of your own.
    public static func dict(
        _ server: DictServer, timeout: Duration = .seconds(10), limits: [RequestLimit] = []
    ) -> LookUpProvider {
        LookUpProvider(name: "\(TranslationProvider.dict)(\(server.host):\(server.port))") { chain, name in
            // It lists its directions at no cost, and has another as soon as its owner adds a dictionary.
            let gate = chain.gate(name, limits)
            let service = DictTranslationService(
                server: server, glossary: chain.glossary, clock: chain.clock, timeout: timeout)
            chain.addRemote(chain.gated(service, gate), gate)
            // The words first, and then what they mean.
            chain.remoteSuggestions.append(
                GatedSuggestions(
                    service, gate: gate, requests: 2, leastLength: DictTranslationService.leastLength,
                    logger: chain.logger))
            chain.closings.append { await service.close() }
        }
    }
}
