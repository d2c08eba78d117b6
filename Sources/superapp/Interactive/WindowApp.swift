import CoreModule
import PersonalDictionary
import Terminal

/// The interactive mode in a window of the terminal: takes keys, has lines carried out, and keeps the window up to date.
@MainActor
final class WindowApp {
    enum Event: Sendable {
        case terminal(RawTerminal.Event)
        case runner(LineRunner.Event)
        /// What was drawn as so many before has changed.
        case changed(Int)
        /// More of the list was read.
        case loaded
        /// The user has seen what was written in the window's place.
        case cameBack
    }

    let app: InteractiveSession
    let console: Console
    let terminal: RawTerminal
    let runner: LineRunner
    let view: WindowView
    private let events: AsyncStream<Event>
    let send: @Sendable (Event) -> Void
    var editor = LineEditor()
    var isLoading = false
    var isLeaving = false

    /// Makes it; `nil` where there is no terminal that has windows.
    init?(_ app: InteractiveSession, console: Console, environment: [String: String]) {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let send: @Sendable (Event) -> Void = { continuation.yield($0) }
        guard let terminal = RawTerminal(environment: environment, { send(.terminal($0)) }) else { return nil }
        self.app = app
        self.console = console
        self.terminal = terminal
        self.events = events
        self.send = send
        runner = LineRunner(app) { send(.runner($0)) }
        view = WindowView(app, terminal, style: Style(environment: environment, isTerminal: true)) {
            send(.changed($0))
        }
    }

    /// Runs until the user leaves.
    /// - Returns: false where the terminal cannot be taken over.
    func run() async -> Bool {
        guard terminal.open() else { return false }
        defer { terminal.close() }
        do throws(CommandLineError) { try await app.begin() } catch { view.show(error) }
        view.draw()
        view.paint(editor)
        for await event in events {
            handle(event)
            if isLeaving { break }
            view.paint(editor)
        }
        return true
    }

    private func handle(_ event: Event) {
        switch event {
        case .terminal(.keys(let keys)):
            for key in keys where !isLeaving { press(key) }
        case .terminal(.resized):
            view.invalidate()
            view.draw()
        case .terminal(.suspended): suspend()
        case .terminal(.continued):
            terminal.reclaim()
            view.invalidate()
        case .terminal(.ended): isLeaving = true
        case .runner(.slow): view.isSlow = runner.isRunning
        case .runner(.finished(let result)): finish(result)
        case .changed(let number):
            // Of an older drawing it is known already.
            guard number == view.drawings else { return }
            if !runner.isRunning { app.update() }
            view.draw()
        case .loaded:
            isLoading = false
            view.draw()
        case .cameBack:
            if !terminal.open() { isLeaving = true }
            next()
        }
    }
}
