import CoreModule
import Foundation
package import PersonalDictionary

/// What a cookie stands for, as long as the session is known.
struct SessionCookie: Sendable {
    let id: SessionID
    let person: Person
    let token: String
    let language: String

    init(_ person: Person, language: String) {
        (self.person, self.language) = (person, language)
        id = SessionID(Secrets.random())
        token = Secrets.random()
    }
}

/// The sessions: live ones with a tree, and parked ones, of which only the open screens are kept.
@MainActor
package final class SessionStore {
    private enum State {
        case parked(NavigationState)
        case opening(Task<Result<WebSession, DictionaryError>, Never>)
        case live(WebSession)
    }

    private struct Entry {
        let cookie: SessionCookie
        var state = State.parked(NavigationState())
        var lastUse: Date
        /// Requests and streams that need the session live.
        var users = 0
    }

    /// How many sessions there are.
    package struct Counts: Sendable, Equatable {
        package var live = 0
        package var parked = 0
        package var streams = 0
    }

    private let configuration: WebConfiguration
    private let stores: any PersonStores
    private let services: [String: TranslationServices]
    private let logger: EventLogger
    private var entries: [SessionID: Entry] = [:]
    /// The live sessions among them.
    private var liveCount = 0
    private var isClosed = false

    /// Makes a store without sessions.
    package init(_ configuration: WebConfiguration, stores: any PersonStores) async throws(DictionaryError) {
        self.configuration = configuration
        self.stores = stores
        logger = configuration.environment.logger.labelled("session")
        // The services know the glossary and the limits of providers. All sessions of one language share them.
        var services: [String: TranslationServices] = [:]
        for language in ["en", "ru"] {
            services[language] = try await Self.dependencies(configuration, language, stores.shared).translation
        }
        self.services = services
    }

    /// How many sessions and streams there are.
    package var counts: Counts {
        entries.values.reduce(into: Counts()) { counts, entry in
            if case .live(let session) = entry.state {
                counts.live += 1
                counts.streams += session.events.count
            } else {
                counts.parked += 1
            }
        }
    }

    /// Whether a cookie names a session of a person.
    func knows(_ id: SessionID?, _ person: Person) -> Bool {
        id.flatMap { entries[$0] }?.cookie.person == person
    }

    /// Calls a closure with the session of a cookie, or with a new one if it is not known. The session is live meanwhile.
    package func use<Value: Sendable>(
        _ id: SessionID?, _ person: Person, language: String = "en",
        _ body: @MainActor (WebSession) async -> Value
    ) async throws(DictionaryError) -> Value {
        let known = knows(id, person) ? id : nil
        let id = known ?? add(person, language)
        entries[id]?.users += 1
        defer { leave(id) }
        entries[id]?.lastUse = now
        let session: WebSession
        do throws(DictionaryError) { session = try await open(id) } catch {
            // An error has no cookie, so nobody will ask for the new session.
            if known == nil { entries[id] = nil }
            throw error
        }
        parkOldest()
        return await body(session)
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
    /// - Returns: nil if there are as many streams as allowed.
    package func hold(
        _ id: SessionID?, _ person: Person, language: String = "en"
    ) async throws(DictionaryError) -> SessionEventStream? {
        let limits = configuration.limits
        guard counts.streams < limits.streams else { return nil }
        return try await use(id, person, language: language) { session -> SessionEventStream? in
            guard self.counts.streams < limits.streams, session.events.count < limits.streamsOfSession,
                let (number, events) = session.events.open()
            else { return nil }
            self.entries[session.id]?.users += 1
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

    private func leave(_ id: SessionID) {
        entries[id]?.users -= 1
        entries[id]?.lastUse = now
    }

    /// Ends all sessions, and opens no more.
    package func close() async {
        isClosed = true
        for id in Array(entries.keys) {
            if case .opening(let task)? = entries[id]?.state { _ = await task.value }
            park(id, isInUse: true)
        }
        for services in services.values { await services.close() }
    }

    // MARK: Opening

    private var now: Date { configuration.environment.clock.now() }

    private func add(_ person: Person, _ language: String) -> SessionID {
        let cookie = SessionCookie(person, language: configuration.language ?? language)
        makeRoom(for: person)
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
        throw Self.stopping
    }

    private static var stopping: DictionaryError {
        .store(StoreError(.busy, path: nil, message: Message("the server stops")))
    }

    private static func result(
        _ body: () async throws(DictionaryError) -> WebSession
    ) async -> Result<WebSession, DictionaryError> {
        do throws(DictionaryError) { return .success(try await body()) } catch { return .failure(error) }
    }

    private func makeSession(
        _ cookie: SessionCookie, _ state: NavigationState
    ) async throws(DictionaryError) -> WebSession {
        let events = SessionEvents()
        let store = try await stores.open(for: cookie.person)
        do throws(DictionaryError) {
            let dependencies = try await Self.dependencies(configuration, cookie.language, store, events: events)
                .with { $0.translation = services[cookie.language] ?? $0.translation }
            let tree = FeatureTree(clock: configuration.environment.clock, logger: configuration.environment.logger)
            let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
            let session = WebSession(
                cookie, app: app, tree: tree, localizer: dependencies.environment.localizer, events: events,
                close: { await store.close() })
            app.startTranslating()
            app.externalChanges.start()
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
        _ configuration: WebConfiguration, _ language: String, _ store: DictionaryStore, events: SessionEvents? = nil
    ) async throws(DictionaryError) -> AppDependencies {
        var app = AppConfiguration(storage: .store(store), translation: configuration.translation)
        app.environment = configuration.environment.with {
            $0.localizer = .personalDictionary(locale: Locale(identifier: language), tables: [.webFrontEnd])
        }
        app.todoSynchronization = configuration.todoSynchronization
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
        logger.debug("session parked")
    }

    /// Puts sessions away until there are no more live ones than allowed, besides those in use.
    private func parkOldest() {
        guard liveCount > configuration.limits.liveSessions else { return }
        let live = entries.filter { if case .live = $0.value.state { $0.value.users == 0 } else { false } }
        let idle = live.sorted { $0.value.lastUse < $1.value.lastUse }
        for (id, _) in idle.dropLast(configuration.limits.liveSessions) { park(id) }
    }

    /// Forgets the oldest session of a person who has as many as allowed, so that nobody else loses theirs; or the oldest of all.
    private func makeRoom(for person: Person) {
        let own = entries.filter { $0.value.cookie.person == person }
        if case .proxy = configuration.access, own.count >= configuration.limits.sessionsOfPerson {
            forgetOldest(of: own)
        } else if entries.count >= configuration.limits.knownSessions {
            forgetOldest(of: entries)
        }
    }

    private func forgetOldest(of candidates: [SessionID: Entry]) {
        let unused = candidates.filter { $0.value.users == 0 }
        guard let oldest = unused.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return }
        park(oldest)
        entries[oldest] = nil
    }
}
