import CoreModule
import Foundation
import Observation
import PersonalDictionary
import TerminalAppKit

/// What every screen of the window shares: the app, and the actions that run.
@MainActor
@Observable
final class ScreenContext {
    /// What an action tells the user.
    enum Notice: Equatable {
        case done(Message)
        case failed(Message)
    }

    let app: AppGraph
    let tree: FeatureTree
    let localizer: Localizer
    private(set) var notice: Notice?
    /// Whether an action takes longer than a moment.
    private(set) var isSlow = false
    /// Whether keys wait for an action. They do so for a moment only, so that what is typed fast comes in its order.
    private(set) var isBlocking = false
    /// How many rows the keys of a page move.
    @ObservationIgnored var pageSize = 10
    @ObservationIgnored private var running: [Int: Task<Void, Never>] = [:]
    @ObservationIgnored private var count = 0

    init(app: AppGraph, tree: FeatureTree, localizer: Localizer) {
        self.app = app
        self.tree = tree
        self.localizer = localizer
    }

    isolated deinit {
        interrupt()
    }

    /// Runs an action of the user, while the user goes on.
    /// - Parameter action: returns what to tell; nil if the screen shows the effect.
    func perform(_ action: @escaping @MainActor () async -> Notice?) {
        count += 1
        let number = count
        if !isSlow { isBlocking = true }
        running[number] = Task { [weak self] in
            async let _ = self?.noticeSlowness(of: number)
            let notice = await action()
            self?.finish(number, notice)
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

    func show(_ notice: Notice?) {
        if notice != self.notice { self.notice = notice }
    }

    private func finish(_ number: Int, _ notice: Notice?) {
        guard running.removeValue(forKey: number) != nil else { return }
        if running.isEmpty { (isSlow, isBlocking) = (false, false) }
        if let notice { show(notice) }
    }

    private func noticeSlowness(of number: Int) async {
        do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        if running[number] != nil { (isSlow, isBlocking) = (true, false) }
    }
}

extension ScreenContext.Notice {
    /// The failure of an action; nil if there is none.
    static func failure(_ error: (any ExplainedError)?) -> Self? { error.map { .failed($0.explanation) } }
}
