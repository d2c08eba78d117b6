import CoreModule
import Foundation
import Observation

typealias PlantLoader = ListLoader<Plant, PlantError>

/// Builds the list: a feature for each room.
struct PlantListBuilder: Builder {
    static let feature = Feature.screen("PlantList")
    let dependencies: Plants
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PlantListGraph {
        PlantListGraph(scope: scope, dependencies)
    }
}

final class PlantListGraph: Graph {
    let scope: FeatureScope
    let rooms: FeatureList<String, RoomGraph>
    private let plants: Plants
    private let list = PlantLoader(.ordered(by: Plant.precedes, includes: { _ in true }))

    init(scope: FeatureScope, _ plants: Plants) {
        self.scope = scope
        self.plants = plants
        rooms = FeatureList { [list] in RoomBuilder(dependencies: list, plants: plants, room: $0, parent: scope) }
        scope.observe(plants.changes.events(), with: self) { graph, change in
            graph.list.apply(change)
            graph.showRooms()
        }
    }

    func load() async {
        await list.load { await plants.all }
        showRooms()
    }

    private func showRooms() { rooms.show(Set(list.elements.map(\.room)).sorted()) }
}

/// Builds a room of the list.
struct RoomBuilder: Builder {
    static let feature = Feature.part("Room")
    let dependencies: PlantLoader
    let plants: Plants
    let room: String
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RoomGraph {
        RoomGraph(scope: scope, viewModel: RoomViewModel(room, dependencies, plants, scope: scope))
    }
}

typealias RoomGraph = PartGraph<RoomViewModel>

@MainActor
@Observable
final class RoomViewModel: ActionViewModel {
    let room: String
    let actions: ActionState<PlantError>
    private let list: PlantLoader
    private let all: Plants

    init(_ room: String, _ list: PlantLoader, _ all: Plants, scope: FeatureScope) {
        self.room = room
        self.list = list
        self.all = all
        actions = ActionState(scope.actions)
    }

    var plants: [Plant] { list.elements.filter { $0.room == room } }

    func water(_ plant: Plant, at date: Date) async {
        var plant = plant
        plant.wateredAt = date
        await actions.perform("water", plant.id.rawValue) { () throws(PlantError) in try await all.put(plant) }
    }
}

/// Builds the screen of a plant.
struct PlantBuilder: Builder {
    static let feature = Feature.screen("Plant")
    let dependencies: Plants
    let id: Plant.ID
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PlantGraph {
        PlantGraph(scope: scope, viewModel: PlantViewModel(id, dependencies, scope: scope))
    }
}

typealias PlantGraph = PartGraph<PlantViewModel>

@MainActor
@Observable
final class PlantViewModel: ActionViewModel {
    let id: Plant.ID
    let actions: ActionState<PlantError>
    private let plants: Plants
    private let loader: Loader<Plant?, PlantError>
    private let scope: FeatureScope

    init(_ id: Plant.ID, _ plants: Plants, scope: FeatureScope) {
        self.id = id
        self.plants = plants
        self.scope = scope
        actions = ActionState(scope.actions)
        loader = Loader(nil) { () throws(PlantError) in try await plants.plant(id) }
        scope.observe(plants.changes.events(), with: self) { viewModel, _ in await viewModel.loader.reload() }
    }

    var plant: Plant? { loader.value }
    func load() async { await loader.load() }

    /// Removes the plant and closes the screen.
    func remove() async {
        let removed: Void? = await actions.performAlone("remove", id.rawValue) { () throws(PlantError) in
            try await plants.remove(id)
        }
        if removed != nil { scope.detach() }
    }
}

/// Builds the editor of a plant, which may be a new one.
struct PlantEditorBuilder: Builder {
    static let feature = Feature.screen("PlantEditor")
    let dependencies: Plants
    let plant: Plant
    let toRoomPicker: ScreenRouter<Void, RoomPickerGraph>
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PlantEditorGraph {
        PlantEditorGraph(
            scope: scope, viewModel: PlantEditorViewModel(plant, dependencies, toRoomPicker, scope: scope))
    }
}

typealias PlantEditorGraph = PartGraph<PlantEditorViewModel>

@MainActor
@Observable
final class PlantEditorViewModel: ActionViewModel {
    /// What the fields show. Bind them to it.
    var draft: Plant
    let actions: ActionState<PlantError>
    private let plants: Plants
    private let toRoomPicker: ScreenRouter<Void, RoomPickerGraph>
    private let scope: FeatureScope

    init(
        _ plant: Plant, _ plants: Plants, _ toRoomPicker: ScreenRouter<Void, RoomPickerGraph>, scope: FeatureScope
    ) {
        draft = plant
        self.plants = plants
        self.toRoomPicker = toRoomPicker
        self.scope = scope
        actions = ActionState(scope.actions)
    }

    func chooseRoom() async {
        if let room = await toRoomPicker.openForResult() { draft.room = room }
    }

    /// Saves the plant and closes the screen, unless the user types meanwhile.
    func save() async {
        let plant = draft
        let saved: Void? = await actions.performAlone("save", plant.id.rawValue) { () throws(PlantError) in
            try await plants.put(plant)
        }
        if saved != nil, draft == plant { scope.detach() }
    }
}

/// Builds the picker of a room: those that have plants, or a new one.
struct RoomPickerBuilder: Builder {
    static let feature = Feature.screen("RoomPicker")
    let dependencies: Plants
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> RoomPickerGraph {
        RoomPickerGraph(scope: scope, plants: dependencies)
    }
}

final class RoomPickerGraph: ReturningGraph {
    let scope: FeatureScope
    let result: ScreenResult<String>
    private let plants: Plants

    init(scope: FeatureScope, plants: Plants) {
        self.scope = scope
        self.plants = plants
        result = ScreenResult(in: scope)
    }

    func rooms() async -> [String] { Set(await plants.all.map(\.room)).sorted() }
}
