import CoreModule
import PersonalDictionary
import TerminalAppKit

/// The entry of a word: its senses, and where they come from.
@MainActor
final class EntryScreen: Screen {
    private let graph: DictionaryEntryGraph
    private let context: ScreenContext
    /// The user's own translation while it is typed.
    private var field: TextField?

    init(_ graph: DictionaryEntryGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
    }

    private var model: DictionaryEntryViewModel { graph.viewModel }

    var title: Message { graph.title }
    var hint: Message {
        field == nil
            ? Message("s star · e own translation · c clear it · r look up again · d delete · Esc back")
            : Message("Enter save · Esc back")
    }

    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        guard !model.isRemoved else { return ScreenContent() }
        let localizer = context.localizer
        let word = model.word
        let pronunciation = model.entry?.pronunciation.map { "  /\($0)/" } ?? ""
        var content = ScreenContent()
        if let field {
            let (line, column) = ScreenContent.line(localizer(model.ownTranslationTitle), field, width: width)
            content.top = [line]
            content.topCursor = column
        }
        var rows = (word.text.value.onOneLine + pronunciation.onOneLine).wrapped(to: width - 2).enumerated().map {
            StyledText($0 == 0 && word.isFavorite ? "★ " : "  ", .yellow) + StyledText($1, .bold)
        }
        rows += Rows.text("  " + localizer.direction(word.direction), width: width, .dim)
        if let matched = model.entry?.matched {
            rows += Rows.text("  → \(localizer.match(matched))".onOneLine, width: width, .dim)
        }
        rows.append("")
        if model.senses.isEmpty { rows.append("  " + Rows.translation(of: word, localizer)) }
        rows += Rows.senses(model.senses, width: width, localizer)
        if let translation = word.translation.translation {
            let source = localizer.source(of: translation)
            rows += [""] + Rows.text("  " + source.onOneLine, width: width, .dim)
        }
        if model.phase.failure != nil, let message = model.message {
            rows += [""] + Rows.text("  " + localizer(message).onOneLine, width: width, .red)
        }
        content.rows = rows
        return content
    }

    func press(_ key: Key) -> Bool {
        if field != nil { return pressInField(key) }
        switch key {
        case .text("s"): perform { [model] in await model.setFavorite(!model.word.isFavorite) }
        case .text("r"):
            // The screen shows why there is no answer.
            context.perform { [model] in
                await model.retry()
                return nil
            }
        case .text("d"), .delete: perform { [model] in await model.remove() }
        case .text("c"): perform { [model] in await model.clearTranslation() }
        case .text("e"): field = TextField(model.word.translation.translation?.text ?? "")
        default: return false
        }
        return true
    }

    private func pressInField(_ key: Key) -> Bool {
        switch key {
        case .enter:
            let text = field?.text ?? ""
            field = nil
            // The field has the first one only: the other own translations stay.
            perform { [model] in
                let own = model.word.translation
                await model.setTranslations([text] + (own.isOwn ? own.translation?.alternatives ?? [] : []))
            }
        case .escape: field = nil
        default: return field?.press(key) ?? false
        }
        return true
    }

    private func perform(_ action: @escaping @MainActor () async -> Void) {
        context.perform(on: model) { _ in await action() }
    }
}
