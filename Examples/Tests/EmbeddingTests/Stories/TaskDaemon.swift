import CoreModule
import Foundation
import TodoList

/// A program without screens: it synchronizes the tasks of a file with a server until its task is cancelled, and prints each result.
@MainActor
func synchronizeTasks(
    of file: URL, by server: TodoServerConnection, localizer: Localizer = .tasks, print: (String) -> Void
) async throws {
    let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
    let dependencies = TodoListDependencies(
        todos: TaskList(database), clock: .system, identifiers: .uuidV7(clock: .system), server: server)
    let list = TodoListBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    // Cancelling the task ends the stream.
    for await status in server.status.events() where status.requestsInFlight == 0 {
        if let error = status.lastError {
            print(localizer(error.explanation))
        } else if let date = status.lastSync {
            print(localizer(Message("Synchronized \(date)")))
        }
    }
    list.detach()
    await database.close()
}

extension Localizer {
    /// The texts of the to-do list.
    static let tasks = Localizer(locale: .current, timeZone: .current, tables: [.todoList, .coreModule])
}

extension TodoServerConnection {
    /// The server that the arguments name: `tasks FILE URL USER`. The password is in the environment.
    static func ofProgram(_ arguments: [String], _ environment: [String: String]) throws -> TodoServerConnection? {
        guard arguments.count == 4, let url = URL(string: arguments[2]) else { return nil }
        let password = environment["CALDAV_PASSWORD"].map { WebDAVCredentials(password: Secret($0)) }
        let server = TodoServerConnection(credentials: password)
        try server.choose(TodoServerAddress(url: url, user: arguments[3]))
        return server
    }
}

/// What the program's `main` does.
func runTaskDaemon() async throws -> Int32 {
    let (arguments, environment) = (CommandLine.arguments, ProcessInfo.processInfo.environment)
    guard let server = try TodoServerConnection.ofProgram(arguments, environment) else { return 64 }
    let work = Task { try await synchronizeTasks(of: URL(filePath: arguments[1]), by: server) { print($0) } }
    signal(SIGTERM, SIG_IGN)
    let terminated = DispatchSource.makeSignalSource(signal: SIGTERM)
    terminated.setEventHandler { work.cancel() }
    terminated.activate()
    try await work.value
    return 0
}
