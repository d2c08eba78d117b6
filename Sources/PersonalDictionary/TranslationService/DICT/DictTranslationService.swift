public import CoreModule
import Foundation

/// Looks words up on a DICT server (RFC 2229). It reads dictionaries in FreeDict's and Mueller's formats, and shows
/// others as text.
///
/// It keeps one connection, and opens a new one if the server closed it. The direction decides which of the server's
/// databases are asked. ``close()`` ends the connection.
public actor DictTranslationService: TranslationService, LookUpPart {
    private let server: DictServer
    private let databases: Set<String>?
    private let timeout: Duration
    let clock: WallClock
    private let sleeper: Sleeper
    private let glossary: GlossaryTranslationService?
    private let gate = AsyncMutex()
    private var session: (connection: DictConnection, databases: [DictDatabase])?

    /// Makes a service that connects at the first look-up.
    /// - Parameters:
    ///   - server: the server.
    ///   - databases: the names of the databases to ask, as the server lists them; if nil, all.
    ///   - glossary: a translation that it has too comes first; nil if there is no such help.
    ///   - clock: the time of day.
    ///   - timeout: the maximum time for connecting, and for an answer.
    ///   - sleeper: waits by the clock, to limit ``close()``; if nil, by the system's clock.
    public init(
        server: DictServer, databases: Set<String>? = nil, glossary: GlossaryTranslationService? = nil,
        clock: WallClock, timeout: Duration = .seconds(10), sleeper: Sleeper? = nil
    ) {
        self.server = server
        self.databases = databases
        self.timeout = timeout
        self.glossary = glossary
        self.clock = clock
        self.sleeper = sleeper ?? .system(clock: clock)
    }

    /// Looks a word up. Throws ``TranslationError/unsupportedDirection(_:)`` if the server has no database for the
    /// direction, ``TranslationError/notFound``, ``TranslationError/unreachable(_:)``,
    /// ``TranslationError/network(_:)``, ``TranslationError/unauthorized``, ``TranslationError/malformedAnswer(_:)``,
    /// or ``TranslationError/cancelled``.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        try await lookUp(LookUpRequest(text, direction))
    }

    /// Looks a word up, if it is still wanted when the connection is free.
    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        guard let word = DictSyntax.quoted(request.text.value) else { throw .notFound }
        let definitions = try await withConnection(request.direction, isStillWanted: request.isStillWanted) {
            connection, databases throws(DictFailure) in
            try await connection.definitions(of: databases.map { (database: $0.name, word: word) }).flatMap(\.self)
        }
        guard !definitions.isEmpty else { throw .notFound }
        return try DictEntryFormat.entry(
            of: request.text, request.direction, definitions, known: await known(request.text, request.direction),
            at: clock.now())
    }

    /// The glossary's translations of a word.
    func known(_ text: WordText, _ direction: TranslationDirection) async -> UsualTranslations {
        await glossary?.translations(of: text, direction) ?? []
    }

    package var waitingCount: Int { gate.waitingCount }

    /// The maximum time of ``close()``.
    private static let closeTimeout: Duration = .seconds(1)

    /// Ends the connection politely, if there is one; the next look-up opens a new one. It takes a second at most: a
    /// look-up that is still under way then keeps its connection. A cancelled caller does not cancel it.
    public func close() async {
        await Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.quit() }
                group.addTask { await self.waitForTimeout() }
                await group.next()
                group.cancelAll()
            }
        }.value
    }

    private nonisolated func waitForTimeout() async {
        // Cancelled if the connection ended before.
        do { try await sleeper.sleep(until: clock.now().addingTimeInterval(Self.closeTimeout.seconds)) } catch {}
    }

    private func quit() async {
        do throws(CancellationError) { try await gate.enterUnlessCancelled() } catch { return }
        defer { gate.leave() }
        await session?.connection.quit()
        session = nil
    }

    /// Asks the server something, alone on the connection. If the server closed it while it was idle, opens a new one.
    /// - Parameters:
    ///   - direction: chooses the databases.
    ///   - isStillWanted: asked when the connection is free.
    ///   - ask: sends the commands; receives the databases of the direction, at least one.
    func withConnection<Answer: Sendable>(
        _ direction: TranslationDirection, isStillWanted: @Sendable () async -> Bool = { true },
        _ ask: (_ connection: DictConnection, _ databases: [DictDatabase]) async throws(DictFailure) -> Answer
    ) async throws(TranslationError) -> Answer {
        do throws(CancellationError) { try await gate.enterUnlessCancelled() } catch { throw .cancelled }
        defer { gate.leave() }
        guard await isStillWanted() else { throw .cancelled }
        do throws(DictFailure) {
            do throws(DictFailure) {
                return try await answer(direction, ask)
            } catch .closed where session != nil {
                session = nil
                return try await answer(direction, ask)
            }
        } catch {
            if case .translation(.unsupportedDirection(let direction)) = error {
                throw .unsupportedDirection(direction)
            }
            // The connection is not used again: its state is unknown.
            session = nil
            switch error {
            case .closed: throw .closed(by: server)
            case .translation(let error): throw error
            }
        }
    }

    private func answer<Answer: Sendable>(
        _ direction: TranslationDirection,
        _ ask: (_ connection: DictConnection, _ databases: [DictDatabase]) async throws(DictFailure) -> Answer
    ) async throws(DictFailure) -> Answer {
        let session = if let session { session } else { try await DictConnection.open(server, timeout: timeout) }
        self.session = session
        let databases = session.databases.filter {
            $0.translates(direction) && self.databases?.contains($0.name) ?? true
        }
        guard !databases.isEmpty else { throw .translation(.unsupportedDirection(direction)) }
        return try await ask(session.connection, databases)
    }
}

extension TranslationProvider {
    /// A DICT server.
    public static let dict = TranslationProvider(rawValue: "dict")
}
