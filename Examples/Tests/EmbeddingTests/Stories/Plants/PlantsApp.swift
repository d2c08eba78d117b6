import CoreModule
import Foundation
import Observation

/// Builds the root: a login, and then the app of an account.
struct PlantsRootBuilder: Builder {
    static let feature = Feature.viewless("PlantsRoot")
    /// The folder with a file for each account.
    let dependencies: URL
    let parent: FeatureScope
    var logger = EventLogger.disabled

    func makeGraph(in scope: FeatureScope) -> PlantsRootGraph {
        PlantsRootGraph(scope: scope, folder: dependencies, logger: logger)
    }
}

/// The root. A front end draws `shown.graph`, a `PlantsLoginGraph` or a `PlantsAppGraph`.
final class PlantsRootGraph: Graph {
    let scope: FeatureScope
    let shown = FeatureSlot()
    private let folder: URL
    private let logger: EventLogger

    init(scope: FeatureScope, folder: URL, logger: EventLogger) {
        self.scope = scope
        self.folder = folder
        self.logger = logger
        logOut()
    }

    func logOut() {
        let logIn: LogIn = { [weak self] name throws(PlantError) in try self?.logIn(name) }
        shown.show(PlantsLoginBuilder(dependencies: logIn, parent: scope))
    }

    private func logIn(_ name: String) throws(PlantError) {
        let plants = try Plants(folder.appending(path: "\(name).json"))
        shown.show(PlantsAppBuilder(dependencies: plants, parent: scope, logger: logger))
    }
}

/// Shows the app of an account.
typealias LogIn = @MainActor (_ name: String) throws(PlantError) -> Void

struct PlantsLoginBuilder: Builder {
    static let feature = Feature.screen("PlantsLogin")
    let dependencies: LogIn
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PlantsLoginGraph {
        PlantsLoginGraph(scope: scope, viewModel: PlantsLoginViewModel(dependencies, scope: scope))
    }
}

typealias PlantsLoginGraph = PartGraph<PlantsLoginViewModel>

@MainActor
@Observable
final class PlantsLoginViewModel: ActionViewModel {
    var name = ""
    let actions: ActionState<PlantError>
    private let show: LogIn

    init(_ show: @escaping LogIn, scope: FeatureScope) {
        self.show = show
        actions = ActionState(scope.actions)
    }

    func logIn() async {
        await actions.performAlone("log in") { () throws(PlantError) in try show(name) }
    }
}

/// Builds the app of an account.
struct PlantsAppBuilder: Builder {
    static let feature = Feature.viewless("Plants")
    let dependencies: Plants
    let parent: FeatureScope
    let logger: EventLogger

    func makeGraph(in scope: FeatureScope) -> PlantsAppGraph {
        PlantsAppGraph(scope: scope, dependencies, logger: logger)
    }
}

/// The app: the list, and the way to each screen.
final class PlantsAppGraph: Graph {
    let scope: FeatureScope
    let navigation: ScreenStack
    let list: PlantListGraph
    let toPlant: RouteGraph<Plant.ID, PlantGraph>
    let toEditor: RouteGraph<Plant, PlantEditorGraph>

    init(scope: FeatureScope, _ plants: Plants, logger: EventLogger) {
        let navigation = ScreenStack(linkScheme: "plants", logger: logger)
        self.scope = scope
        self.navigation = navigation
        list = PlantListBuilder(dependencies: plants, parent: scope).build()
        let plant = RouteName<Plant.ID, PlantGraph>("plant", links: ["plant/*"]) {
            $0.viewModel.id.rawValue
        } find: { id in
            await plants.all.first { $0.id.rawValue == id }?.id
        }
        toPlant = RouteBuilder(navigator: navigation, as: plant, parent: scope) {
            PlantBuilder(dependencies: plants, id: $0, parent: $1)
        }.build()
        let toRoomPicker = RouteBuilder(navigator: navigation, style: .presented, parent: scope) {
            RoomPickerBuilder(dependencies: plants, parent: $0)
        }.build()
        toEditor = RouteBuilder(navigator: navigation, parent: scope) {
            PlantEditorBuilder(dependencies: plants, plant: $0, toRoomPicker: toRoomPicker.router, parent: $1)
        }.build()
    }
}
