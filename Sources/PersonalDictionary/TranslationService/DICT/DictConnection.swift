import CoreModule

/// One connection to a DICT server. Commands are sent together; replies come in their order. One task at a time.
actor DictConnection {
    /// The largest size of the replies to one exchange, in bytes: a thousand times what a word needs.
    private static let maximumSize = 8 << 20

    private let connection: TCPConnection
    private let server: DictServer
    private let timeout: Duration
    private var lines = DictLines()
    private var parser = DictReplyParser()
    /// Whether the server closed the connection before it answered: a new one may have an answer.
    private(set) var isClosedUnanswered = false

    private init(_ connection: TCPConnection, to server: DictServer, timeout: Duration) {
        self.connection = connection
        self.server = server
        self.timeout = timeout
    }

    /// Connects, sends the greeting, and asks for the databases.
    static func open(
        _ server: DictServer, timeout: Duration
    ) async throws(TranslationError) -> (connection: DictConnection, databases: [DictDatabase]) {
        let opened: TCPConnection
        do {
            opened = try await TCPConnection.open(host: server.host, port: server.port, timeout: timeout)
        } catch {
            switch error {
            case .unreachable(let reason): throw .unreachable(reason)
            case .timedOut: throw .unreachable(Message("no answer in time"))
            case .cancelled: throw .cancelled
            }
        }
        let connection = DictConnection(opened, to: server, timeout: timeout)
        // In one write, because the greeting needs no answer.
        let replies = try await connection.exchange(["CLIENT superapp", "SHOW DB"], hasGreeting: true)
        let (greeting, databases) = (replies[0], replies[2])
        guard greeting.status == 220 else { throw connection.failure(greeting) }
        // Also if it has no databases (554): a server that is not set up yet does not lack a direction.
        guard databases.status == 110 else { throw connection.failure(databases) }
        return (connection, databases.lines.compactMap(DictDatabase.init))
    }

    /// The definitions of words in databases, for each query. The words must be quoted.
    func definitions(
        of queries: [(database: String, word: String)]
    ) async throws(TranslationError) -> [[DictReply.Definition]] {
        guard !queries.isEmpty else { return [] }
        var definitions: [[DictReply.Definition]] = []
        var isUnreadable = false
        for (query, reply) in zip(queries, try await exchange(queries.map { "DEFINE \($0.database) \($0.word)" })) {
            switch reply.status {
            case 150 where reply.definitions.isEmpty: throw malformed("150 \(reply.message)")
            case 150:
                definitions.append(reply.definitions.filter { !$0.lines.contains { $0.contains("\u{FFFD}") } })
                isUnreadable = isUnreadable || definitions.last?.count != reply.definitions.count
            case 552: definitions.append([])
            // Some servers cannot read a word with quotes and apostrophes, however it is quoted.
            case 501 where query.word.dropFirst().dropLast().contains(where: { "\"'\\".contains($0) }):
                definitions.append([])
            default: throw failure(reply)
            }
        }
        // Other databases may be readable.
        if isUnreadable, definitions.allSatisfy(\.isEmpty) {
            throw .malformedAnswer(Message("\(server) answered, but not in UTF-8"))
        }
        return definitions
    }

    /// The words of databases that begin with a text, as the indexes have them. The text must be quoted.
    func matches(
        of beginning: String, in databases: [DictDatabase]
    ) async throws(TranslationError) -> [(database: String, word: String)] {
        var matches: [(database: String, word: String)] = []
        let replies = try await exchange(databases.map { "MATCH \($0.name) prefix \(beginning)" })
        for (database, reply) in zip(databases, replies) {
            switch reply.status {
            case 152:
                for line in reply.lines {
                    // `database "word"`
                    let words = DictSyntax.words(line)
                    guard words.count == 2 else { throw malformed(line) }
                    if line.contains("\u{FFFD}") { continue }
                    matches.append((database: database.name, word: words[1]))
                }
            // No match; or a server that cannot read it, or cannot list words by their beginning.
            case 552, 500...503, 551: break
            default: throw failure(reply)
            }
        }
        return matches
    }

    /// Sends QUIT within a second, without waiting for the reply.
    func quit() async {
        // A failure does not matter: the server notices the end of the connection.
        do { try await connection.send(Array("QUIT\r\n".utf8), timeout: .seconds(1)) } catch {}
    }

    private func exchange(
        _ commands: [String], hasGreeting: Bool = false
    ) async throws(TranslationError) -> [DictReply] {
        // Unexpected bytes would be read as the reply, so the connection counts as closed.
        guard lines.isEmpty else { throw closed(isMidAnswer: false) }
        let deadline = ContinuousClock.now + timeout
        let count = commands.count + (hasGreeting ? 1 : 0)
        var size = 0
        do throws(TCPError) {
            try await connection.send(Array(commands.map { $0 + "\r\n" }.joined().utf8), timeout: timeout)
        } catch {
            throw failure(of: error, isMidAnswer: false)
        }
        var replies: [DictReply] = []
        while replies.count < count {
            let bytes: [UInt8]
            do throws(TCPError) {
                bytes = try await connection.receive(timeout: ContinuousClock.now.duration(to: deadline))
            } catch {
                throw failure(of: error, isMidAnswer: size > 0)
            }
            size += bytes.count
            guard size <= Self.maximumSize else { throw malformed("more than \(Self.maximumSize) bytes") }
            guard !bytes.isEmpty else { throw closed(isMidAnswer: size > 0) }
            lines.append(bytes)
            while replies.count < count, let line = lines.next() {
                do throws(DictSyntaxError) {
                    if let reply = try parser.take(line) { replies.append(reply) }
                } catch {
                    throw malformed(error.line)
                }
            }
        }
        return replies
    }

    // MARK: Failures

    private func failure(of error: TCPError, isMidAnswer: Bool) -> TranslationError {
        switch error {
        // Reset, for example by a server that was restarted, or broken on the way.
        case .unreachable: closed(isMidAnswer: isMidAnswer)
        case .timedOut: .network(Message("no answer in time"))
        case .cancelled: .cancelled
        }
    }

    private func closed(isMidAnswer: Bool) -> TranslationError {
        isClosedUnanswered = !isMidAnswer
        return .network(Message("\(server) has closed the connection"))
    }

    private func malformed(_ line: String) -> TranslationError {
        .malformedAnswer(Message("\(server) answered: \(line.prefix(100))"))
    }

    /// Why the server did not carry out a command, for now or for good.
    private nonisolated func failure(_ reply: DictReply) -> TranslationError {
        switch reply.status {
        case 530...532: .unauthorized
        case 400..<500: .network(Message("\(server) is not available now (\(reply.status))"))
        default: .malformedAnswer(Message("\(server) answered with status \(reply.status)"))
        }
    }
}
