import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("The server that the user has chosen", .bounded)
struct TodoServerConnectionTests {
    private let time = ManualTime()
    /// Every address is an empty collection, which accepts what is written.
    private let client = FakeDAVClient { request in
        switch request.method {
        case "PROPFIND": .multistatus(found(request.url.path(percentEncoded: true), calendarType))
        case "REPORT": .multistatus(syncToken("t"))
        default: .status(201, headers: ["ETag": "\"1\""])
        }
    }
    private let store = FaultySettingsStore()
    private var settings: AppSettings { AppSettings(store) }

    private func connection(_ password: String?) -> TodoServerConnection {
        TodoServerConnection(
            credentials: password.map { WebDAVCredentials(password: Secret($0)) }, interval: nil, device: "here",
            client: client, clock: time.clock
        )
    }

    private func address(_ host: String, user: String? = "anna") throws -> TodoServerAddress {
        TodoServerAddress(url: try TodoListTests.address("https://\(host).example/tasks/"), user: user)
    }

    private func status(_ connection: TodoServerConnection) async -> TodoSyncStatus? {
        for await status in connection.status.events() { return status }
        return nil
    }

    private func synchronize(_ connection: TodoServerConnection) async throws -> TodoSyncReport {
        try await connection.synchronize()
    }

    /// The servers that were asked, in their order, each once.
    private var hosts: [String] {
        client.requests.compactMap { $0.url.host() }.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    @Test("the list is synchronized with it, chosen before the list is made or later", arguments: [true, false])
    func choosing(isFirst: Bool) async throws {
        let connection = connection("p4ss")
        if isFirst { try connection.choose(address("one")) }
        let todos = TaskList.inMemory()
        connection.connect(todos)
        if !isFirst {
            #expect(await status(connection) == TodoSyncStatus())
            try connection.choose(address("one"))
        }
        try await todos.add(
            Todo(id: TodoID("milk"), text: try TodoText("milk"), createdAt: time.now, updatedAt: time.now))
        #expect(try await synchronize(connection).pushed == 1)
        #expect(hosts == ["one.example"])
        let credentials = "Basic " + Data("anna:p4ss".utf8).base64EncodedString()
        #expect(client.requests.allSatisfy { $0.headers["Authorization"] == credentials })
        // The same choice switches to nothing, another one does.
        let before = connection.generation
        try connection.choose(address("one"))
        #expect(connection.generation == before)
        try connection.choose(address("two"))
        _ = try await synchronize(connection)
        #expect(hosts == ["one.example", "two.example"])
    }

    @Test("an address that is refused changes nothing", arguments: [nil, "", "p4ss"])
    func refused(password: String?) async throws {
        let connection = connection(password)
        connection.connect(.inMemory())
        try connection.choose(address("one", user: password == "p4ss" ? "anna" : nil))
        let before = connection.generation
        let plain = TodoServerAddress(url: try TodoListTests.address("http://two.example/"), user: "anna")
        let error: WebDAVError = password == "p4ss" ? .insecure(host: "two.example") : .passwordMissing
        #expect(throws: error) { try connection.choose(plain) }
        #expect(connection.generation == before)
        _ = try await synchronize(connection)
        #expect(hosts == ["one.example"])
        guard password == "p4ss" else { return }
        try connection.choose(plain, allowsInsecureConnections: true)
        #expect(connection.generation == before + 1)
    }

    @Test("the remembered one is chosen once, by any number of sessions, and another one that is saved later too")
    func remembered() async throws {
        let connection = connection("p4ss")
        let todos = TaskList.inMemory()
        connection.connect(todos)
        #expect(await connection.chooseRemembered(in: settings) == nil)
        #expect(await status(connection) == TodoSyncStatus())
        try await settings.save(address("one"), for: .todoServer)
        let before = connection.generation
        let failures = await withTaskGroup(of: TodoError?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    connection.connect(todos)
                    return await connection.chooseRemembered(in: settings)
                }
            }
            return await group.reduce(into: []) { failures, failure in failures += failure.map { [$0] } ?? [] }
        }
        #expect(failures == [])
        #expect(connection.generation == before + 1)
        _ = try await synchronize(connection)
        try await settings.save(address("two"), for: .todoServer)
        #expect(await connection.chooseRemembered(in: settings) == nil)
        _ = try await synchronize(connection)
        #expect(hosts == ["one.example", "two.example"])
        // What was allowed for the chosen one stays allowed.
        let plain = TodoServerAddress(url: try TodoListTests.address("http://two.example/tasks/"), user: "anna")
        try connection.choose(plain, allowsInsecureConnections: true)
        try await settings.save(plain, for: .todoServer)
        #expect(await connection.chooseRemembered(in: settings) == nil)
        #expect(connection.generation == before + 3)
    }

    @Test("synchronization is suspended, with the reason, while the remembered one cannot be used")
    func obstacles() async throws {
        let connection = connection(nil)
        connection.connect(.inMemory())
        func expect(_ obstacle: TodoError) async {
            #expect(await connection.chooseRemembered(in: settings) == obstacle)
            #expect(await status(connection) == TodoSyncStatus(hasServer: true, lastError: obstacle))
            await #expect(throws: obstacle) { try await synchronize(connection) }
        }
        let unreadable = StoreError(.unreadable, path: nil, message: Message("the disk is gone"))
        store.error = unreadable
        await expect(.store(unreadable))
        store.error = nil
        try await settings.save(address("one"), for: .todoServer)
        await expect(.sync(.server(.passwordMissing)))
        #expect(client.requests.isEmpty)
        try await settings.save(address("two", user: nil), for: .todoServer)
        #expect(await connection.chooseRemembered(in: settings) == nil)
        _ = try await synchronize(connection)
        // Settings that one session cannot read do not end the synchronization of all.
        store.error = unreadable
        #expect(await connection.chooseRemembered(in: settings) == .store(unreadable))
        _ = try await synchronize(connection)
        store.error = nil
        // One that cannot be used replaces it.
        try await settings.save(
            TodoServerAddress(url: try TodoListTests.address("ftp://three.example/")), for: .todoServer)
        let refusal = await connection.chooseRemembered(in: settings)
        guard case .sync(.server(.invalidAddress)) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(await status(connection) == TodoSyncStatus(hasServer: true, lastError: refusal))
        #expect(hosts == ["two.example"])
        try connection.choose(address("two", user: nil))
        #expect(await status(connection)?.lastError == nil)
    }

    @Test("a list of the same tasks interrupts nothing, one of other tasks takes their place")
    func sharing() async throws {
        let connection = connection("p4ss")
        let (todos, others) = (TaskList.inMemory(), TaskList.inMemory())
        connection.connect(todos)
        try connection.choose(address("one"))
        let before = connection.generation
        connection.connect(todos)
        #expect(connection.generation == before)
        connection.connect(others)
        #expect(connection.generation == before + 1)
        try await others.add(
            Todo(id: TodoID("milk"), text: try TodoText("milk"), createdAt: time.now, updatedAt: time.now))
        #expect(try await synchronize(connection).pushed == 1)
    }
}
