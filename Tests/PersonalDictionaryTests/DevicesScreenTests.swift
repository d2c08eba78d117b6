import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("The screen of the devices", .bounded)
struct DevicesScreenTests {
    private let tree = FeatureTree()
    private let time = ManualTime()

    /// Calls a function with apps of their own stores and with a folder that they can share.
    private func withApps(_ count: Int, _ body: ([AppGraph], String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let shared = folder.appending(path: "shared")
            try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
            var (apps, stores) = ([AppGraph](), [DictionaryStore]())
            for number in 0..<count {
                let store = try await DictionaryStore.open(folder.appending(path: "\(number).sqlite"))
                let dependencies = AppDependencies(
                    store: store, providers: TranslationConfiguration([]), direction: .englishToRussian,
                    environment: AppEnvironment(clock: time.clock, sleeper: time.sleeper))
                apps.append(AppBuilder(dependencies: dependencies, parent: tree.root).build())
                stores.append(store)
            }
            try await body(apps, shared.systemPath)
            for app in apps { app.detach() }
            for store in stores { await store.close() }
        }
    }

    private func open(_ app: AppGraph) -> DevicesViewModel {
        app.mainScreen.mainNavigator.toDevices.router.open().viewModel
    }

    @Test("without a file, and without a folder, it says so and offers nothing")
    func off() async throws {
        let memory = TestApp()
        let screen = memory.navigator.toDevices.router.open().viewModel
        await screen.load()
        #expect(screen.phase == .loaded && !screen.isPossible && !screen.canSynchronize)
        #expect("\(screen.message)" == "Only words in a file can be synchronized")
        #expect(await screen.synchronize() == nil && screen.failure == .off)
        try await withApps(1) { apps, _ in
            let model = open(apps[0])
            await model.load()
            #expect(model.phase == .loaded && model.isPossible && !model.canSynchronize)
            #expect("\(model.message)" == "Words are on this device only" && model.folderMessage == nil)
            #expect(model.devices.isEmpty && model.conflicts.isEmpty)
        }
    }

    @Test("the state, the folder and the devices are shown, and follow each synchronization")
    func states() async throws {
        try await withApps(2) { apps, path in
            let model = open(apps[0])
            await model.load()
            try await apps[0].sync?.begin(with: SyncFolder(path: path, device: "laptop"))
            #expect(await waitUntil { model.devices.map(\.name) == ["laptop"] && model.canSynchronize })
            #expect("\(model.folderMessage ?? "-")" == "with \(path), as “laptop”")
            #expect(model.message == Message("Synchronized \(time.now)"))
            try await apps[1].sync?.begin(with: SyncFolder(path: path, device: "phone"))
            _ = try await apps[1].words.add(.make("1", "dog", createdAt: time.now))
            try await apps[1].sync?.synchronize()
            #expect(await model.synchronize()?.received == 1 && model.failure == nil)
            #expect(model.devices.map(\.name) == ["laptop", "phone"])
            let messages = model.devices.map { model.message(of: $0) }
            #expect(messages == [Message("this device"), Message("last wrote \(time.now)")])
            #expect(apps[0].mainScreen.mainNavigator.toDevicesTitle == model.title)

            #expect(await model.retire(model.devices[1].id) == true && model.failure == nil)
            #expect(model.devices.map(\.name) == ["laptop"])

            try FileManager.default.removeItem(atPath: path)
            #expect(await model.synchronize() == nil && model.failure == .folder(.missing(address: path)))
            #expect(
                await waitUntil { "\(model.message)" == "Not synchronized: the shared folder is not there: \(path)" })
            #expect(model.canSynchronize)
            model.dismissFailure()
            try await apps[0].sync?.turnOff()
            #expect(await waitUntil { !model.canSynchronize })
        }
    }

    @Test("a long synchronization shows how far it is, as long as it runs")
    func progress() async throws {
        try await withApps(1) { apps, path in
            let words = try (0..<120).map { try Word.make("\($0)", "word \($0)", createdAt: time.now) }
            for word in words { _ = try await apps[0].words.add(word) }
            let sync = try #require(apps[0].sync)
            let events = sync.status.events()
            #expect(try await sync.begin(with: SyncFolder(path: path)).sent == 120)
            var shown: [ReplicaProgress] = []
            for await status in events {
                if let progress = status.progress, progress != shown.last { shown.append(progress) }
                if status.finishedCount == 1 { break }
            }
            // The name of the device is a change, too.
            #expect(shown.map(\.completed) == [0, 0, 121] && shown.map(\.total) == [0, 121, 121])
            let model = open(apps[0])
            await model.load()
            #expect(await waitUntil { model.status.finishedCount == 1 && model.status.progress == nil })
        }
    }

    @Test("a value that lost is shown at once; it is restored, or left alone on this device")
    func conflicts() async throws {
        try await withApps(2) { apps, path in
            let folder = SyncFolder(path: path, device: "device")
            func synchronize() async throws {
                for app in apps + apps { try await app.sync?.begin(with: folder) }
            }
            _ = try await apps[0].words.add(.make("1", "dog", createdAt: time.now))
            try await synchronize()
            let models = apps.map { open($0) }
            for model in models { await model.load() }
            for (number, app) in apps.enumerated() {
                time.advance(by: 1)
                _ = try await app.words.edit(WordID("1"), at: time.now) { $0.note = try WordNote("note \(number)") }
            }
            try await synchronize()
            for model in models {
                #expect(await waitUntil { model.conflicts.map(\.conflict.lost) == ["note 0"] })
                #expect(model.conflicts.map(\.text) == ["dog"])
            }
            #expect(await models[0].restore(models[0].conflicts[0].id) == WordID("1"))
            #expect(models[0].conflicts.isEmpty && models[0].failure == nil)
            #expect(try await apps[0].words.word(WordID("1")).note.value == "note 0")
            #expect(await models[0].restore(77) == nil && models[0].failure == nil)
            _ = try await apps[1].words.remove([WordID("1")])
            #expect(await waitUntil { models[1].conflicts.first?.word == nil })
            #expect(models[1].conflicts.map(\.text) == ["dog"], "a word in the bin keeps its name")
            _ = try await apps[1].words.restore([WordID("1")])
            #expect(await models[1].dismiss(models[1].conflicts.map(\.id)) == 1)
            #expect(models[1].conflicts.isEmpty)
            #expect(try await apps[1].words.word(WordID("1")).note.value == "note 1")
        }
    }

    @Test("its link and its saved screen open it")
    func link() async throws {
        let app = TestApp()
        guard case .opened = try await app.graph.open(try #require(URL(string: "superapp://devices"))) else {
            Issue.record("the link does not open")
            return
        }
        guard case .devices? = app.graph.navigation.screens.last.map({ AppScreen($0) }) else {
            Issue.record("it is not the screen of the devices")
            return
        }
    }
}
