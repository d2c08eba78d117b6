public import CoreModule

/// Looks words up on a DICT server (RFC 2229): dictionaries in FreeDict's and Mueller's formats are understood, any other is
/// shown as text.
///
/// One connection is kept and used again; when the server has closed it meanwhile, it is opened anew. Which of the server's
/// databases are asked is told by the direction.
public actor DictTranslationService: TranslationService {
    private struct Session {
        let connection: DictConnection
        let databases: [DictDatabase]
    }

    private let server: DictServer
    private let databases: Set<String>?
    private let timeout: Duration
    private let clock: WallClock
    private let gate = SerialGate()
    private var session: Session?

    /// Makes a service that connects at the first look-up.
    /// - Parameters:
    ///   - server: the server.
    ///   - databases: the names of those to ask, as the server lists them; all where `nil`.
    ///   - clock: tells when an entry was looked up.
    ///   - timeout: how long the server may take to connect, and to answer.
    public init(
        server: DictServer, databases: Set<String>? = nil, clock: WallClock, timeout: Duration = .seconds(10)
    ) {
        self.server = server
        self.databases = databases
        self.timeout = timeout
        self.clock = clock
    }

    /// Looks a word up; throws ``TranslationError/unsupportedDirection(_:)`` where the server has no database for it,
    /// ``TranslationError/notFound``, ``TranslationError/network(_:)``, ``TranslationError/unauthorized``,
    /// ``TranslationError/malformedAnswer(_:)``, or ``TranslationError/cancelled``.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        guard let word = DictSyntax.quoted(text.value) else { throw .notFound }
        await gate.enter()
        defer { gate.leave() }
        guard !Task.isCancelled else { throw .cancelled }
        try await LookUpInterest.check()
        let definitions: [DictReply.Definition]
        do throws(DictFailure) {
            definitions = try await define(word, direction)
        } catch .closed(isMidAnswer: false) where session != nil {
            // It was closed while nobody asked.
            session = nil
            do throws(DictFailure) {
                definitions = try await define(word, direction)
            } catch {
                throw failed(error, direction)
            }
        } catch {
            throw failed(error, direction)
        }
        return try DictEntryFormat.entry(of: text, direction, definitions, at: clock.now())
    }

    /// Says goodbye to the server, if there is a connection; the next look-up makes a new one.
    public func close() async {
        await gate.enter()
        defer { gate.leave() }
        await session?.connection.quit()
        session = nil
    }

    private func define(
        _ word: String, _ direction: TranslationDirection
    ) async throws(DictFailure) -> [DictReply.Definition] {
        let session = try await open()
        let databases = session.databases.filter { $0.translates(direction) }
        guard !databases.isEmpty else { throw .unsupported }
        let replies = try await session.connection.exchange(databases.map { "DEFINE \($0.name) \(word)" })
        var definitions: [DictReply.Definition] = []
        for reply in replies {
            switch reply.status {
            case 150: definitions += reply.definitions
            case 552: break
            // Some servers cannot read a word that holds quotes and apostrophes, however it is quoted.
            case 501: break
            default: throw .refused(status: reply.status)
            }
        }
        return definitions
    }

    private func open() async throws(DictFailure) -> Session {
        if let session { return session }
        let (connection, databases) = try await DictConnection.open(server, timeout: timeout)
        let wanted = databases.filter { self.databases?.contains($0.name) ?? true }
        let session = Session(connection: connection, databases: wanted)
        self.session = session
        return session
    }

    /// What a failure is to the caller. The connection is not used again: who knows what comes next on it.
    private func failed(_ failure: DictFailure, _ direction: TranslationDirection) -> TranslationError {
        if failure == .unsupported { return .unsupportedDirection(direction) }
        session = nil
        switch failure {
        case .unsupported: return .unsupportedDirection(direction)
        case .network(let reason): return .network(reason)
        case .closed: return .network(Message("\(server) has closed the connection"))
        case .refused(status: 530...532): return .unauthorized
        case .refused(status: let status) where (400..<500).contains(status):
            return .network(Message("\(server) is not available now (\(status))"))
        case .refused(status: let status): return .malformedAnswer(Message("\(server) answered with status \(status)"))
        case .malformed(let line): return .malformedAnswer(Message("\(server) answered: \(line.prefix(100))"))
        case .cancelled: return .cancelled
        }
    }
}

extension TranslationProvider {
    /// A DICT server.
    public static let dict = TranslationProvider(rawValue: "dict")
}
