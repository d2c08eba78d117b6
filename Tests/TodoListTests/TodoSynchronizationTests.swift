import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("The to-do list's screens and its server", .bounded)
struct TodoSynchronizationTests {
    private let tree = FeatureTree()
    private let time = ManualTime()
    private let server = SmallTodoCollection()
    private let english = Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])

    /// A connection to a server; without one, to none.
    private func connection(_ server: (any TodoCollection)?, isAutomatic: Bool = false) -> TodoServerConnection {
        let connection = TodoServerConnection(
            interval: isAutomatic ? .seconds(900) : nil, device: "here", clock: time.clock, sleeper: time.sleeper,
            jitter: { 0.5 })
        if let server { use(server, connection) }
        return connection
    }

    private func use(
        _ server: any TodoCollection, _ connection: TodoServerConnection,
        address: String = "https://example.com/tasks/"
    ) {
        connection.use { (_, _) in TodoSynchronizer.Target(collection: server, address: address) }
    }

    private func dependencies(isAutomatic: Bool = false) -> TodoListDependencies {
        TodoListDependencies(
            todos: TaskList.inMemory(), clock: time.clock,
            identifiers: IdentifierGenerator.sequence(prefix: "t"),
            server: connection(server, isAutomatic: isAutomatic))
    }

    private func build(isAutomatic: Bool = false) -> TodoListGraph {
        TodoListBuilder(dependencies: dependencies(isAutomatic: isAutomatic), parent: tree.root).build()
    }

    /// Lets time pass until a condition holds that no screen shows.
    /// Advances the clock until a condition holds.
    private func poll(_ condition: () -> Bool) async throws {
        try await eventually {
            if condition() { return true }
            time.advance(by: 1)
            return false
        }
    }

    private static func vtodo(_ uid: String, _ text: String, at stamp: String = "20261121T100000Z") -> String {
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:other
        BEGIN:VTODO
        UID:\(uid)
        DTSTAMP:\(stamp)
        LAST-MODIFIED:\(stamp)
        SUMMARY:\(text)
        X-UNKNOWN:stays
        END:VTODO
        END:VCALENDAR

        """
    }

    @Test("the indicator synchronizes on request and shows the result or the failure")
    func byHand() async throws {
        let graph = build()
        let indicator = graph.mainScreen.networkIndicator.viewModel
        let list = graph.mainScreen.list.viewModel
        await list.load()
        await list.add("milk")
        #expect(await waitUntil { indicator.waitingEdits == 1 && indicator.canSynchronize })
        #expect(server.calls == 0)
        server.write(Self.vtodo("bread", "Bread"), at: "bread")
        let report = try #require(await indicator.synchronize())
        #expect(report.pushed == 1 && report.pulled == 1 && indicator.report == report)
        #expect(await waitUntil { list.todos.map(\.sync) == [.synced, .synced] && indicator.waitingEdits == 0 })
        #expect(await waitUntil { indicator.status.lastSync == time.now })
        #expect(await list.remove([list.todos[0].id]))
        #expect(await waitUntil { indicator.waitingEdits == 1 })
        server.fail(.unauthorized)
        #expect(await indicator.synchronize() == nil)
        #expect(indicator.synchronizationFailure == .sync(.server(.unauthorized)) && indicator.report == nil)
        #expect(await waitUntil { english(indicator.message).hasPrefix("Not synchronized") })
        server.fail(nil)
        server.removeAll()
        #expect(await indicator.synchronize() == nil)
        #expect(await waitUntil { indicator.mustAcceptDeletions })
        #expect(await indicator.synchronize(acceptingDeletions: true)?.deletedHere == 1)
        #expect(await waitUntil { !indicator.mustAcceptDeletions && list.todos.isEmpty })
    }

    @Test("with other tasks or another server the list, its undo and its synchronization work with these")
    func replacing() async throws {
        let (log, other) = (EventLogger.InMemoryHandler(), SmallTodoCollection())
        let store = TaskList.preview(
            [.sample("bread"), .sample("milk")], logger: EventLogger(label: "t", handler: log))
        let later = ManualTime(time.now + 5)
        let changed = dependencies().with {
            $0.todos = store
            $0.server = connection(other)
            $0.clock = later.clock
        }
        let graph = TodoListBuilder(dependencies: changed, parent: tree.root).build()
        let list = graph.mainScreen.list.viewModel
        await list.load()
        #expect(list.todos.map(\.text.value) == ["bread", "milk"])
        let indicator = graph.mainScreen.networkIndicator.viewModel
        #expect(try #require(await indicator.synchronize()).pushed == 2)
        #expect(await waitUntil { indicator.status.lastSync == time.now })
        #expect(other.texts.count == 2 && server.calls == 0)
        #expect(await list.remove(list.todos.map(\.id)))
        let removedAt = try await store.read("read removed tasks") { records throws(TodoError) in
            try records.records(.all).compactMap(\.removedAt)
        }
        #expect(removedAt == [later.now, later.now])
        #expect(await list.undo()?.count == 2)
        #expect(log.events.contains { $0.line.contains("task removed") })
        #expect(changed.with { $0.server = nil }.server == nil)
    }

    @Test("a removal that reached the server can be undone, including unknown properties")
    func undoAfterSync() async throws {
        let graph = build()
        let indicator = graph.mainScreen.networkIndicator.viewModel
        let list = graph.mainScreen.list.viewModel
        server.write(Self.vtodo("bread", "Bread"), at: "bread")
        await list.load()
        _ = await indicator.synchronize()
        #expect(await waitUntil { list.todos.count == 1 })
        time.advance(by: 60)
        #expect(await list.remove([TodoID("bread")]))
        #expect(await indicator.synchronize()?.deletedThere == 1)
        #expect(server.texts.isEmpty)
        time.advance(by: 60)
        #expect(await list.undo()?.map(\.text.value) == ["Bread"])
        #expect(await waitUntil { list.todos.map(\.sync) == [.dirty] })
        #expect(await indicator.synchronize()?.pushed == 1)
        let text = try #require(server.texts.first)
        #expect(text.contains("SUMMARY:Bread") && text.contains("X-UNKNOWN:stays") && server.texts.count == 1)
        #expect(await waitUntil { list.todos.map(\.sync) == [.synced] })
    }

    @Test("the list synchronizes at the app's interval")
    func interval() async throws {
        let connection = TodoServerConnection(
            interval: .seconds(60), device: "here", clock: time.clock, sleeper: time.sleeper)
        use(server, connection)
        connection.keepSynchronized(TaskList.inMemory(), in: tree.root)
        try await eventually { time.sleeperCount > 0 }
        #expect(await time.nextSleep() == time.now.addingTimeInterval(60))
    }

    @Test("the list synchronizes automatically, once, while any of its screens is open")
    func automatic() async throws {
        let dependencies = dependencies(isAutomatic: true)
        var first: TodoListGraph? = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
        #expect(await waitUntil { first?.mainScreen.networkIndicator.viewModel.status.lastSync != nil })
        var second: TodoListGraph? = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
        first = nil
        await second?.mainScreen.list.viewModel.add("milk")
        try await poll { server.texts.count == 1 }
        second = nil
        // Another one begins anew, after the end of the one before.
        let calls = server.calls
        second = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
        try await poll { server.calls > calls && second?.mainScreen.networkIndicator.viewModel.isBusy == false }
        await second?.mainScreen.list.viewModel.add("bread")
        try await poll { server.texts.count == 2 }
        // The synchronization has ended once the next one is planned.
        try await eventually { time.sleeperCount > 0 }
        second?.detach()
        // The run ends, and then nothing waits for the clock any more. A later edit plans nothing.
        try await eventually { time.sleeperCount == 0 }
        let last = server.calls
        let changes = dependencies.todos.changes.events()
        try await dependencies.todos.add(
            Todo(id: TodoID("x"), text: try TodoText("eggs"), createdAt: time.now, updatedAt: time.now))
        for await _ in changes { break }
        try await eventually { time.sleeperCount == 0 }
        time.advance(by: 10_000)
        #expect(server.texts.count == 2 && server.calls <= last + 2)
        #expect(first == nil)
    }

    @Test("an edit during an automatic synchronization is sent next and does not stop it")
    func editMeanwhile() async throws {
        let slow = SlowCollection(base: server)
        let dependencies = TodoListDependencies(
            todos: TaskList.inMemory(), clock: time.clock,
            identifiers: IdentifierGenerator.sequence(prefix: "t"),
            server: connection(slow, isAutomatic: true))
        let graph = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
        await slow.isAsked.wait()
        await graph.mainScreen.list.viewModel.add("milk")
        // The edit is known to the schedule once it sleeps for it.
        _ = await time.nextSleep()
        slow.mayAnswer.open()
        let status = graph.mainScreen.networkIndicator.viewModel
        #expect(await waitUntil { status.status.lastSync != nil })
        #expect(status.status.lastError == nil)
        try await poll { !server.texts.isEmpty }
        #expect(server.texts.count == 1)
    }

    @Test("the server can be chosen and changed while the list is open")
    func switching() async throws {
        let switching = connection(nil, isAutomatic: true)
        let dependencies = TodoListDependencies(
            todos: TaskList.inMemory(), clock: time.clock,
            identifiers: IdentifierGenerator.sequence(prefix: "t"), server: switching)
        let graph = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
        let indicator = graph.mainScreen.networkIndicator.viewModel
        #expect(await indicator.synchronize() == nil)
        #expect(indicator.synchronizationFailure?.code == "sync")
        #expect(english(indicator.message) == "Kept on this device only" && !indicator.canSynchronize)
        await graph.mainScreen.list.viewModel.add("milk")
        use(server, switching)
        try await poll { server.texts.count == 1 && indicator.status.hasServer }
        let other = SmallTodoCollection()
        use(other, switching, address: "https://example.org/tasks/")
        try await poll { other.texts.count == 1 && indicator.status.lastSync != nil }
        #expect(server.texts.count == 1)
        switching.use(nil)
        #expect(await waitUntil { !indicator.status.hasServer })
        // A server whose password was not typed yet.
        switching.stop(because: .sync(.server(.passwordMissing)))
        await graph.mainScreen.list.viewModel.add("bread")
        #expect(
            await waitUntil {
                english(indicator.message) == "Not synchronized, 1 edit is waiting: the password is missing"
            })
        #expect(await indicator.synchronize() == nil)
        #expect(indicator.synchronizationFailure?.code == "unauthorized")
        switching.use(nil)
        #expect(await waitUntil { english(indicator.message) == "Kept on this device only" })
    }

    @Test("conflicts are counted on the main screen, shown on their own screen, and restored")
    func conflicts() async throws {
        let graph = build()
        let (main, list) = (graph.mainScreen, graph.mainScreen.list.viewModel)
        await list.load()
        server.write(Self.vtodo("bread", "Bread"), at: "bread")
        _ = await main.networkIndicator.viewModel.synchronize()
        let screen = main.toConflicts.router.open().viewModel
        #expect(screen.phase == .loading)
        await screen.load()
        #expect(screen.phase == .loaded && screen.conflicts.isEmpty && english(screen.emptyMessage) == "No conflicts")
        #expect(english(main.toConflicts.viewModel.message) == "No conflicts")
        time.advance(by: 60)
        await list.edit(TodoID("bread"), TodoEdit(text: try TodoText("Rye bread")))
        server.write(Self.vtodo("bread", "Toast", at: "20261121T110000Z"), at: "bread")
        #expect(await main.networkIndicator.viewModel.synchronize()?.conflicts == 1)
        #expect(await waitUntil { screen.conflicts.count == 1 && main.toConflicts.viewModel.count == 1 })
        #expect(english(main.toConflicts.viewModel.message) == "1 conflict")
        let conflict = try #require(screen.conflicts.first)
        #expect(english(conflict.message) == "text: “Toast” was kept, “Rye bread” of here lost")
        #expect(await screen.restore(Identifier("99")) == nil)
        #expect(screen.failure == .noConflict("99") && screen.conflicts.count == 1)
        time.advance(by: 7200)
        guard case .updated(let restored)? = await screen.restore(conflict.id) else {
            Issue.record("not restored")
            return
        }
        #expect(restored.text.value == "Rye bread" && screen.failure == nil && screen.conflicts.isEmpty)
        #expect(
            await waitUntil { list.todos.map(\.text.value) == ["Rye bread"] && main.toConflicts.viewModel.count == 0 })
        _ = await main.networkIndicator.viewModel.synchronize()
        #expect(server.texts[0].contains("SUMMARY:Rye bread"))
    }

    @Test("a conflict that another process has restored leaves the screen when the user restores it too")
    func restoredElsewhere() async throws {
        let records = InMemoryTodoRecordRepository()
        let (todos, elsewhere) = (TaskList(records), TaskList(records))
        let graph = TodoListBuilder(
            dependencies: TodoListDependencies(todos: todos, clock: time.clock, identifiers: .sequence(prefix: "t")),
            parent: tree.root
        ).build()
        let milk = try #require(await graph.mainScreen.list.viewModel.add("milk"))
        try await elsewhere.write("conflict") { [now = time.now] records in
            try records.addConflict(.deletion(device: nil, date: nil), of: milk.id, text: "oat milk", at: now)
        }
        let screen = graph.mainScreen.toConflicts.router.open().viewModel
        await screen.load()
        let conflict = try #require(screen.conflicts.first)
        _ = try await elsewhere.restore(conflict.id, at: time.now)
        #expect(screen.conflicts.count == 1)
        #expect(await screen.restore(conflict.id) == nil)
        #expect(screen.failure == .noConflict(conflict.id.rawValue) && screen.conflicts.isEmpty)
    }

    @Test("a screen of conflicts that cannot be read says so")
    func unreadable() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let dependencies = TodoListDependencies(
                todos: TaskList(database), clock: time.clock,
                identifiers: IdentifierGenerator.sequence(prefix: "t"))
            let graph = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
            try SQLiteProbe(file.systemPath).run("DROP TABLE todo_conflict")
            let screen = graph.mainScreen.toConflicts.router.open().viewModel
            await screen.load()
            guard case .failed(.store) = screen.phase else {
                Issue.record("\(screen.phase)")
                return
            }
            await graph.mainScreen.toConflicts.viewModel.load()
            #expect(graph.mainScreen.toConflicts.viewModel.failure != nil)
            await database.close()
        }
    }

    @Test("a synchronized list leaves nothing behind")
    func lifetime() async throws {
        do {
            let graph = build(isAutomatic: true)
            let indicator = graph.mainScreen.networkIndicator.viewModel
            #expect(await waitUntil { indicator.status.lastSync != nil })
            _ = await indicator.synchronize()
            await graph.mainScreen.toConflicts.router.open().viewModel.load()
        }
        #expect(tree.snapshot().isEmpty)
        try await tree.expectNoLeaks(within: .seconds(60))
    }
}

/// A collection whose first answer waits for the test.
private struct SlowCollection: TodoCollection {
    let base: SmallTodoCollection
    let isAsked = Latch()
    let mayAnswer = Latch()

    func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges {
        isAsked.open()
        await mayAnswer.wait()
        if Task.isCancelled { throw .cancelled }
        return try await base.changes(since: token)
    }

    func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject] {
        try await base.objects(at: paths)
    }

    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) async throws(WebDAVError) -> ETag? {
        try await base.put(data, at: path, condition: condition)
    }

    func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError) {
        try await base.delete(path, matching: etag)
    }

    func path(named name: String) -> WebDAVPath { base.path(named: name) }
}
