import CoreModule
import TerminalAppKit

/// What was removed, and its way back.
@MainActor
final class BinScreen<Item: RemovedItem, Failure: LoggedError & ExplainedError & Hashable>: Screen {
    private let model: BinViewModel<Item, Failure>
    private let text: @MainActor (Item) -> String
    private let context: ScreenContext
    private var selection = Selection<Item.ID>()

    init(
        _ model: BinViewModel<Item, Failure>, _ context: ScreenContext, text: @escaping @MainActor (Item) -> String
    ) {
        self.model = model
        self.text = text
        self.context = context
    }

    /// Whether the next key answers the question before the bin is emptied.
    private var isAsking = false

    var title: Message { model.title }
    var hint: Message { Message("Enter bring back · x empty the bin · Esc back") }

    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        guard let index = selection.index(in: model.items.map(\.id)) else {
            return ScreenContent(
                rows: Rows.placeholder(model.phase, empty: model.emptyMessage, width: width, context.localizer))
        }
        var content = ScreenContent()
        for (number, item) in model.items.enumerated() {
            if number == index { content.selection = content.rows.count }
            content.rows.append(Rows.mark(number == index) + StyledText(text(item).onOneLine))
            content.rows += Rows.text("    " + context.localizer(model.message(of: item)), width: width, .dim)
        }
        return content
    }

    func press(_ key: Key) -> Bool {
        if isAsking {
            isAsking = false
            guard key == .text("y") || key == .text("д") else { return key == .escape }
            context.perform { [model] in
                let emptied = await model.empty()
                return .failure(model.failure) ?? emptied.map { .done($0.message) }
            }
            return true
        }
        let ids = model.items.map(\.id)
        if selection.press(key, in: ids, page: context.pageSize) { return true }
        guard let index = selection.index(in: ids) else { return false }
        switch key {
        case .enter:
            context.perform { [model] in
                await model.restore([ids[index]])
                return .failure(model.failure)
            }
        case .text("x"):
            isAsking = true
            context.show(.failed(Message("\(model.emptyQuestion) y yes · Esc no")))
        default: return false
        }
        return true
    }
}
