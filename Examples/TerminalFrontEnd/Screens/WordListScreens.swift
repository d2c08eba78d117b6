import CoreModule
import PersonalDictionary
import TerminalAppKit

/// What the screens with a list of words have in common: a list to move in, and keys for the selected word.
@MainActor
final class WordListPart {
    private let graph: WordListGraph
    private let context: ScreenContext
    private var selection = Selection<WordID>()

    init(_ graph: WordListGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
    }

    private var model: WordListViewModel { graph.viewModel }

    func content(empty: Message, width: Int) -> ScreenContent {
        guard !model.words.isEmpty else {
            return ScreenContent(rows: Rows.placeholder(model.phase, empty: empty, width: width, context.localizer))
        }
        let index = selection.index(in: model.words.map(\.id))
        return ScreenContent(
            rows: Rows.words(model.words, selection: index, width: width, context.localizer), selection: index,
            hasMore: model.hasMore)
    }

    /// Moves in the list, and opens the selected word.
    func move(_ key: Key) -> Bool {
        if selection.press(key, in: model.words.map(\.id), page: context.pageSize) {
            loadMore()
            return true
        }
        guard key == .enter, let word = selected else { return false }
        graph.open(word)
        return true
    }

    /// The keys of a list: letters act on the selected word.
    func press(_ key: Key) -> Bool {
        if move(key) { return true }
        if key == .text("u") {
            context.perform { [model] in
                guard !model.lastRemoved.isEmpty else { return .failed(model.nothingToUndoMessage) }
                await model.undoRemoval()
                return .failure(model.failure)
            }
            return true
        }
        guard let word = selected else { return false }
        switch key {
        case .text("s"):
            context.perform { [model] in
                await model.setFavorite(!word.isFavorite, of: word.id)
                return .failure(model.failure)
            }
        case .text("d"), .delete:
            context.perform { [model] in
                await model.remove([word.id])
                return .failure(model.failure) ?? model.removalMessage.map { .done(Message("\($0); u brings it back")) }
            }
        case .text("r"):
            context.perform { [model] in
                await model.retry([word.id])
                return .failure(model.failure)
            }
        default: return false
        }
        return true
    }

    func selectFirst() { selection.reset() }

    private var selected: Word? {
        let words = model.words
        return selection.index(in: words.map(\.id)).map { words[$0] }
    }

    /// Loads the next page when the selection comes near the end of the list.
    private func loadMore() {
        let ids = model.words.map(\.id)
        guard model.hasMore, let index = selection.index(in: ids), index + 2 * context.pageSize > ids.count else {
            return
        }
        // The next key waits until the page is there.
        context.perform { [model] in
            await model.loadMore()
            return nil
        }
    }
}

/// All words, newest first; the other screens are opened from here.
@MainActor
final class MainListScreen: Screen {
    private let graph: MainScreenGraph
    private let context: ScreenContext
    private let list: WordListPart

    init(_ graph: MainScreenGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
        list = WordListPart(graph.mainWordList.wordList, context)
    }

    var title: Message { graph.title }
    var hint: Message {
        Message(
            "Enter open · n new word · / search · f favourites · t tasks · v review · b bin · y devices · s star · d delete · u undo · q quit · ? help"
        )
    }

    func load() async { await graph.mainWordList.viewModel.load() }

    func content(width: Int) -> ScreenContent {
        let empty = graph.mainWordList.viewModel.emptyMessage
        return list.content(empty: Message("\(empty); n adds one"), width: width)
    }

    func press(_ key: Key) -> Bool {
        let navigator = graph.mainNavigator
        switch key {
        case .text("n"): navigator.toNewWord.router.open()
        case .text("/"):
            navigator.searchTextInput.viewModel.text = ""
            navigator.toSearch.router.open()
        case .text("f"): navigator.toFavorites.router.open()
        case .text("v"): navigator.toReview.router.open()
        case .text("b"): navigator.toBin.router.open()
        case .text("y"): navigator.toDevices.router.open()
        case .text("t"): navigator.toTodoList.router.open()
        default: return list.press(key)
        }
        return true
    }
}

/// The favourite words.
@MainActor
final class FavoritesScreen: Screen {
    private let graph: FavoritesGraph
    private let list: WordListPart

    init(_ graph: FavoritesGraph, _ context: ScreenContext) {
        self.graph = graph
        list = WordListPart(graph.favoriteWordList.wordList, context)
    }

    var title: Message { graph.title }
    var hint: Message { Message("Enter open · s star · d delete · u undo · Esc back") }

    func load() async { await graph.favoriteWordList.viewModel.load() }

    func content(width: Int) -> ScreenContent {
        list.content(
            empty: Message("\(graph.favoriteWordList.viewModel.emptyMessage); s marks a word on the main screen"),
            width: width)
    }

    func press(_ key: Key) -> Bool { list.press(key) }
}

/// The words that match the typed text, while it is typed.
@MainActor
final class SearchScreen: Screen {
    private let graph: SearchGraph
    private let input: SearchTextInputViewModel
    private let context: ScreenContext
    private let list: WordListPart
    private var field = TextField()

    init(_ graph: SearchGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
        input = context.searchText
        list = WordListPart(graph.searchWordList.wordList, context)
    }

    var title: Message { graph.title }
    var hint: Message { Message("type to search · Tab where · ↑↓ choose · Enter open · Esc back") }

    func load() async {}

    func content(width: Int) -> ScreenContent {
        field.show(input.text)
        let model = graph.searchWordList.viewModel
        var content = list.content(empty: model.emptyMessage, width: width)
        if let nearest = model.nearestMessage {
            let text = context.localizer(Message("\(nearest); Enter takes the first"))
            content.rows += Rows.text(text.onOneLine, width: width, .dim)
        }
        let mode = context.localizer(graph.modePicker.viewModel.mode.title)
        let (line, column) = ScreenContent.line(mode, field, width: width)
        content.top = [line]
        content.topCursor = column
        return content
    }

    func press(_ key: Key) -> Bool {
        if key == .tab {
            let modes: [SearchMode] = [.both, .word, .translation]
            let next = modes.firstIndex(of: graph.modePicker.viewModel.mode).map { ($0 + 1) % modes.count } ?? 0
            graph.modePicker.viewModel.mode = modes[next]
            return true
        }
        if key != .home, key != .end, list.move(key) { return true }
        if key == .enter, let nearest = graph.searchWordList.viewModel.nearest.first {
            input.text = nearest
            return true
        }
        guard field.press(key) else { return false }
        if input.text != field.text { list.selectFirst() }
        input.text = field.text
        return true
    }
}
