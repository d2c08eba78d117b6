import CoreModule
import TerminalAppKit
import TerminalFrontEnd
import UserDirectory

extension Graph {
    /// A screen of the directory in the window; nil if the graph is another one.
    func userScreen(_ context: ScreenContext) -> (any Screen)? {
        switch self {
        case let graph as UserDirectoryGraph: UserListScreen(graph, context)
        case let graph as UserFormGraph: UserFormScreen(graph.viewModel, context)
        default: nil
        }
    }
}

/// All users.
@MainActor
private final class UserListScreen: Screen {
    private let model: UserListViewModel
    private let toForm: ScreenRouter<User.ID?, UserFormGraph>
    private let context: ScreenContext
    private var selection = Selection<User.ID>()

    init(_ graph: UserDirectoryGraph, _ context: ScreenContext) {
        model = graph.list.viewModel
        toForm = graph.toForm.router
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("Enter edit · a add · r reload · o OK · Esc back") }
    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let localizer = context.localizer
        let index = selection.index(in: model.rows.map(\.id))
        var rows = model.rows.enumerated().map { number, user in
            Rows.mark(number == index) + StyledText(model.picture(of: user) == nil ? "  " : "● ", .cyan)
                + StyledText(user.fullName, .bold) + StyledText("  \(user.email)", .dim)
        }
        for message in [model.message, model.incompleteness, model.age].compactMap(\.self) {
            rows += Rows.text(localizer(message).onOneLine, width: width, .dim)
        }
        rows += Rows.failure(model.failure, width: width, localizer)
        return ScreenContent(rows: rows, selection: index)
    }

    func press(_ key: Key) -> Bool {
        let ids = model.rows.map(\.id)
        if selection.press(key, in: ids, page: context.pageSize) { return true }
        switch key {
        case .text("a"): toForm.open(nil)
        case .text("o"): model.dismissFailure()
        case .text("r"):
            context.perform { [model] in
                await model.load()
                return nil
            }
        case .enter:
            if let index = selection.index(in: ids) { toForm.open(ids[index]) }
        default: return false
        }
        return true
    }
}

/// The form of a user.
@MainActor
private final class UserFormScreen: Screen {
    private let model: UserFormViewModel
    private let context: ScreenContext
    private var fields: [UserField: TextField] = [:]

    init(_ model: UserFormViewModel, _ context: ScreenContext) {
        self.model = model
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("Enter next field · Ctrl-S \(model.sendTitle) · Ctrl-O OK · Esc back") }

    func load() async {
        await model.load()
        if model.focus == nil { model.focusNext() }
    }

    func content(width: Int) -> ScreenContent {
        let localizer = context.localizer
        var content = ScreenContent()
        for field in UserField.allCases {
            let isFocused = field == model.focus
            var text = fields[field] ?? TextField()
            text.show(model.draft[field])
            fields[field] = text
            let mark = Rows.mark(isFocused)
            let (line, column) = ScreenContent.line(
                localizer(model.caption(of: field)).onOneLine, text, width: width - mark.width)
            if isFocused { (content.selection, content.selectionColumn) = (content.rows.count, mark.width + column) }
            content.rows.append(mark + line)
        }
        if model.isSending { content.rows.append(StyledText("…", .dim)) }
        if let note = model.pictureNote { content.rows += Rows.text(localizer(note), width: width, .dim) }
        if let failure = model.failure ?? model.loadFailure {
            content.rows += [""] + Rows.failure(failure, width: width, localizer)
        }
        return content
    }

    func press(_ key: Key) -> Bool {
        switch key {
        case .enter, .tab, .down: model.focusNext()
        case .control("o"): model.dismissFailure()
        case .control("s"):
            context.perform { [model] in
                await model.send()
                return nil
            }
        default:
            guard let field = model.focus, fields[field]?.press(key) == true else { return false }
            if let text = fields[field]?.text { model.draft[field] = text }
        }
        return true
    }
}
