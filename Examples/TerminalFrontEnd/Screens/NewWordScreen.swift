import CoreModule
import PersonalDictionary
import TerminalAppKit

/// A field for a new word, with its translation and similar words while it is typed.
@MainActor
final class NewWordScreen: Screen {
    private let graph: NewWordGraph
    private let context: ScreenContext
    private var field = TextField()
    /// The chosen suggestion; nil for the typed text itself.
    private var chosen: Int?

    init(_ graph: NewWordGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
    }

    private var model: NewWordViewModel { graph.viewModel }

    var title: Message { graph.title }
    var hint: Message {
        Message("Enter save · ↑↓ choose · Tab take · Ctrl-T swap languages · Ctrl-S from · Ctrl-G to · Esc back")
    }

    func load() async {}

    func content(width: Int) -> ScreenContent {
        field.show(model.text)
        let (line, column) = ScreenContent.line("\(model.direction)", field, width: width)
        var content = ScreenContent(top: [line], topCursor: column)
        chosen = chosen.flatMap { model.suggestions.indices.contains($0) ? $0 : nil }
        content.rows = Rows.suggestions(model.suggestions, selection: chosen, width: width, context.localizer)
        content.selection = chosen
        if let failure = model.suggestionFailure {
            content.rows += Rows.text(context.localizer(failure.explanation).onOneLine, width: width, .red)
        }
        if model.text.isEmpty, let saved = model.saved {
            content.rows += Rows.words([saved], selection: nil, width: width, context.localizer)
            if !model.similar.isEmpty {
                content.rows += Rows.text(context.localizer(model.similarTitle), width: width, .dim)
                content.rows += Rows.words(model.similar, selection: nil, width: width, context.localizer)
            }
        }
        if content.rows.isEmpty {
            content.rows = Rows.text(
                context.localizer(Message("\(model.textHint); Enter saves it")), width: width, .dim)
        }
        return content
    }

    func press(_ key: Key) -> Bool {
        switch key {
        case .enter: save()
        case .down: choose((chosen ?? -1) + 1)
        case .up: choose((chosen ?? 0) - 1)
        case .tab:
            if let suggestion { model.choose(suggestion) }
            chosen = nil
        case .control("t"): changeLanguages { await $0.swap() }
        case .control("s"):
            changeLanguages { picker in
                let direction = picker.direction
                return await picker.choose(
                    picker.languages.following(direction.source, but: direction.target), as: .source)
            }
        case .control("g"):
            changeLanguages { picker in
                let direction = picker.direction
                return await picker.choose(
                    picker.languages.following(direction.target, but: direction.source), as: .target)
            }
        default:
            guard field.press(key) else { return false }
            if field.text != model.text { chosen = nil }
            model.text = field.text
        }
        return true
    }

    /// The chosen suggestion, or the first one.
    private var suggestion: Suggestion? {
        chosen.map { model.suggestions[$0] } ?? model.suggestions.first
    }

    private func choose(_ index: Int) {
        chosen = model.suggestions.indices.contains(index) ? index : index < 0 ? nil : chosen
    }

    private func save() {
        if let chosen { model.choose(model.suggestions[chosen]) }
        chosen = nil
        context.perform { [model] in
            guard await model.save() != nil else { return .failure(model.failure) }
            return model.message.map { .done($0) }
        }
    }

    private func changeLanguages(_ change: @escaping @MainActor (LangPickerViewModel) async -> Bool) {
        let picker = graph.langPicker.viewModel
        context.perform {
            _ = await change(picker)
            return .failure(picker.failure)
        }
    }
}

extension [Language] {
    /// The language behind another one, passing over a third; the first one follows the last.
    fileprivate func following(_ language: Language, but other: Language) -> Language {
        let rest = filter { $0 != other }
        return rest.firstIndex(of: language).map { rest[($0 + 1) % rest.count] } ?? language
    }
}
