import CoreModule
import PersonalDictionary
import Terminal

/// The interactive mode in a window of the terminal: takes keys, has lines carried out, and keeps the window up to date.
@MainActor
final class WindowApp {
    private enum Event: Sendable {
        case terminal(RawTerminal.Event)
        case runner(LineRunner.Event)
        /// What was drawn as so many before has changed.
        case changed(Int)
        /// More of the list was read.
        case loaded
    }

    private let app: InteractiveSession
    private let console: Console
    private let terminal: RawTerminal
    private let runner: LineRunner
    private let view: WindowView
    private let events: AsyncStream<Event>
    private let send: @Sendable (Event) -> Void
    private var editor = LineEditor()
    private var isLoading = false
    private var isLeaving = false

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
        await app.begin()
        view.draw()
        view.paint(editor)
        for await event in events {
            await handle(event)
            if isLeaving { break }
            view.paint(editor)
        }
        return true
    }

    private func handle(_ event: Event) async {
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
        case .runner(.finished(let result)): await finish(result)
        case .changed(let number):
            // Of an older drawing it is known already.
            guard number == view.drawings else { return }
            if !runner.isRunning { app.update() }
            view.draw()
        case .loaded:
            isLoading = false
            view.draw()
        }
    }

    // MARK: Keys

    private func press(_ key: Key) {
        let before = editor.text
        switch editor.handle(key, complete: CommandNames.completions) {
        case .submitted(let line):
            runner.submit(line)
            next()
        case .interrupted: isLeaving = !runner.interrupt()
        case .ended: isLeaving = true
        case .escaped: escape()
        case .repaint: view.invalidate()
        case .suspend: suspend()
        case .pageUp: _ = view.scroll(pages: -1)
        case .pageDown: if view.scroll(pages: 1) { loadMore() }
        case .choices(let choices): view.show(hint: choices.joined(separator: "  "))
        case .edited, .cleared: break
        }
        if editor.text != before { offerWords() }
    }

    /// Has words offered that begin as the line does. They stay while there is nothing, or the number of one of them.
    private func offerWords() {
        let text = editor.text
        guard !runner.isRunning, case .newWord(let screen) = app.place, Int(text) == nil, !text.isEmpty else { return }
        screen.viewModel.text = text
    }

    private func escape() {
        if view.hasPage {
            view.clear()
        } else if !runner.isRunning {
            view.clear()
            if !app.back() { view.show(hint: InteractiveText.firstScreen) }
        }
        view.draw()
    }

    private func suspend() {
        if !terminal.suspend() { isLeaving = true }
        view.invalidate()
    }

    private func loadMore() {
        guard !isLoading, let rows = app.place.wordList?.viewModel, rows.hasMore else { return }
        isLoading = true
        Task { [send] in
            await rows.loadMore()
            send(.loaded)
        }
    }

    // MARK: Lines

    /// Begins with the next line that was entered and can be carried out.
    private func next() {
        while !isLeaving {
            do throws(CommandLineError) {
                try runner.next { line in
                    view.clear()
                    if line.usesTerminal { terminal.close() }
                }
                break
            } catch {
                view.clear()
                view.show(error)
            }
        }
        view.draw()
    }

    private func finish(_ result: LineRunner.Result) async {
        runner.finish()
        app.update()
        view.isSlow = false
        if runner.line.isExchange { view.invalidate() }
        switch result {
        case .success(let reply):
            if reply.isQuit { isLeaving = true }
            if let line = reply.line { editor.replace(line) }
            if let row = reply.firstRow { view.begin(at: row) }
            if let text = reply.text { view.show(text) }
        case .failure(let error): view.show(error)
        }
        if !terminal.isOpen { await comeBack(result) }
        next()
    }

    /// Comes back to the window once the user has seen what a command has written in its place.
    private func comeBack(_ result: LineRunner.Result) async {
        switch result {
        case .success(let reply): if let text = reply.text { console.write(text) }
        case .failure(let error): console.show(error)
        }
        console.prompt(InteractiveText.pressEnter)
        _ = await console.nextLine()
        if !terminal.open() { isLeaving = true }
    }
}
