import CoreModule
import Foundation
import PersonalDictionary

/// The apps of the people whose programs send requests. One that was not used for a while ends, as a session does.
@MainActor
package final class Programs {
    private struct Entry {
        var app: Task<Result<ProgramApp, DictionaryError>, Never>?
        /// The requests that use it, or will.
        var users = 0
        var lastUse = Date.distantPast
    }

    /// The requests of each person that are performed at once.
    static let mostUsers = 16
    /// The apps that wait for another request.
    private static let mostIdle = 64

    private let idleTime: Duration
    private let clock: WallClock
    private let open: @MainActor (Person) async throws(DictionaryError) -> ProgramApp
    private var entries: [Person: Entry] = [:]
    /// Those whose data is being deleted.
    private var refused: Set<Person> = []
    private var isClosed = false

    /// - Parameters:
    ///   - idleTime: how long an app that is not used stays open.
    ///   - open: opens the app of a person.
    init(
        idleTime: Duration, clock: WallClock,
        open: @escaping @MainActor (Person) async throws(DictionaryError) -> ProgramApp
    ) {
        (self.idleTime, self.clock, self.open) = (idleTime, clock, open)
    }

    /// How many apps are open.
    package var count: Int { entries.values.count { $0.app != nil } }

    /// Calls a closure with the app of a person, which is opened if it is not.
    /// - Parameter check: throws if the person's token has ended. What is deleted meanwhile stays deleted.
    func use<Value: Sendable>(
        _ person: Person, check: @Sendable () async throws -> Void,
        _ body: @Sendable (ProgramApp) async throws -> Value
    ) async throws -> Value {
        try checkOpen(to: person)
        guard entries[person]?.users ?? 0 < Self.mostUsers else { throw Problem.tooMany }
        entries[person, default: Entry()].users += 1
        defer { leave(person) }
        try await check()
        return try await body(try await app(of: person))
    }

    private func checkOpen(to person: Person) throws(DictionaryError) {
        guard !isClosed else { throw .serverStops }
        guard !refused.contains(person) else { throw .stillWriting }
    }

    private func app(of person: Person) async throws(DictionaryError) -> ProgramApp {
        // The server may stop, or the person delete everything, while the token was checked.
        try checkOpen(to: person)
        let opening =
            entries[person]?.app
            ?? Task { [open] in
                do throws(DictionaryError) { return .success(try await open(person)) } catch { return .failure(error) }
            }
        entries[person]?.app = opening
        let result = await opening.value
        if case .failure = result, entries[person]?.app == opening { entries[person]?.app = nil }
        return try result.get()
    }

    private func leave(_ person: Person) {
        entries[person]?.users -= 1
        entries[person]?.lastUse = clock.now()
        if let entry = entries[person], entry.users == 0, entry.app == nil { entries[person] = nil }
    }

    /// Ends the apps that were not used for a while, and the oldest of too many.
    package func endIdle() async {
        let limit = clock.now().addingTimeInterval(-(idleTime / .seconds(1)))
        let idle = entries.filter { $0.value.users == 0 }.sorted { $0.value.lastUse < $1.value.lastUse }
        let tooMany = idle.dropLast(Self.mostIdle).map(\.key)
        for (person, entry) in idle where entry.lastUse <= limit || tooMany.contains(person) {
            // A request may have come while another app was closed.
            if entries[person]?.users == 0 { await end(person) }
        }
    }

    private func end(_ person: Person) async {
        let opening = entries[person]?.app
        if entries[person]?.users == 0 { entries[person] = nil } else { entries[person]?.app = nil }
        guard case .success(let app)? = await opening?.value else { return }
        app.detach()
        await app.close()
    }

    /// Performs no more requests of a person, until ``allow(_:)``.
    /// - Returns: whether the requests that had begun have ended in time.
    func refuse(_ person: Person, until limit: ContinuousClock.Instant) async -> Bool {
        refused.insert(person)
        while entries[person]?.users ?? 0 > 0 {
            guard ContinuousClock.now <= limit else { return false }
            do { try await Task.sleep(for: .milliseconds(20)) } catch { return false }
        }
        await end(person)
        return true
    }

    /// Ends ``refuse(_:until:)``.
    func allow(_ person: Person) { refused.remove(person) }

    /// Ends all apps, and opens no more.
    func close() async {
        isClosed = true
        for person in Array(entries.keys) { await end(person) }
    }
}

extension DictionaryError {
    /// The server takes no more requests.
    static var serverStops: DictionaryError {
        .store(StoreError(.busy, path: nil, message: Message("the server stops")))
    }

    /// The person deletes everything, which waits for the last writer.
    static var stillWriting: DictionaryError {
        .store(StoreError(.busy, path: nil, message: Message("another page is still writing")))
    }
}
