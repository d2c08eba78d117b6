import CoreModule

/// One connection to a DICT server. Commands are sent together; replies come in their order. One task at a time.
actor DictConnection {
    /// The largest size of the replies to one exchange, in bytes: a thousand times what a word needs.
    private static let maximumSize = 8 << 20

    private let connection: TCPConnection
    private let timeout: Duration
    private var received: [UInt8] = []
    /// How many of the bytes were read as lines already.
    private var consumed = 0
    /// How many of the bytes were searched for a line end already.
    private var scanned = 0
    private var parser = DictReplyParser()

    private init(_ connection: TCPConnection, timeout: Duration) {
        self.connection = connection
        self.timeout = timeout
    }

    /// Connects, sends the greeting, and asks for the databases.
    static func open(
        _ server: DictServer, timeout: Duration
    ) async throws(DictFailure) -> (connection: DictConnection, databases: [DictDatabase]) {
        let connection: DictConnection
        do {
            connection = DictConnection(
                try await TCPConnection.open(host: server.host, port: server.port, timeout: timeout), timeout: timeout)
        } catch {
            switch error {
            case .unreachable(let reason): throw .unreachable(reason)
            case .timedOut: throw .unreachable(Message("no answer in time"))
            case .cancelled: throw .cancelled
            }
        }
        // All at once: the greeting needs no answer.
        let replies = try await connection.exchange(["CLIENT superapp", "SHOW DB"], greeting: true)
        guard replies[0].status == 220 else { throw .refused(status: replies[0].status) }
        let databases = replies[2]
        switch databases.status {
        case 110: return (connection, databases.lines.compactMap(DictDatabase.init))
        // Also 554, no databases: a server that is not set up yet does not lack a direction.
        default: throw .refused(status: databases.status)
        }
    }

    /// Sends commands and receives a reply to each.
    func exchange(_ commands: [String]) async throws(DictFailure) -> [DictReply] {
        try await exchange(commands, greeting: false)
    }

    /// The definitions of words in databases, for each query. The words must be quoted.
    func definitions(
        of queries: [(database: String, word: String)]
    ) async throws(DictFailure) -> [[DictReply.Definition]] {
        guard !queries.isEmpty else { return [] }
        var definitions: [[DictReply.Definition]] = []
        for (query, reply) in zip(queries, try await exchange(queries.map { "DEFINE \($0.database) \($0.word)" })) {
            switch reply.status {
            case 150 where reply.definitions.isEmpty: throw .malformed("150 \(reply.message)")
            case 150: definitions.append(reply.definitions)
            case 552: definitions.append([])
            // Some servers cannot read a word with quotes and apostrophes, however it is quoted.
            case 501 where query.word.dropFirst().dropLast().contains(where: { "\"'\\".contains($0) }):
                definitions.append([])
            default: throw .refused(status: reply.status)
            }
        }
        return definitions
    }

    /// The words of databases that begin with a text, as the indexes have them. The text must be quoted.
    func matches(
        of beginning: String, in databases: [DictDatabase]
    ) async throws(DictFailure) -> [(database: String, word: String)] {
        var matches: [(database: String, word: String)] = []
        let replies = try await exchange(databases.map { "MATCH \($0.name) prefix \(beginning)" })
        for (database, reply) in zip(databases, replies) {
            switch reply.status {
            case 152:
                for line in reply.lines {
                    // `database "word"`
                    let words = DictSyntax.words(line)
                    guard words.count == 2 else { throw .malformed(line) }
                    matches.append((database: database.name, word: words[1]))
                }
            // No match; or a server that cannot read it, or cannot list words by their beginning.
            case 552, 500...503, 551: break
            default: throw .refused(status: reply.status)
            }
        }
        return matches
    }

    /// Sends QUIT, without waiting for the reply. A cancelled caller does not wait until it is sent either.
    func quit() async {
        // A failure does not matter: the server notices the end of the connection.
        do { try await connection.send(Array("QUIT\r\n".utf8), timeout: timeout) } catch {}
    }

    private func exchange(_ commands: [String], greeting: Bool) async throws(DictFailure) -> [DictReply] {
        // Unexpected bytes would be read as the reply, so the connection counts as closed.
        guard consumed == received.count else { throw .closed(isMidAnswer: false) }
        let deadline = ContinuousClock.now + timeout
        let count = commands.count + (greeting ? 1 : 0)
        do throws(TCPError) {
            try await connection.send(Array(commands.map { $0 + "\r\n" }.joined().utf8), timeout: timeout)
        } catch {
            throw DictFailure(error, isMidAnswer: false)
        }
        var replies: [DictReply] = []
        var size = 0
        while replies.count < count {
            while let line = nextLine() {
                do throws(DictSyntaxError) {
                    if let reply = try parser.take(line) { replies.append(reply) }
                } catch {
                    throw .malformed(error.line)
                }
                if replies.count == count { return replies }
            }
            let bytes: [UInt8]
            do throws(TCPError) {
                bytes = try await connection.receive(timeout: ContinuousClock.now.duration(to: deadline))
            } catch {
                throw DictFailure(error, isMidAnswer: size > 0)
            }
            size += bytes.count
            guard size <= Self.maximumSize else { throw .malformed("more than \(Self.maximumSize) bytes") }
            guard !bytes.isEmpty else { throw .closed(isMidAnswer: size > 0) }
            received += bytes
        }
        return replies
    }

    /// The next complete line, without its end. Invalid UTF-8 becomes replacement characters.
    private func nextLine() -> String? {
        guard let end = received[scanned...].firstIndex(of: 0x0A) else {
            scanned = received.count
            return nil
        }
        let last = end > consumed && received[end - 1] == 0x0D ? end - 1 : end
        let line = String(decoding: received[consumed..<last], as: UTF8.self)
        consumed = end + 1
        scanned = consumed
        // Not after each line: moving the rest each time would take quadratic time.
        if consumed > 65_536 || consumed == received.count {
            received.removeFirst(consumed)
            (consumed, scanned) = (0, 0)
        }
        return line
    }
}

/// Why an exchange failed.
enum DictFailure: Error, Hashable, Sendable {
    /// There is no way to the server.
    case unreachable(Message)
    /// It took too long.
    case timedOut
    /// The server has closed the connection.
    case closed(isMidAnswer: Bool)
    /// The server refused, for now or for good.
    case refused(status: Int)
    /// The reply cannot be understood.
    case malformed(String)
    /// It has no database for the direction.
    case unsupported
    /// The task was cancelled.
    case cancelled

    /// The failure of an open connection.
    init(_ error: TCPError, isMidAnswer: Bool) {
        switch error {
        // Reset, for example by a server that was restarted, or broken on the way.
        case .unreachable: self = .closed(isMidAnswer: isMidAnswer)
        case .timedOut: self = .timedOut
        case .cancelled: self = .cancelled
        }
    }
}
