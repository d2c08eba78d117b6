import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// A synchronization that was asked for. A value that is nil is as it was last time.
struct SyncRequest {
    private(set) var url: URL?
    let user: String?
    let allowsInsecure: Bool

    init(_ arguments: Arguments) throws {
        if let text = arguments.value("--url") {
            // A wrong address is not shown: it may hold a password.
            guard let url = URL(lenient: text), ["http", "https"].contains(url.scheme?.lowercased()),
                url.host()?.isEmpty == false
            else { throw CommandLineError.usage(Message("--url is https://host[:port][/path]")) }
            guard url.password() == nil else {
                throw CommandLineError.usage(Message("--url has no password in it; it is read from CALDAV_PASSWORD"))
            }
            self.url = url
        }
        user = arguments.value("--user")
        if user?.isEmpty == true { throw CommandLineError.usage(Message("--user needs a name")) }
        allowsInsecure = arguments.has("--allow-insecure")
    }
}

/// The CalDAV server of the to-do list. Its address is remembered between runs, its password is not.
final class TodoServer: Sendable {
    /// Synchronizes with the server that is chosen.
    let synchronizer = SwitchingTodoSynchronizer()

    private struct Choice: Equatable {
        var address: TodoServerAddress
        var allowsInsecure: Bool
    }

    private let password: Secret?
    private let clock: WallClock
    private let logger: EventLogger
    private let list = Locked<TodoStore?>(nil)
    private let chosen = Locked<Choice?>(nil)

    /// Takes the password from the environment.
    init(environment: [String: String], clock: WallClock, logger: EventLogger) {
        self.logger = logger
        password = environment["CALDAV_PASSWORD"].flatMap { $0.isEmpty ? nil : Secret($0) }
        self.clock = clock
    }

    /// The synchronization of the app's list.
    func synchronization(isAutomatic: Bool) -> TodoSynchronization {
        TodoSynchronization(isAutomatic: isAutomatic) { [self] store in
            list.withLock { $0 = store }
            return synchronizer
        }
    }

    /// Switches to the server that a request names, or to the remembered one.
    func choose(_ request: SyncRequest, _ settings: AppSettings) async throws -> TodoServerAddress {
        let known = try await settings.value(.todoServer)
        guard let url = request.url ?? known?.url else {
            throw CommandLineError.usage(Message("--url is needed the first time; it is remembered then"))
        }
        let user = request.user ?? (url == known?.url ? known?.user : nil)
        if user != nil, password == nil {
            throw CommandLineError.usage(Message("the password is missing: CALDAV_PASSWORD in the environment"))
        }
        let address = TodoServerAddress(url: url, user: user)
        try choose(Choice(address: address, allowsInsecure: request.allowsInsecure))
        return address
    }

    /// Switches to the remembered server, if there is one and no password is missing.
    func chooseRemembered(_ settings: AppSettings) async throws {
        guard let address = try await settings.value(.todoServer) else { return }
        guard address.user == nil || password != nil else {
            return synchronizer.stop(because: .sync(.server(.passwordMissing)))
        }
        try choose(Choice(address: address, allowsInsecure: false))
    }

    private func choose(_ choice: Choice) throws {
        guard chosen.withLock({ $0 }) != choice, let store = list.withLock({ $0 }) else { return }
        let server = try CalDAVServer(
            url: choice.address.url,
            credentials: password.map { CalDAVCredentials(user: choice.address.user, password: $0) },
            clock: clock, allowsInsecureConnections: choice.allowsInsecure, logger: logger)
        synchronizer.use(
            TodoSynchronizer(store: store, server: server, device: ProcessInfo.processInfo.hostName, clock: clock))
        chosen.withLock { $0 = choice }
    }
}
