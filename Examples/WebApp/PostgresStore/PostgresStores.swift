public import CoreModule
public import PersonalDictionary
import Synchronization
public import TodoList

/// The stores of many people in one PostgreSQL database, for any number of processes.
///
/// Each person sees only rows of their own: the database compares them with the person of the transaction (row-level security).
/// Every operation throws ``StoreError`` if the database is full, slow, restarted or gone, and has changed nothing then. If the
/// connection is lost in the commit, and the server then cannot be asked in time, it may have changed something.
public final class PostgresStores: Sendable {
    private let pool: PostgresPool
    private let listener: PostgresListener
    let people: PostgresPeople

    /// Connects, and brings the tables to the newest version, or waits for another process that does so: for 10 minutes at most.
    ///
    /// Throws ``StoreError/Code/tooNew`` if a newer program has migrated, and ``StoreError/Code/unreadable`` if the database cannot
    /// be reached, or if the address's user could read the rows of all.
    /// - Parameters:
    ///   - url: `postgresql://user:password@host:port/database`, as libpq takes it.
    ///   - limits: the limits of this process.
    ///   - logger: receives errors: their codes and, at debug level, the server's messages, which may contain what a user has typed.
    public convenience init(
        url: String, limits: PostgresLimits = PostgresLimits(), logger: EventLogger = .disabled
    ) async throws(StoreError) {
        try await self.init(url: url, limits: limits, logger: logger, listens: true)
    }

    /// Connects as a program does whose migrations are these scripts. If it does not listen, it asks the database for each change.
    package init(
        url: String, limits: PostgresLimits = PostgresLimits(), logger: EventLogger = .disabled,
        scripts: [String] = PostgresSchema.scripts, listens: Bool
    ) async throws(StoreError) {
        pool = PostgresPool(url: url, limits: limits, logger: logger.labelled("postgres"))
        listener = PostgresListener(url: url, limits: limits)
        people = PostgresPeople(pool, logger: logger)
        do {
            try await PostgresMigrations(pool: pool, scripts: scripts).run()
        } catch {
            await pool.close()
            throw error
        }
        if listens { listener.start { [people] in people.receive($0, isListening: $1) } }
    }

    deinit { listener.stop() }

    /// The stores of one person, for one session: they know which changes the session made. All sessions of a person in this process
    /// share the tasks and the search index. Closing the result does nothing: see ``close()``.
    public func stores(for person: PersonID) -> DictionaryStore {
        let person = people.person(person)
        return DictionaryStore(
            words: PostgresWordRepository(person), reviews: PostgresReviewRepository(person),
            todos: person.todos,
            settings: PostgresSettingsStore(person),
            cache: PostgresTranslationCache(database: person.database), requests: PostgresRequestLedger(pool: pool))
    }

    /// The store of what all people share, such as the answers of services. It uses as many connections as one person at most, but
    /// more calls may wait.
    public var shared: DictionaryStore { stores(for: .shared) }

    /// The records of the tasks of a person, without their rules and changes: for the contract.
    public func todoRecords(of person: PersonID) -> any TodoRecordRepository {
        PostgresTodoRecordRepository(people.person(person))
    }

    /// What the pool does, for metrics.
    public var status: PostgresPoolStatus { get async { await pool.status } }

    /// Reads the tables, for a readiness check.
    public func ping() async throws(StoreError) {
        do {
            try await pool.transaction(.reading, of: nil) { transaction in
                try transaction.run("SELECT FROM word LIMIT 1")
                try transaction.run("SELECT FROM todo LIMIT 1")
            }
        } catch {
            throw StoreError(postgres: error)
        }
    }

    /// Ends the connections. Later calls to the stores fail.
    public func close() async {
        listener.stop()
        await pool.close()
    }
}

/// What the sessions of one person in this process share. It lives as long as a store of the person.
final class PostgresPerson: Sendable {
    let database: PostgresDatabase
    let notifications: PostgresNotifications
    let index = PostgresWordIndex()
    private let todoStore = Mutex(Reference())
    private let logger: EventLogger

    private struct Reference: Sendable { weak var store: TaskList? }

    init(_ person: PersonID, pool: PostgresPool, logger: EventLogger, isListening: Bool) {
        self.logger = logger
        database = PostgresDatabase(pool: pool, person: person)
        notifications = PostgresNotifications(of: person, isListening: isListening)
    }

    /// One for all sessions, which share its changes. It keeps the person.
    var todos: TaskList {
        todoStore.withLock { reference in
            if let store = reference.store { return store }
            let store = TaskList(PostgresTodoRecordRepository(self), logger: logger)
            reference.store = store
            return store
        }
    }
}

/// The people with a session in this process.
final class PostgresPeople: Sendable {
    private struct Reference { weak var person: PostgresPerson? }

    private struct State {
        var people: [PersonID: Reference] = [:]
        var isListening = false
    }

    private let pool: PostgresPool
    private let logger: EventLogger
    private let state = Mutex(State())

    init(_ pool: PostgresPool, logger: EventLogger) {
        self.pool = pool
        self.logger = logger
    }

    func person(_ person: PersonID) -> PostgresPerson {
        state.withLock { state in
            if let known = state.people[person]?.person { return known }
            let new = PostgresPerson(person, pool: pool, logger: logger, isListening: state.isListening)
            state.people = state.people.filter { $0.value.person != nil }
            state.people[person] = Reference(person: new)
            return new
        }
    }

    /// Passes a notification to the person that it names; nil to all, because some may have been missed.
    func receive(_ notification: String?, isListening: Bool) {
        guard let notification else {
            let (people, wasListening) = state.withLock { state in
                defer { state.isListening = isListening }
                return (state.people.values.compactMap(\.person), state.isListening)
            }
            guard isListening || wasListening else { return }
            for person in people { person.notifications.setListening(isListening) }
            return
        }
        // Bytes: the first character of a name may combine with the space before it.
        let parts = notification.utf8.split(
            separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false
        )
        .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, let topic = PostgresTopic(rawValue: parts[0]),
            let person = state.withLock({ $0.people[PersonID(parts[1])]?.person })
        else { return }
        person.notifications.note(topic)
    }
}
