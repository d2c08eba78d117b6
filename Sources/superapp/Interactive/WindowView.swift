import CoreModule
import Foundation
import Observation
import PersonalDictionary
import Terminal

/// The window with the screen that is shown, or a page of text in its place, and what is said below.
@MainActor
final class WindowView {
    private let app: InteractiveSession
    private let terminal: RawTerminal
    private let changed: @Sendable (Int) -> Void
    private var painter: FramePainter
    private var content: WindowContent
    /// The row that is seen first, by screen.
    private var firstRows: [FeatureID: Int] = [:]
    private var page: (text: String, firstRow: Int)?
    private var message: (text: String, attribute: Style.Attribute?)?

    /// How often the content was made.
    private(set) var drawings = 0
    /// Whether to say that something takes its time.
    var isSlow = false

    /// - Parameter changed: is told that what was drawn as so many before has changed; on any thread.
    init(_ app: InteractiveSession, _ terminal: RawTerminal, style: Style, _ changed: @escaping @Sendable (Int) -> Void)
    {
        self.app = app
        self.terminal = terminal
        self.changed = changed
        painter = FramePainter(style: style)
        content = WindowContent(localizer: app.localizer)
    }

    // MARK: What is shown

    /// Whether there is a page in the screen's place.
    var hasPage: Bool { page != nil }

    /// Takes away what was said about the last line.
    func clear() {
        page = nil
        message = nil
    }

    func show(_ error: CommandLineError) {
        message = (app.localizer(error.message).onOneLine, .red)
    }

    func show(hint: String) {
        message = (hint, .dim)
    }

    /// Shows a text below the screen; one of many lines instead of it.
    func show(_ text: String) {
        if text.count(where: \.isNewline) < 3 {
            message = (text, nil)
        } else {
            page = (text, 0)
        }
    }

    /// Begins the list of the screen at a row.
    func begin(at row: Int) {
        firstRows[app.place.id] = row
    }

    /// Goes up or down by what is seen at once.
    /// - Returns: whether the end of the list has come in sight.
    func scroll(pages: Int) -> Bool {
        let capacity = content.capacity(terminal.size)
        let row = max(0, content.firstVisibleRow(terminal.size) + max(1, capacity - 2) * pages)
        if page == nil { begin(at: row) } else { page?.firstRow = row }
        draw()
        return page == nil && row + capacity >= content.rows.count
    }

    // MARK: Drawing

    /// Makes the content anew, and has it told when what it is made of changes.
    func draw() {
        drawings += 1
        let number = drawings
        content = withObservationTracking {
            makeContent(width: terminal.size.columns)
        } onChange: { [changed] in
            changed(number)
        }
    }

    /// Has the window painted whole the next time.
    func invalidate() {
        painter.invalidate()
    }

    /// Brings the window up to date.
    func paint(_ editor: LineEditor) {
        guard terminal.isOpen else { return }
        let size = terminal.size
        content.footer = footer(size.columns)
        terminal.write(painter.paint(content.frame(size, editor), size: size))
    }

    private func makeContent(width: Int) -> WindowContent {
        var content = WindowContent(localizer: app.localizer)
        content.path = app.path.map { app.localizer($0.title) }
        content.status = app.waiting
        content.direction = "\(app.direction)"
        if let page {
            content.rows = page.text.wrapped(to: width).map { StyledText($0) }
            content.firstRow = page.firstRow
        } else {
            content.rows = ScreenRows.rows(of: app.place, width: width, session: app.session)
            content.hasMore = app.place.wordList?.viewModel.hasMore ?? false
            content.firstRow = firstRows[app.place.id] ?? 0
        }
        return content
    }

    private func footer(_ width: Int) -> [StyledText] {
        if let message {
            return message.text.wrapped(to: width).map { line in
                message.attribute.map { StyledText(line, $0) } ?? StyledText(line)
            }
        }
        if isSlow { return [StyledText(app.localizer(InteractiveText.working), .dim)] }
        let hint = app.localizer(page == nil ? app.place.hint : InteractiveText.pageHint)
        return [StyledText(Self.shortened(hint, to: width), .dim)]
    }

    /// A hint without those of its parts before the last that there is no room for: the last leads to all others.
    private static func shortened(_ hint: String, to width: Int) -> String {
        var parts = hint.components(separatedBy: " · ")
        while parts.count > 2, parts.joined(separator: " · ").displayWidth > width { parts.remove(at: parts.count - 2) }
        return parts.joined(separator: " · ")
    }
}
