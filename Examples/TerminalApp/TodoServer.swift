import CoreModule
import Foundation
import PersonalDictionary
import Synchronization
import TodoList

/// Synchronizes the to-do list with the remembered CalDAV server. The password is in the environment.
final class TodoServer: Sendable {
    private let synchronizer = SwitchingTodoSynchronizer()
    private let password: Secret?
    private let connect = Mutex<(@Sendable (CalDAVServer) -> Void)?>(nil)

    init(_ environment: [String: String]) {
        password = environment["CALDAV_PASSWORD"].flatMap { $0.isEmpty ? nil : Secret($0) }
    }

    /// The synchronization of the app's list, by itself.
    var synchronization: TodoSynchronization {
        TodoSynchronization(isAutomatic: true) { [self] store in
            connect.withLock { [synchronizer] connect in
                connect = { server in
                    synchronizer.use(
                        TodoSynchronizer(store: store, server: server, device: ProcessInfo.processInfo.hostName))
                }
            }
            return synchronizer
        }
    }

    /// Switches to the remembered server, if there is one. The list shows why that failed.
    func start(_ settings: AppSettings) async {
        do {
            guard let address = try await settings.value(.todoServer) else { return }
            guard address.user == nil || password != nil else {
                return synchronizer.stop(because: .sync(.server(.passwordMissing)))
            }
            let credentials = password.map { CalDAVCredentials(user: address.user, password: $0) }
            let server = try CalDAVServer(url: address.url, credentials: credentials)
            connect.withLock { $0 }?(server)
        } catch let error as CalDAVError {
            synchronizer.stop(because: .sync(.server(error)))
        } catch let error as StoreError {
            synchronizer.stop(because: .store(error))
        } catch {}
    }
}
