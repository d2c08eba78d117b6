package import CoreModule
import PersonalDictionary
package import TerminalAppKit
import TodoList

/// A screen of the app in the window. It reads the view models of its graph and keeps what only a window knows, such as the
/// selected row.
@MainActor
package protocol Screen: AnyObject {
    /// The path of the header ends with this.
    var title: Message { get }
    /// The keys of the screen.
    var hint: Message { get }
    /// Reads what the screen shows. A failure is shown on the screen.
    func load() async
    /// What the screen shows now in a width.
    func content(width: Int) -> ScreenContent
    /// Does what a key means on the screen.
    /// - Returns: false if the key means nothing here.
    func press(_ key: Key) -> Bool
}

/// What a screen shows: rows that can be more than the window has, below lines that stay in place.
package struct ScreenContent {
    /// The lines above the rows.
    package var top: [StyledText] = []
    /// The column of the cursor in the last line of the top; nil if the cursor is in the rows.
    package var topCursor: Int?
    package var rows: [StyledText] = []
    /// The row with the cursor, which stays visible; nil if the rows only scroll.
    package var selection: Int?
    /// The column of the cursor in that row.
    package var selectionColumn = 0
    /// Whether more rows can be loaded.
    package var hasMore = false

    /// Describes what a screen shows.
    package init(
        top: [StyledText] = [], topCursor: Int? = nil, rows: [StyledText] = [], selection: Int? = nil,
        hasMore: Bool = false
    ) {
        self.top = top
        self.topCursor = topCursor
        self.rows = rows
        self.selection = selection
        self.hasMore = hasMore
    }

    /// A line with a text field.
    package static func line(_ label: String, _ field: TextField, width: Int) -> (line: StyledText, column: Int) {
        let label = label + ": "
        let window = field.window(width: max(1, width - label.displayWidth))
        return (StyledText(label, .dim) + StyledText(window.text), label.displayWidth + window.cursorColumn)
    }
}

/// The selected item of a list that changes by itself: it stays selected wherever it moves.
package struct Selection<ID: Hashable> {
    private var id: ID?
    private var index = 0

    /// Selects the first item.
    package init() {}

    /// The place of the selected item; nil if the list is empty. If the item is gone, the next one is selected.
    package mutating func index(in ids: [ID]) -> Int? {
        guard !ids.isEmpty else { return nil }
        index = id.flatMap { ids.firstIndex(of: $0) } ?? min(index, ids.count - 1)
        id = ids[index]
        return index
    }

    /// Moves the selection with the keys of a list.
    /// - Returns: false if the key does not move it.
    package mutating func press(_ key: Key, in ids: [ID], page: Int) -> Bool {
        guard let index = index(in: ids) else { return false }
        let target: Int
        switch key {
        case .up: target = index - 1
        case .down: target = index + 1
        case .pageUp: target = index - page
        case .pageDown: target = index + page
        case .home: target = 0
        case .end: target = ids.count - 1
        default: return false
        }
        self.index = min(max(target, 0), ids.count - 1)
        id = ids[self.index]
        return true
    }

    /// Selects the first item again.
    package mutating func reset() { (id, index) = (nil, 0) }
}

extension Graph {
    /// The screen of a graph in the window; nil if it is none.
    func makeScreen(_ context: ScreenContext) -> (any Screen)? {
        switch self {
        case let graph as MainScreenGraph: MainListScreen(graph, context)
        case let graph as FavoritesGraph: FavoritesScreen(graph, context)
        case let graph as SearchGraph: SearchScreen(graph, context)
        case let graph as NewWordGraph: NewWordScreen(graph, context)
        case let graph as DictionaryEntryGraph: EntryScreen(graph, context)
        case let graph as ReviewGraph: ReviewScreen(graph, context)
        case let graph as ReviewStatisticsGraph: ReviewStatisticsScreen(graph, context)
        case let graph as BinGraph: BinScreen(graph.viewModel, context) { $0.word.text.value }
        case let graph as TodoBinGraph: BinScreen(graph.viewModel, context) { $0.todo.text.value }
        case let graph as DevicesGraph: DevicesScreen(graph, context)
        case let graph as TodoListGraph: TodoScreen(graph, context)
        case let graph as TodoEditorGraph: EditorScreen(graph, context)
        case let graph as TodoConflictsGraph: ConflictsScreen(graph, context)
        default: nil
        }
    }
}
