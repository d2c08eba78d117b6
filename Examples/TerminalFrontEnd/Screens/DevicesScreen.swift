import CoreModule
import PersonalDictionary
import TerminalAppKit

/// The devices that have the same words, and the values that lost a merge.
@MainActor
final class DevicesScreen: Screen {
    private let model: DevicesViewModel
    private let context: ScreenContext
    private var selection = Selection<Item>()

    private enum Item: Hashable {
        case device(ReplicaDevice.ID)
        case conflict(SyncConflict.ID)
    }

    init(_ graph: DevicesGraph, _ context: ScreenContext) {
        model = graph.viewModel
        self.context = context
    }

    var title: Message { model.title }
    var hint: Message { Message("y synchronize · Enter restore · x dismiss or take off the list · Esc back") }

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
        let selected = selection.index(in: items).map { items[$0] }
        func add(_ text: String, _ item: Item) {
            if selected == item { content.selection = content.rows.count }
            content.rows.append(Rows.mark(selected == item) + StyledText(text.onOneLine))
        }
        for device in model.devices {
            add("\(device.name)  \(localizer(model.message(of: device)))", .device(device.id))
        }
        guard !model.conflicts.isEmpty else { return content }
        content.rows += Rows.text("", width: width) + Rows.text(localizer(model.conflictsTitle), width: width)
        for conflict in model.conflicts {
            add(conflict.text, .conflict(conflict.id))
            content.rows += Rows.text("    " + localizer(conflict.message), width: width, .dim)
        }
        return content
    }

    private var items: [Item] {
        model.devices.map { .device($0.id) } + model.conflicts.map { .conflict($0.id) }
    }

    func press(_ key: Key) -> Bool {
        let items = items
        if selection.press(key, in: items, page: context.pageSize) { return true }
        if key == .text("y") {
            context.perform { [model] in
                await model.synchronize()
                return .failure(model.failure)
            }
            return true
        }
        guard let index = selection.index(in: items) else { return false }
        switch (key, items[index]) {
        case (.enter, .conflict(let id)):
            context.perform { [model] in
                await model.restore(id)
                return .failure(model.failure)
            }
        case (.text("x"), .conflict(let id)):
            context.perform { [model] in
                await model.dismiss([id])
                return .failure(model.failure)
            }
        case (.text("x"), .device(let id)) where model.devices.first?.id != id:
            context.perform { [model] in
                await model.retire(id)
                return .failure(model.failure)
            }
        default: return false
        }
        return true
    }
}
