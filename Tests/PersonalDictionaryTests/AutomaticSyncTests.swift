import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("Words that are synchronized by themselves", .bounded)
struct AutomaticSyncTests {
    private let tree = FeatureTree()
    private let time = ManualTime()

    /// Calls a function with the app of a store, and with the folder that it shares.
    private func withApp(
        connection: SyncConnection = SyncConnection(),
        _ body: (AppGraph, DictionarySync, SyncFolder, URL) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let shared = folder.appending(path: "shared")
            try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
            let store = folder.appending(path: "one.sqlite")
            try await withApp(of: store, connection) { app in
                let sync = try #require(app.sync)
                try await body(app, sync, SyncFolder(path: shared.systemPath, device: "one"), store)
            }
        }
    }

    private func withApp(
        of file: URL, _ connection: SyncConnection = SyncConnection(), _ body: (AppGraph) async throws -> Void
    ) async throws {
        let store = try await DictionaryStore.open(file)
        let dependencies = AppDependencies(
            store: store, providers: TranslationConfiguration([]), direction: .englishToRussian, sync: connection,
            environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper))
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        try await body(app)
        app.detach()
        await store.close()
    }

    private func status(_ sync: DictionarySync) async -> SyncStatus {
        for await status in sync.status.events() { return status }
        return SyncStatus()
    }

    private func add(_ text: String, to app: AppGraph) async throws {
        _ = try await app.words.add(.make(text, text, createdAt: time.now))
    }

    /// The number of files: the first one of each device has its name.
    private func files(_ folder: SyncFolder) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: folder.address).filter { $0.hasSuffix(".jsonl") }.count
    }

    /// How long the app waits for, in seconds.
    private func pause() async -> Double? { await time.nextSleep()?.timeIntervalSince(time.now) }

    /// Lets time pass until a condition holds: what is planned after an edit or a failure happens, and never what the interval has planned.
    private func settle(_ condition: () async throws -> Bool) async throws {
        try await eventually {
            if try await condition() { return true }
            if let pause = await time.nextSleep(limit: .milliseconds(1))?.timeIntervalSince(time.now), pause < 60 {
                time.advance(by: pause)
            }
            return false
        }
    }

    @Test("at the start, two seconds after a change, and every five minutes")
    func schedule() async throws {
        try await withApp { app, sync, folder, _ in
            try await sync.begin(with: folder)
            time.advance(by: 60)
            app.startSynchronizing()
            app.startSynchronizing()
            try await eventually { await status(sync).lastSync == time.now }
            #expect(await pause() == 300)
            try await add("dog", to: app)
            try await eventually { await pause() == 2 }
            #expect(try files(folder) == 1)
            try await settle { try files(folder) == 2 }
            try await eventually { await status(sync).lastReport?.sent == 1 }
            // A review is a change too.
            _ = try await app.words.setUserTranslations(["собака"], of: WordID("dog"), at: time.now)
            try await settle { try files(folder) == 3 }
            try await app.reviews.rate(ReviewCardID(WordID("dog"), .word), .good)
            try await settle { try files(folder) == 4 }
        }
        // The end of the app ends it.
        try await eventually { time.sleeperCount == 0 }
    }

    @Test("a value that is restored is sent like an edit")
    func restored() async throws {
        try await withApp { app, sync, folder, store in
            let other = SyncFolder(path: folder.address, device: "two")
            try await withApp(of: store.deletingLastPathComponent().appending(path: "two.sqlite")) { two in
                let note = { (app: AppGraph, text: String) async throws in
                    time.advance(by: 1)
                    _ = try await app.words.edit(WordID("dog"), at: time.now) { $0.note = try WordNote(text) }
                }
                try await add("dog", to: app)
                try await sync.begin(with: folder)
                try await two.sync?.begin(with: other)
                try await note(app, "first")
                try await note(two, "second")
                for _ in 0..<2 {
                    try await sync.synchronize()
                    try await two.sync?.synchronize()
                }
                app.startSynchronizing()
                try await eventually { await pause() == 300 }
                let conflict = try #require(try await sync.conflicts().first)
                #expect(try await sync.restore(conflict.id) == WordID("dog"))
                let before = try files(folder)
                try await settle { try files(folder) == before + 1 }
                #expect(try await two.sync?.synchronize().received == 1)
                #expect(try await two.words.word(WordID("dog")).note.value == "first")
            }
        }
    }

    @Test("what comes from others appears on the screens, and is not sent back")
    func received() async throws {
        try await withApp { app, sync, folder, store in
            let list = app.mainScreen.mainWordList.viewModel
            await list.load()
            try await sync.begin(with: folder)
            app.startSynchronizing()
            try await eventually { await pause() == 300 }
            let other = store.deletingLastPathComponent().appending(path: "two.sqlite")
            try await withApp(of: other) { app in
                try await add("cat", to: app)
                _ = try await app.sync?.begin(with: SyncFolder(path: folder.address, device: "two"))
            }
            time.advance(by: 300)
            #expect(await waitUntil { list.words.map(\.text.value) == ["cat"] })
            try await eventually { await status(sync).lastReport?.received == 1 }
            try await eventually { await pause() == 300 }
            #expect(await status(sync).lastReport?.sent == 0)
            // The words that came are no change of this device.
            let count = await status(sync).finishedCount
            for _ in 0..<20 {
                time.advance(by: 1)
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(await status(sync).finishedCount == count)
        }
    }

    @Test("a folder that is gone is looked for again, and what was changed meanwhile is sent when it is back")
    func failure() async throws {
        try await withApp { app, sync, folder, store in
            try await sync.begin(with: folder)
            app.startSynchronizing()
            try await eventually { await pause() == 300 }
            let (place, aside) = (folder.address, store.systemPath + ".aside")
            try FileManager.default.moveItem(atPath: place, toPath: aside)
            try await add("dog", to: app)
            try await settle { await status(sync).lastError == .folder(.missing(address: place)) }
            #expect(await status(sync).folder == folder)
            try FileManager.default.moveItem(atPath: aside, toPath: place)
            try await settle { try files(folder) == 2 }
            try await eventually { await status(sync).lastError == nil }
        }
    }

    @Test("without a folder nothing happens; one that another process chooses is used at once, and forgotten again")
    func otherProcess() async throws {
        try await withApp { app, sync, folder, store in
            app.startSynchronizing()
            app.externalChanges.start(every: .milliseconds(1))
            try await eventually { await status(sync).finishedCount == 1 }
            try await add("dog", to: app)
            try await settle { await status(sync).finishedCount > 1 }
            #expect(await status(sync).lastError == nil)
            try await withApp(of: store) { _ = try await $0.sync?.begin(with: folder) }
            try await eventually { await status(sync).folder == folder }
            try await settle { await status(sync).lastSync != nil }
            try await withApp(of: store) { try await $0.sync?.turnOff() }
            try await eventually { await status(sync).folder == nil }
            let (before, count) = (try files(folder), await status(sync).finishedCount)
            try await add("cat", to: app)
            try await settle { await status(sync).finishedCount > count }
            #expect(try files(folder) == before)
            #expect(await status(sync).lastSync == nil)
        }
    }

    @Test("of two apps that share a connection one synchronizes, both show it, and the other one goes on when it ends")
    func shared() async throws {
        let connection = SyncConnection()
        try await withApp(connection: connection) { app, sync, folder, store in
            try await sync.begin(with: folder)
            app.startSynchronizing()
            try await eventually { await pause() == 300 }
            try await withApp(of: store, connection) { other in
                other.startSynchronizing()
                let model = other.mainScreen.mainNavigator.toDevices.router.open().viewModel
                await model.load()
                let date = model.status.lastSync
                time.advance(by: 1)
                try await add("dog", to: app)
                try await eventually { time.sleeperCount == 1 }
                try await settle { try files(folder) == 2 }
                #expect(await waitUntil { model.status.lastSync != date })
                app.detach()
                try await eventually { app.scope.taskCount == 0 }
                try await add("cat", to: other)
                try await settle { try files(folder) == 3 }
            }
        }
    }

    @Test("a folder that has become empty stays so until the user says so; after an edit it is looked at again")
    func emptied() async throws {
        try await withApp { app, sync, folder, _ in
            try await add("dog", to: app)
            try await sync.begin(with: folder)
            app.startSynchronizing()
            try await eventually { await pause() == 300 }
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.address) {
                try FileManager.default.removeItem(atPath: folder.address + "/" + name)
            }
            for text in ["cat", "fox"] {
                let count = await status(sync).finishedCount
                try await add(text, to: app)
                try await settle { await status(sync).finishedCount > count }
                #expect(await status(sync).lastError == .emptied(address: folder.address))
                #expect(try files(folder) == 0)
            }
            try await sync.begin(with: folder)
            #expect(await status(sync).lastError == nil)
            #expect(try files(folder) > 0)
        }
    }

    @Test("what the user must mend is shown, and so is what may pass; a folder that is only tried changes nothing")
    func obstacles() async throws {
        let client = UnreachableClient()
        try await withApp(connection: SyncConnection(credentials: .init(password: Secret("")), client: client)) {
            app, sync, folder, store in
            try await sync.begin(with: folder)
            let url = try #require(URL(string: "https://ann:hush@cloud.example/words"))
            let onServer = SyncFolder(url: url, user: "ann", device: "one")
            let missing = ReplicaError.folder(.server(address: onServer.address, .passwordMissing))
            await #expect(throws: missing) { try await sync.begin(with: onServer) }
            #expect(await status(sync).folder == folder)
            #expect(await status(sync).lastError == nil)
            #expect(await status(sync).lastSync != nil)
            try await app.settings.save(onServer, for: SettingKey("syncFolder", unreadable: nil))
            app.startSynchronizing()
            try await eventually { await status(sync).lastError == missing }
            #expect(await status(sync).lastSync == nil, "the other folder was synchronized")
            #expect(client.count == 0)
        }
        try await withApp(connection: SyncConnection(credentials: .init(password: Secret("x")), client: client)) {
            app, sync, _, store in
            let url = try #require(URL(string: "https://cloud.example/words"))
            let onServer = SyncFolder(url: url, user: "ann", device: "one")
            try await app.settings.save(onServer, for: SettingKey("syncFolder", unreadable: nil))
            app.startSynchronizing()
            try await eventually { client.count == 1 }
            try await eventually { await status(sync).lastError?.isTransient == true }
            #expect(try #require(await pause()) <= 2)
        }
    }

    @Test("a folder is saved without a password, and read as it was saved before there were servers")
    func folders() throws {
        let url = try #require(URL(string: "https://ann:hush@cloud.example/my%20words"))
        let folder = SyncFolder(url: url, allowsInsecureConnections: true, device: "one")
        #expect(folder.address == "https://ann@cloud.example/my%20words" && folder.path == nil)
        let data = try JSONEncoder().encode(folder)
        #expect(!String(decoding: data, as: UTF8.self).contains("hush"))
        #expect(try JSONDecoder().decode(SyncFolder.self, from: data) == folder)
        let old = Data(#"{"path":"/a b","device":"one"}"#.utf8)
        #expect(try JSONDecoder().decode(SyncFolder.self, from: old) == SyncFolder(path: "/a b", device: "one"))
        #expect(SyncFolder(url: URL(filePath: "/a b"), device: "one") == SyncFolder(path: "/a b", device: "one"))
    }

    @Test("without an interval words are synchronized on request only")
    func onRequest() async throws {
        try await withApp(connection: SyncConnection(interval: nil)) { app, sync, folder, _ in
            try await sync.begin(with: folder)
            app.startSynchronizing()
            try await add("dog", to: app)
            #expect(await time.nextSleep(limit: .milliseconds(20)) == nil)
            #expect(try await sync.synchronize().sent == 1)
        }
    }
}

/// A server that cannot be reached.
private final class UnreachableClient: HTTP.Client {
    private let requests = Locked(0)

    var count: Int { requests.withLock(\.self) }

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        requests.withLock { $0 += 1 }
        throw .unreachable(Message("asleep"))
    }
}
