import CoreModule
import Foundation
import Observation
import PersonalDictionary
import TerminalAppKit

/// The window of a terminal: one loop takes keys, signals and changes in their order, and draws.
@MainActor
package final class Window {
    private enum Event: Sendable {
        case terminal(RawTerminal.Event)
        /// Something that a drawing has read has changed.
        case changed(drawing: Int)
    }

    private let context: ScreenContext
    private let terminal: RawTerminal
    private let events: AsyncStream<Event>
    private let send: @Sendable (Event) -> Void
    private let queue: QueueStatus
    private var painter: FramePainter
    private var layout = Layout()
    private var drawings = 0
    private var isLeaving = false
    /// The screens by their features; they are made when they are first shown.
    private var screens: [FeatureID: any Screen] = [:]
    private var firstRows: [FeatureID: Int] = [:]
    private var waitingKeys: [Key] = []
    private var page: Page?
    private var pageRow = 0

    /// Makes it; nil if there is no terminal with a window.
    package init?(_ context: ScreenContext, environment: [String: String]) {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let send: @Sendable (Event) -> Void = { continuation.yield($0) }
        guard let terminal = RawTerminal(environment: environment, { send(.terminal($0)) }) else { return nil }
        self.context = context
        self.terminal = terminal
        self.events = events
        self.send = send
        queue = QueueStatus(context.app)
        painter = FramePainter(style: Style(environment: environment, isTerminal: true))
    }

    private var app: any AppInWindow { context.app }

    /// Runs until the user leaves.
    /// - Parameter open: opens the only screen to show: the user leaves by closing it. If nil, the screens are shown that were open when
    ///   the window was left.
    /// - Returns: false if the terminal's mode cannot be set.
    package func run(_ open: (@MainActor () -> Void)? = nil) async -> Bool {
        guard terminal.open() else { return false }
        defer { terminal.close() }
        app.startTranslating()
        app.externalChanges.start()
        app.startSynchronizing()
        if let open { open() } else { await restoreScreens() }
        draw()
        for await event in events {
            handle(event)
            if isLeaving || open != nil && app.navigation.screens.isEmpty { break }
            paint()
        }
        if open == nil { await saveScreens() }
        return true
    }

    // MARK: Screens

    private func restoreScreens() async {
        do {
            guard let state = try await app.settings.value(.navigation) else { return }
            try await app.restore(state)
        } catch {
            context.show(.failure(error as? any ExplainedError))
        }
    }

    private func saveScreens() async {
        do { try await app.settings.save(app.navigationState, for: .navigation) } catch {
            context.show(.failure(error))
        }
    }

    private var front: any Graph { graphs.last ?? app.firstScreen }

    /// The screens from the first one to the one in front.
    private var graphs: [any Graph] {
        ([app.firstScreen] + app.navigation.screens).flatMap { ($0 as? any ScreenContainer)?.openScreens ?? [$0] }
    }

    private func screen(of graph: any Graph) -> (any Screen)? { screens[graph.scope.id] }

    /// Closes the screen of a word that is gone, forgets closed screens and makes new ones.
    private func update() {
        while let entry = app.navigation.top as? DictionaryEntryGraph, entry.viewModel.isRemoved {
            app.navigation.pop()
        }
        let open = Set(graphs.map(\.scope.id))
        screens = screens.filter { open.contains($0.key) }
        firstRows = firstRows.filter { open.contains($0.key) }
        for graph in graphs where screens[graph.scope.id] == nil {
            guard let screen = context.makeScreen(graph) else { continue }
            screens[graph.scope.id] = screen
            context.perform {
                await screen.load()
                return nil
            }
        }
    }

    // MARK: Events

    private func handle(_ event: Event) {
        switch event {
        case .terminal(.keys(let keys)):
            for key in keys {
                if key == .control("c") { press(key) } else { waitingKeys.append(key) }
            }
            pressWaitingKeys()
        case .terminal(.resized):
            painter.invalidate()
            draw()
        case .terminal(.suspended): suspend()
        case .terminal(.continued):
            terminal.reclaim()
            painter.invalidate()
        case .terminal(.ended): isLeaving = true
        case .changed(let drawing):
            guard drawing == drawings else { return }
            draw()
            pressWaitingKeys()
        }
    }

    private func pressWaitingKeys() {
        while !waitingKeys.isEmpty, !context.isBlocking, !isLeaving {
            press(waitingKeys.removeFirst())
            draw()
        }
    }

    private func press(_ key: Key) {
        context.show(nil)
        switch key {
        case .control("c"): isLeaving = !context.interrupt()
        case .control("l"): painter.invalidate()
        case .control("z"): suspend()
        default:
            if page == nil, screen(of: front)?.press(key) == true { return }
            if page == nil, (app.navigation.top as? any ScreenContainer)?.press(key) == true { return }
            pressBeside(key)
        }
    }

    /// Keys that mean nothing on the screen.
    private func pressBeside(_ key: Key) {
        switch key {
        case .escape where page != nil, .text("q") where page != nil: page = nil
        case .escape:
            if app.navigation.screens.isEmpty { context.show(.done(Message("this is the first screen; q leaves"))) }
            app.navigation.pop()
        case .text("q"), .control("d"): isLeaving = true
        case .text("?"): show(.help(context.localizer))
        case .text("T"): show(.tree(context))
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -context.pageSize)
        case .pageDown: scroll(by: context.pageSize)
        default: break
        }
    }

    private func show(_ page: Page) {
        self.page = page
        pageRow = 0
    }

    private func scroll(by rows: Int) {
        let row = max(0, layout.firstVisibleRow(terminal.size) + rows)
        if page == nil { firstRows[front.scope.id] = row } else { pageRow = row }
    }

    private func suspend() {
        if !terminal.suspend() { isLeaving = true }
        painter.invalidate()
    }

    // MARK: Drawing

    /// Makes the layout again, now and after the next change of what it has read.
    private func draw() {
        update()
        drawings += 1
        let drawing = drawings
        layout = withObservationTracking {
            makeLayout()
        } onChange: { [send] in
            send(.changed(drawing: drawing))
        }
        context.pageSize = max(1, layout.capacity(terminal.size) - 2)
        firstRows[front.scope.id] = page == nil ? layout.firstVisibleRow(terminal.size) : firstRows[front.scope.id]
    }

    private func paint() {
        guard terminal.isOpen else { return }
        terminal.write(painter.paint(layout.frame(terminal.size), size: terminal.size))
    }

    private func makeLayout() -> Layout {
        let localizer = context.localizer
        let width = terminal.size.columns
        var layout = Layout()
        // Read here, so that the end of an action draws, and the keys that waited for it go on.
        _ = context.isBlocking
        layout.path = graphs.compactMap { screen(of: $0) }.map { localizer($0.title) }
        layout.status = queue.texts(localizer)
        guard let screen = page ?? screen(of: front) else { return layout }
        if let page { layout.path.append(localizer(page.title)) }
        layout.content = screen.content(width: width)
        layout.firstRow = page == nil ? firstRows[front.scope.id] ?? 0 : pageRow
        let (count, hasMore) = (layout.content.rows.count, layout.content.hasMore)
        layout.position = { first, last in
            localizer(
                hasMore ? Message("\(first)–\(last) of \(count) or more") : Message("\(first)–\(last) of \(count)"))
        }
        layout.footer = footer(screen, width)
        return layout
    }

    private func footer(_ screen: any Screen, _ width: Int) -> [StyledText] {
        let localizer = context.localizer
        switch context.notice {
        case .done(let message)?: return Rows.text(localizer(message).onOneLine, width: width)
        case .failed(let message)?: return Rows.text(localizer(message).onOneLine, width: width, .red)
        case nil where context.isSlow: return [StyledText(localizer(.working), .dim)]
        case nil:
            // The parts before the last are left out from the end if there is no room; the last leads to all others.
            var parts = localizer(screen.hint).components(separatedBy: " · ")
            while parts.count > 2, parts.joined(separator: " · ").displayWidth > width {
                parts.remove(at: parts.count - 2)
            }
            return [StyledText(parts.joined(separator: " · "), .dim)]
        }
    }
}
