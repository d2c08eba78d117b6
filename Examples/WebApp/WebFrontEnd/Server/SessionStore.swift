import CoreModule
import Foundation
package import PersonalDictionary

/// The sessions: live ones with a tree, and parked ones, of which only the open screens are kept.
@MainActor
package final class SessionStore {
    private enum State {
        case parked(NavigationState)
        case opening(Task<Result<WebSession, DictionaryError>, Never>)
        case live(WebSession)
    }

    private struct Entry {
        var cookie: SessionCookie
        var state = State.parked(NavigationState())
        var lastUse: Date
        /// Requests and streams that need the session live.
        var users = 0
        /// Whether it is only there until its users have left.
        var isEnded = false
    }

    /// How many sessions and streams there are.
    package struct Counts: Sendable, Equatable {
        /// The sessions with a tree.
        package let live: Int
        /// The sessions that were put away.
        package let parked: Int
        /// The open streams of events.
        package let streams: Int
    }

    private let configuration: WebConfiguration
    private let stores: any PersonStores
    private let logins: Logins?
    private let services: [String: TranslationServices]
    private let logger: EventLogger
    private var entries: [SessionID: Entry] = [:]
    /// The live sessions among them.
    private var liveCount = 0
    /// Those that somebody uses.
    private var usedCount = 0
    private let streamCount = StreamCount()
    private var isClosed = false
    /// Those who get no session: their login has ended, or what is theirs is being deleted.
    private var refused: [Person: Refusal] = [:]
    /// Closes the stores of the sessions that were put away, one after another.
    private var closing: Task<Void, Never>?
    /// The apps of those whose programs send requests.
    package let programs: Programs

    /// Makes a store without sessions.
    /// - Parameters:
    ///   - configuration: the decisions of the server.
    ///   - stores: the stores of the people.
    ///   - logins: the browsers that have signed in, if one needs a password.
    package init(
        _ configuration: WebConfiguration, stores: any PersonStores, logins: Logins? = nil
    ) async throws(DictionaryError) {
        self.configuration = configuration
        self.stores = stores
        self.logins = logins
        logger = configuration.environment.logger.labelled("session")
        // The services know the glossary and the limits of providers. All sessions of one language share them.
        var services: [String: TranslationServices] = [:]
        for language in WebConfiguration.languages {
            services[language] = try await Self.dependencies(configuration, language, stores.shared)
                .makeTranslation()
        }
        self.services = services
        let language = configuration.language ?? "en"
        programs = Programs(idleTime: configuration.limits.idleTime, clock: configuration.environment.clock) {
            person throws(DictionaryError) in
            let store = try await stores.open(for: person)
            do throws(DictionaryError) {
                let dependencies = try await Self.dependencies(configuration, language, store)
                return ProgramApp(dependencies.with { $0.translation = services[language] })
            } catch {
                await store.close()
                throw error
            }
        }
    }

    /// How many sessions and streams there are.
    package var counts: Counts {
        Counts(live: liveCount, parked: entries.count - liveCount, streams: streamCount.value)
    }

    /// Whether a cookie names a session of a person.
    func knows(_ id: SessionID?, _ person: Person) -> Bool {
        guard let entry = id.flatMap({ entries[$0] }) else { return false }
        return entry.cookie.person == person && !entry.isEnded
    }

    /// Calls a closure with the session of a cookie, or with a new one if it is not known. The session is live meanwhile.
    ///
    /// Throws ``Refusal/pages`` if the person has as many sessions in use as allowed, and `DictionaryError` if a store cannot be used.
    /// - Parameter timeZone: the browser's name for its time zone; nil if it has not said it. A session in use keeps its own.
    package func use<Value: Sendable>(
        _ id: SessionID?, _ person: Person, language: String = "en", timeZone: String? = nil,
        _ body: @MainActor (WebSession) async throws -> Value
    ) async throws -> Value {
        let known = knows(id, person) ? id : nil
        let id = if let known { known } else { try add(person, language, timeZone) }
        if let timeZone, let entry = entries[id], entry.users == 0, entry.cookie.timeZone != timeZone {
            entries[id]?.cookie.timeZone = timeZone
            park(id)
        }
        enter(id)
        let session: WebSession
        do { session = try await open(id) } catch {
            leave(id)
            // An error has no cookie, so nobody will ask for the new session.
            if known == nil { entries[id] = nil }
            throw error
        }
        defer { leave(id) }
        // It may have ended while it was opened.
        guard entries[id]?.isEnded == false else { throw refused[person] ?? .token }
        parkOldest()
        return try await body(session)
    }

    /// Puts away the sessions that nobody has used for ``WebConfiguration/Limits/idleTime``.
    package func parkIdle() {
        let limit = now.addingTimeInterval(-(configuration.limits.idleTime / .seconds(1)))
        for (id, entry) in entries where entry.lastUse <= limit { park(id) }
    }

    /// Sends all open pages a heartbeat.
    package func sendHeartbeats() {
        for case .live(let session) in entries.values.map(\.state) { session.events.send(.heartbeat) }
    }

    /// Opens a stream of the events of a cookie's session, or of a new one.
    ///
    /// Throws ``Refusal/pages`` if there are as many streams as allowed; else as ``use(_:_:language:timeZone:_:)``.
    /// - Parameter onOverflow: called once if the stream ends because its reader is too slow.
    package func hold(
        _ id: SessionID?, _ person: Person, language: String = "en", timeZone: String? = nil,
        onOverflow: @escaping @Sendable () -> Void = {}
    ) async throws -> SessionEventStream {
        // Before a session is opened for it.
        guard mayOpenStream(person) else { throw Refusal.pages }
        return try await use(id, person, language: language, timeZone: timeZone) { session in
            guard self.mayOpenStream(person), session.events.count < self.configuration.limits.streamsOfSession,
                let (number, events) = session.events.open(onOverflow: onOverflow)
            else { throw Refusal.pages }
            self.enter(session.id)
            // Now there is a page that can show the reminder.
            session.app.pushNotification.start()
            return SessionEventStream(session.id, session.events, number, events) { [id = session.id] in
                Task { @MainActor in self.leave(id) }
            }
        }
    }

    /// Ends a stream of events.
    package func release(_ stream: SessionEventStream) {
        if stream.release() { leave(stream.session) }
    }

    private func mayOpenStream(_ person: Person) -> Bool {
        guard streamCount.value < configuration.limits.streams else { return false }
        guard case .proxy = configuration.access else { return true }
        let count = entries.values.reduce(0) { count, entry in
            guard entry.cookie.person == person, case .live(let session) = entry.state else { return count }
            return count + session.events.count
        }
        return count < configuration.limits.streamsOfPerson
    }

    private func enter(_ id: SessionID) {
        if entries[id]?.users == 0 { usedCount += 1 }
        entries[id]?.users += 1
        entries[id]?.lastUse = now
    }

    private func leave(_ id: SessionID) {
        entries[id]?.users -= 1
        entries[id]?.lastUse = now
        guard let entry = entries[id], entry.users == 0 else { return }
        usedCount -= 1
        if entry.isEnded { entries[id] = nil }
    }

    /// Ends all sessions, and opens no more. Their stores are closed when this returns.
    package func close() async {
        isClosed = true
        for id in Array(entries.keys) {
            if case .opening(let task)? = entries[id]?.state { _ = await task.value }
            park(id, isInUse: true)
        }
        await closing?.value
        await programs.close()
        for services in services.values { await services.close() }
    }

    private func sessionLogins(_ person: Person) -> SessionLogins? {
        guard let logins else { return nil }
        return SessionLogins(own: person.name, logins: logins) { [weak self] ids throws(DictionaryError) in
            try await self?.end(ids)
        }
    }

    private func account(_ cookie: SessionCookie) -> Account? {
        guard let delete = stores.deletion else { return nil }
        return Account(name: cookie.person.name, logOut: configuration.logOut) {
            [weak self] () throws(DictionaryError) in
            try await self?.deleteEverything(of: cookie.person, in: cookie.id, delete)
        }
    }

    /// Ends logins, and what their browsers have open.
    private func end(_ ids: Set<Login.ID>) async throws(DictionaryError) {
        do throws(StoreError) { try await logins?.end(ids) } catch { throw .store(error) }
        for id in ids { await endSessions(of: Person(id), refusing: .login) }
    }

    /// Deletes everything of a person, once nothing of theirs can write any more.
    /// - Parameter own: the session that asks for it, and waits.
    private func deleteEverything(
        of person: Person, in own: SessionID, _ delete: (Person) async throws(DictionaryError) -> Void
    ) async throws(DictionaryError) {
        await endSessions(of: person, refusing: .token)
        defer {
            refused[person] = nil
            programs.allow(person)
        }
        // An import may still write. Streams of events end at once.
        let end = ContinuousClock.now + Self.longestDeletion
        guard await programs.refuse(person, until: end) else { throw .stillWriting }
        while entries.contains(where: { $1.cookie.person == person && $1.users > ($0 == own ? 1 : 0) }) {
            guard ContinuousClock.now <= end else { throw .stillWriting }
            do { try await Task.sleep(for: .milliseconds(20)) } catch { throw .stillWriting }
        }
        try await delete(person)
    }

    private static let longestDeletion = Duration.seconds(30)

    private func endSessions(of person: Person, refusing refusal: Refusal) async {
        refused[person] = refusal
        for id in entries.filter({ $0.value.cookie.person == person }).keys {
            entries[id]?.isEnded = true
            while case .opening(let task)? = entries[id]?.state { _ = await task.value }
            park(id, isInUse: true)
            if entries[id]?.users == 0 { entries[id] = nil }
        }
    }

    // MARK: Opening

    private var now: Date { configuration.environment.clock.now() }

    private func add(_ person: Person, _ language: String, _ timeZone: String?) throws(Refusal) -> SessionID {
        if let refusal = refused[person] { throw refusal }
        try makeRoom(for: person)
        let cookie = SessionCookie(person, language: configuration.language ?? language, timeZone: timeZone)
        entries[cookie.id] = Entry(cookie: cookie, lastUse: now)
        return cookie.id
    }

    private func open(_ id: SessionID) async throws(DictionaryError) -> WebSession {
        while let entry = entries[id], !isClosed {
            switch entry.state {
            case .live(let session): return session
            case .opening(let task): return try await task.value.get()
            case .parked(let state):
                let task = Task { @MainActor in
                    let result = await Self.result { () throws(DictionaryError) in
                        try await self.makeSession(entry.cookie, state)
                    }
                    // One that could not open stays where it was, and the next request tries again.
                    switch result {
                    case .success(let session):
                        self.entries[id]?.state = .live(session)
                        self.liveCount += 1
                    case .failure: self.entries[id]?.state = .parked(state)
                    }
                    return result
                }
                entries[id]?.state = .opening(task)
                return try await task.value.get()
            }
        }
        throw .serverStops
    }

    private static func result(
        _ body: () async throws(DictionaryError) -> WebSession
    ) async -> Result<WebSession, DictionaryError> {
        do throws(DictionaryError) { return .success(try await body()) } catch { return .failure(error) }
    }

    private func makeSession(
        _ cookie: SessionCookie, _ state: NavigationState
    ) async throws(DictionaryError) -> WebSession {
        let events = SessionEvents(cookie.name, total: streamCount)
        let store = try await stores.open(for: cookie.person)
        do throws(DictionaryError) {
            let dependencies = try await Self.dependencies(
                configuration, cookie.language, store, timeZone: cookie.timeZone, events: events
            )
            .with { $0.translation = services[cookie.language] }
            let tree = FeatureTree(clock: configuration.environment.clock, logger: configuration.environment.logger)
            let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
            let session = WebSession(
                cookie, app: app, tree: tree, localizer: dependencies.environment.localizer, events: events,
                logins: sessionLogins(cookie.person),
                account: account(cookie), clock: configuration.environment.clock, close: { await store.close() })
            app.startTranslating()
            app.externalChanges.start()
            if configuration.sync != nil { app.startSynchronizing() }
            await configuration.sessionOpened(app.settings)
            if state != NavigationState() {
                do throws(DictionaryError) { try await app.restore(state) } catch {
                    app.detach()
                    throw error
                }
            }
            logger.debug("session opened")
            return session
        } catch {
            await store.close()
            throw error
        }
    }

    private static func dependencies(
        _ configuration: WebConfiguration, _ language: String, _ store: DictionaryStore, timeZone: String = "",
        events: SessionEvents? = nil
    ) async throws(DictionaryError) -> AppDependencies {
        var app = AppConfiguration(storage: .store(store), translation: configuration.translation)
        app.environment = configuration.environment.with {
            $0.localizer = .personalDictionary(
                locale: Locale(identifier: language),
                timeZone: TimeZone(identifier: timeZone) ?? .autoupdatingCurrent, tables: [.webFrontEnd])
        }
        app.todoServer = configuration.todoServer
        if let sync = configuration.sync { app.sync = sync }
        if let events {
            app.reminder = ReminderConfiguration(
                notifier: ClosureNotifier { notification throws(ReminderDeliveryError) in
                    guard !events.send(.reminder(notification)) else { return }
                    throw ReminderDeliveryError(.unavailable, message: Message("no page is open"))
                })
        }
        return try await AppDependencies.open(app)
    }

    // MARK: Parking

    private func park(_ id: SessionID, isInUse: Bool = false) {
        guard let entry = entries[id], isInUse || entry.users == 0, case .live(let session) = entry.state else {
            return
        }
        entries[id]?.state = .parked(session.end())
        liveCount -= 1
        closing = Task { [closing, close = session.close] in
            await closing?.value
            await close()
        }
        logger.debug("session parked")
    }

    /// Puts sessions away until there are no more live ones than allowed, besides those in use.
    private func parkOldest() {
        // Of those in use, some may still be opening.
        guard liveCount - usedCount > configuration.limits.liveSessions else { return }
        let live = entries.filter { if case .live = $0.value.state { $0.value.users == 0 } else { false } }
        let idle = live.sorted { $0.value.lastUse < $1.value.lastUse }
        for (id, _) in idle.dropLast(configuration.limits.liveSessions) { park(id) }
    }

    /// Forgets the oldest session of a person who has as many as allowed, so that nobody else loses theirs; or the oldest of all.
    private func makeRoom(for person: Person) throws(Refusal) {
        if case .proxy = configuration.access {
            let own = entries.filter { $0.value.cookie.person == person }
            guard own.count < configuration.limits.sessionsOfPerson else { return try forgetOldest(of: own) }
        }
        if entries.count >= configuration.limits.knownSessions { try forgetOldest(of: entries) }
    }

    private func forgetOldest(of candidates: [SessionID: Entry]) throws(Refusal) {
        let unused = candidates.filter { $0.value.users == 0 }
        guard let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { throw .pages }
        park(oldest)
        entries[oldest] = nil
    }
}
