public import CoreModule
import Foundation

/// The CalDAV server of a list, which the user chooses, before the list is shown or later. Its address can be remembered in the
/// settings, its password is not.
///
/// Several lists of one ``TodoStore``, such as those of several sessions, may share a connection: they are synchronized together.
public final class TodoServerConnection: Sendable {
    private struct Choice: Equatable {
        let address: TodoServerAddress
        let allowsInsecureConnections: Bool
    }

    private struct State {
        /// The store of the lists. Nil before the first one is made.
        var store: TodoStore?
        var chosen: (choice: Choice, server: CalDAVServer)?
    }

    /// Synchronizes with the chosen server.
    public var synchronizer: any TodoSynchronizing { switching }

    private let switching = SwitchingTodoSynchronizer()
    private let password: Secret?
    private let device: String?
    private let client: any HTTPClient
    private let clock: WallClock
    private let logger: EventLogger
    private let state = Locked(State())
    /// The remembered server is read and chosen by one caller at a time, so that an older one does not replace a newer one.
    private let reading = AsyncMutex()

    /// Makes a connection without a server.
    /// - Parameters:
    ///   - password: the password at the server. An empty one counts as none.
    ///   - device: the name of this device, shown in conflicts. If nil, that of the host.
    ///   - client: sends the requests.
    ///   - clock: dates what is synchronized.
    ///   - logger: receives the requests, with method and host.
    public init(
        password: Secret?, device: String? = nil, client: any HTTPClient = CalDAVServer.defaultClient(),
        clock: WallClock = .system, logger: EventLogger = .disabled
    ) {
        self.password = password?.reveal().isEmpty == true ? nil : password
        self.device = device
        self.client = client
        self.clock = clock
        self.logger = logger
    }

    /// How a list is synchronized by this connection, and whether automatically.
    public func synchronization(isAutomatic: Bool = true) -> TodoSynchronization {
        TodoSynchronization(isAutomatic: isAutomatic) { [self] store in
            state.withLock { state in
                // A list that joins others interrupts no synchronization.
                if state.store?.hasRecords(of: store) != true {
                    state.store = store
                    connect(state)
                }
            }
            return synchronizer
        }
    }

    /// Switches to a server. Does nothing if it is the chosen one.
    ///
    /// Throws ``CalDAVError/passwordMissing`` if the address names a user and there is no password, and what the initializer of
    /// ``CalDAVServer`` throws; then nothing changes.
    /// - Parameters:
    ///   - address: the server.
    ///   - allowsInsecureConnections: whether the password may be sent unencrypted to hosts other than this machine.
    public func choose(
        _ address: TodoServerAddress, allowsInsecureConnections: Bool = false
    ) throws(CalDAVError) {
        let choice = Choice(address: address, allowsInsecureConnections: allowsInsecureConnections)
        try state.withLock { state throws(CalDAVError) in
            guard state.chosen?.choice != choice else { return }
            guard address.user == nil || password != nil else { throw .passwordMissing }
            let server = try CalDAVServer(
                url: address.url, credentials: password.map { CalDAVCredentials(user: address.user, password: $0) },
                client: client, clock: clock, allowsInsecureConnections: allowsInsecureConnections, logger: logger)
            state.chosen = (choice, server)
            connect(state)
        }
    }

    /// Switches to the server of `SettingKey.todoServer`, if one is saved. Does nothing if its address is the chosen one.
    ///
    /// If that fails, synchronization is suspended, and its status shows why. Only if the settings cannot be read, a server that was
    /// chosen before stays.
    /// - Returns: why it failed. Nil if it succeeded, or if no server is saved.
    @discardableResult
    public func chooseRemembered(in settings: AppSettings) async -> TodoError? {
        await reading.enter()
        defer { reading.leave() }
        let address: TodoServerAddress?
        do throws(StoreError) {
            address = try await settings.value(.todoServer)
        } catch {
            let obstacle = TodoError.store(error)
            state.withLock { if $0.chosen == nil { switching.stop(because: obstacle) } }
            return obstacle
        }
        guard let address, state.withLock({ $0.chosen?.choice.address }) != address else { return nil }
        do throws(CalDAVError) {
            try choose(address)
            return nil
        } catch {
            let obstacle = TodoError.sync(.server(error))
            state.withLock { state in
                state.chosen = nil
                switching.stop(because: obstacle)
            }
            return obstacle
        }
    }

    /// Synchronizes the lists with the chosen server, once there are both.
    private func connect(_ state: State) {
        guard let store = state.store, let server = state.chosen?.server else { return }
        switching.use(
            TodoSynchronizer(
                store: store, server: server, device: device ?? ProcessInfo.processInfo.hostName, clock: clock))
    }
}
