import CoreModule
import Foundation
import SuperappTesting
import Testing

@MainActor
@Suite("Story: an app of one's own with a login", .timeLimit(.minutes(5)))
struct PlantsTests {
    @Test("each account has its plants, grouped by room; they are added, watered, moved and removed, and nothing leaks")
    func story() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appending(path: "events.log")
        let logger = EventLogger(label: "plants", handler: try FileLogHandler(log))
        let tree = FeatureTree(logger: logger)
        let root = PlantsRootBuilder(dependencies: folder, parent: tree.root, logger: logger).build()
        root.shown.clear()
        let empty = tree.snapshot()
        root.logOut()
        try await use(root, folder)
        root.shown.clear()
        try await tree.expectNoLeaks(keeping: empty)
        let text = try String(contentsOf: log, encoding: .utf8)
        #expect(text.contains(" info action: water ") && !text.contains("Fern"))
    }

    private func use(_ root: PlantsRootGraph, _ folder: URL) async throws {
        // An account whose file is damaged is not opened, and the login says why.
        try Data("{".utf8).write(to: folder.appending(path: "eve.json"))
        let login = try await logIn("eve", root)
        #expect(login.failure != nil && root.shown.graph is PlantsLoginGraph)
        login.dismissFailure()
        #expect(login.failure == nil)

        var app = try await appOf("ada", root)
        await app.list.load()
        #expect(app.list.rooms.graphs.isEmpty)
        for (id, name) in [("1", "Fern"), ("2", "Cactus")] {
            let editor = app.toEditor.router.open(Plant(id: Plant.ID(id), name: "", room: "kitchen")).viewModel
            await editor.save()
            #expect(editor.failure == .emptyName)
            editor.draft.name = name
            await editor.save()
            #expect(await waitUntil { app.navigation.path.isEmpty })
        }
        let kitchen = try await room("kitchen", in: app)
        #expect(await waitUntil { kitchen.viewModel.plants.map(\.name) == ["Cactus", "Fern"] })
        await kitchen.viewModel.water(kitchen.viewModel.plants[0], at: ManualTime.start)
        #expect(await waitUntil { kitchen.viewModel.plants[0].wateredAt == ManualTime.start })

        // The picker returns a room; the room that is left stays as it is.
        let editor = app.toEditor.router.open(kitchen.viewModel.plants[1]).viewModel
        let choosing = Task { await editor.chooseRoom() }
        #expect(await waitUntil { app.navigation.top is RoomPickerGraph })
        let picker = try #require(app.navigation.top as? RoomPickerGraph)
        #expect(await picker.rooms() == ["kitchen"])
        picker.result.finish(with: "bath")
        await choosing.value
        await editor.save()
        let bath = try await room("bath", in: app)
        #expect(bath.viewModel.plants.map(\.name) == ["Fern"])
        #expect(app.list.rooms["kitchen"] === kitchen)

        // Another account sees none of it; the first one finds all again.
        root.logOut()
        #expect(kitchen.scope.isDetached)
        app = try await appOf("bob", root)
        await app.list.load()
        #expect(app.list.rooms.graphs.isEmpty)
        root.logOut()
        app = try await appOf("ada", root)
        await app.list.load()
        #expect(app.list.rooms.graphs.map(\.viewModel.room) == ["bath", "kitchen"])

        // A link opens a plant; removing it ends its room and closes the screen.
        let link = try #require(URL(string: "plants://plant/1"))
        #expect(try await app.navigation.open(link) == .opened)
        let plant = try #require(app.navigation.top as? PlantGraph).viewModel
        await plant.load()
        #expect(plant.plant?.name == "Fern")
        await plant.remove()
        #expect(try await app.navigation.open(link) == .notFound)
        #expect(await waitUntil { app.navigation.path.isEmpty && app.list.rooms["bath"] == nil })
        #expect(app.list.rooms["kitchen"] != nil)
        root.logOut()
    }

    private func logIn(_ name: String, _ root: PlantsRootGraph) async throws -> PlantsLoginViewModel {
        let login = try #require(root.shown.graph as? PlantsLoginGraph).viewModel
        login.name = name
        await login.logIn()
        return login
    }

    private func appOf(_ name: String, _ root: PlantsRootGraph) async throws -> PlantsAppGraph {
        _ = try await logIn(name, root)
        return try #require(root.shown.graph as? PlantsAppGraph)
    }

    private func room(_ name: String, in app: PlantsAppGraph) async throws -> RoomGraph {
        #expect(await waitUntil { app.list.rooms[name] != nil })
        return try #require(app.list.rooms[name])
    }
}
