import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// The CalDAV server that the program synchronizes with: who it is, remembered between runs, and the password, which is not.
final class TodoServer: Sendable {
    /// Makes a synchronizer with a server.
    typealias Factory =
        @Sendable (TodoSyncStore, TodoServerAddress, _ allowsInsecure: Bool) throws(CalDAVError) -> TodoSynchronizer

    /// Synchronizes with the server that is chosen.
    let synchronizer = SwitchingTodoSynchronizer()

    private struct Choice: Equatable {
        var address: TodoServerAddress
        var allowsInsecure: Bool
    }

    private let make: Factory
    private let hasPassword: Bool
    private let list = Locked<TodoSyncStore?>(nil)
    private let chosen = Locked<Choice?>(nil)
    private let settings = Locked<Settings?>(nil)

    /// Takes the password from the environment.
    init(environment: [String: String], clock: WallClock) {
        let password = environment["CALDAV_PASSWORD"].flatMap { $0.isEmpty ? nil : Secret($0) }
        hasPassword = password != nil
        make = { store, address, allowsInsecure throws(CalDAVError) in
            let server = try CalDAVServer(
                url: address.url, credentials: password.map { CalDAVCredentials(user: address.user, password: $0) },
                clock: clock, allowsInsecureConnections: allowsInsecure)
            return TodoSynchronizer(
                store: store, server: server, device: ProcessInfo.processInfo.hostName, clock: clock)
        }
    }

    /// How the app's list is synchronized.
    func synchronization(isAutomatic: Bool) -> TodoSynchronization {
        TodoSynchronization(isAutomatic: isAutomatic) { [self] store in
            list.withLock { $0 = store }
            return synchronizer
        }
    }

    /// Sets where the server is remembered.
    func use(_ settings: Settings) {
        self.settings.withLock { $0 = settings }
    }

    /// Goes over to the server that a request names, or to the one that is remembered.
    func choose(_ request: SyncRequest) async throws(CommandLineError) -> TodoServerAddress {
        let known = try await remembered()
        guard let url = request.url ?? known?.url else {
            throw .usage(Message("--url is needed the first time; it is remembered then"))
        }
        let user = request.user ?? (request.url == nil || request.url == known?.url ? known?.user : nil)
        if user != nil, !hasPassword {
            throw .usage(Message("the password is missing: CALDAV_PASSWORD in the environment"))
        }
        let address = TodoServerAddress(url: url, user: user)
        try choose(address, allowsInsecure: request.allowsInsecure)
        return address
    }

    /// Goes over to the server that is remembered, if there is one that can be used without asking.
    func chooseRemembered() async throws(CommandLineError) {
        guard let address = try await remembered() else { return }
        guard address.user == nil || hasPassword else {
            return synchronizer.stop(because: .sync(.server(.passwordMissing)))
        }
        try choose(address, allowsInsecure: false)
    }

    /// Remembers a server that has answered.
    func remember(_ address: TodoServerAddress) async throws(CommandLineError) {
        do {
            try await settings.withLock { $0 }?.save(address, for: .todoServer)
        } catch {
            throw CommandLineError(DictionaryError.store(error))
        }
    }

    private func remembered() async throws(CommandLineError) -> TodoServerAddress? {
        do {
            return try await settings.withLock { $0 }?.value(.todoServer)
        } catch {
            throw CommandLineError(DictionaryError.store(error))
        }
    }

    private func choose(_ address: TodoServerAddress, allowsInsecure: Bool) throws(CommandLineError) {
        let choice = Choice(address: address, allowsInsecure: allowsInsecure)
        guard chosen.withLock({ $0 }) != choice, let store = list.withLock({ $0 }) else { return }
        do {
            synchronizer.use(try make(store, address, allowsInsecure))
        } catch {
            throw CommandLineError(TodoError.sync(.server(error)))
        }
        chosen.withLock { $0 = choice }
    }
}
