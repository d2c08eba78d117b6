import CoreModule
import PersonalDictionary
import TerminalAppKit

/// The devices that have the same words, and the values that lost a merge.
@MainActor
final class DevicesScreen: Screen {
    private let model: DevicesViewModel
    private let context: ScreenContext
    private var selection = Selection<SyncConflict.ID>()

    init(_ graph: DevicesGraph, _ context: ScreenContext) {
        model = graph.viewModel
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("y synchronize · Enter restore · x dismiss · Esc back") }

    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        let localizer = context.localizer
        var content = ScreenContent()
        for message in [model.message, model.folderMessage].compactMap(\.self) {
            content.rows += Rows.text(localizer(message), width: width)
        }
        if model.isPossible, model.status.folder == nil {
            content.rows += Rows.text(localizer(Message("“superapp sync” chooses the folder.")), width: width, .dim)
        }
        if case .failed(let error) = model.phase {
            content.rows += Rows.text(localizer(error.explanation), width: width)
        }
        for device in model.devices {
            content.rows += Rows.text(
                "  \(device.name)  ".onOneLine + localizer(model.message(of: device)), width: width)
        }
        guard let index = selection.index(in: model.conflicts.map(\.id)) else { return content }
        content.rows += Rows.text("", width: width) + Rows.text(localizer(model.conflictsTitle), width: width)
        for (number, conflict) in model.conflicts.enumerated() {
            if number == index { content.selection = content.rows.count }
            content.rows.append(Rows.mark(number == index) + StyledText(conflict.text.onOneLine))
            content.rows += Rows.text("    " + localizer(conflict.message), width: width, .dim)
        }
        return content
    }

    func press(_ key: Key) -> Bool {
        let ids = model.conflicts.map(\.id)
        if selection.press(key, in: ids, page: context.pageSize) { return true }
        if key == .text("y") {
            context.perform { [model] in
                await model.synchronize()
                return .failure(model.failure)
            }
            return true
        }
        guard let index = selection.index(in: ids) else { return false }
        switch key {
        case .enter:
            context.perform { [model] in
                await model.restore(ids[index])
                return .failure(model.failure)
            }
        case .text("x"):
            context.perform { [model] in
                await model.dismiss([ids[index]])
                return .failure(model.failure)
            }
        default: return false
        }
        return true
    }
}
