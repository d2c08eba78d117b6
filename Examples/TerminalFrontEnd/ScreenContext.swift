package import CoreModule
import Foundation
import Observation
package import PersonalDictionary
import TerminalAppKit

/// What every screen of the window shares: the app, and the actions that run.
@MainActor
@Observable
package final class ScreenContext {
    /// What an action tells the user.
    package enum Notice: Equatable {
        case done(Message)
        case failed(Message)
    }

    let app: any AppInWindow
    /// The text of the search for words.
    let searchText: SearchTextInputViewModel
    let tree: FeatureTree
    package let localizer: Localizer
    private(set) var notice: Notice?
    /// Whether an action takes longer than a moment.
    private(set) var isSlow = false
    /// Whether keys wait for an action. They do so for a moment only, so that what is typed fast comes in its order.
    private(set) var isBlocking = false
    /// How many rows the keys of a page move.
    @ObservationIgnored package internal(set) var pageSize = 10
    @ObservationIgnored private var running: [Int: Task<Void, Never>] = [:]
    @ObservationIgnored private var count = 0
    @ObservationIgnored private let ownScreen: @MainActor (any Graph, ScreenContext) -> (any Screen)?

    /// Describes what the window shows.
    /// - Parameters:
    ///   - app: the app, in which the open screens are.
    ///   - searchText: the text of the search for words.
    ///   - tree: the tree of the app.
    ///   - localizer: has the texts of all screens.
    ///   - ownScreen: the screen of a graph that only this program has; nil if the graph is none.
    package init(
        app: any AppInWindow, searchText: SearchTextInputViewModel, tree: FeatureTree, localizer: Localizer,
        ownScreen: @escaping @MainActor (any Graph, ScreenContext) -> (any Screen)? = { _, _ in nil }
    ) {
        self.app = app
        self.searchText = searchText
        self.tree = tree
        self.localizer = localizer
        self.ownScreen = ownScreen
    }

    isolated deinit {
        interrupt()
    }

    /// Runs an action of the user, while the user goes on.
    /// - Parameter action: returns what to tell; nil if the screen shows the effect.
    package func perform(_ action: @escaping @MainActor () async -> Notice?) {
        count += 1
        let number = count
        if !isSlow { isBlocking = true }
        running[number] = Task { [weak self] in
            async let _ = self?.noticeSlowness(of: number)
            let notice = await action()
            self?.finish(number, notice)
        }
    }

    /// Runs an action of the user on a view model, and tells why it failed.
    func perform<Model: ActionViewModel>(
        on model: Model, _ action: @escaping @MainActor (Model) async -> Void
    ) where Model.Failure: ExplainedError {
        perform {
            await action(model)
            return .failure(model.failure)
        }
    }

    /// Cancels the actions that run.
    /// - Returns: false if none runs.
    @discardableResult
    func interrupt() -> Bool {
        for task in running.values { task.cancel() }
        defer { running = [:] }
        (isSlow, isBlocking) = (false, false)
        return !running.isEmpty
    }

    package func show(_ notice: Notice?) {
        if notice != self.notice { self.notice = notice }
    }

    /// The topmost open screen of a type of graph; nil if there is none.
    package func openGraph<Screen: Graph>(of type: Screen.Type) -> Screen? {
        app.navigation.screens.reversed().lazy.compactMap { $0 as? Screen }.first
    }

    /// The screen of a graph in the window; nil if it is none.
    func makeScreen(_ graph: any Graph) -> (any Screen)? { ownScreen(graph, self) ?? graph.makeScreen(self) }

    private func finish(_ number: Int, _ notice: Notice?) {
        guard running.removeValue(forKey: number) != nil else { return }
        if running.isEmpty { (isSlow, isBlocking) = (false, false) }
        if let notice { show(notice) }
    }

    private func noticeSlowness(of number: Int) async {
        // What is typed behind an action waits for it until then.
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
        if running[number] != nil { (isSlow, isBlocking) = (true, false) }
    }
}

extension ScreenContext.Notice {
    /// The failure of an action; nil if there is none.
    package static func failure(_ error: (any ExplainedError)?) -> Self? { error.map { .failed($0.explanation) } }
}
