import CoreModule
import Foundation
import PersonalDictionary
import Terminal
import TodoList

/// The rows of a screen that fit a width.
@MainActor
enum ScreenRows {
    static func rows(of place: Place, width: Int, session: Session) -> [StyledText] {
        let localizer = session.localizer
        let rows = { (model: WordListViewModel, empty: Message) in
            Self.rows(of: model, empty: empty, width: width, localizer)
        }
        switch place {
        case .main(let graph):
            let empty = graph.mainWordList.viewModel.emptyMessage
            return rows(graph.mainWordList.wordList.viewModel, InteractiveText.noWords(empty))
        case .favorites(let graph):
            let empty = graph.favoriteWordList.viewModel.emptyMessage
            return rows(graph.favoriteWordList.wordList.viewModel, InteractiveText.noFavorites(empty))
        case .search(let graph):
            let model = graph.searchWordList.viewModel
            let isBlank = !model.text.contains { !$0.isWhitespace }
            return rows(
                graph.searchWordList.wordList.viewModel, isBlank ? InteractiveText.noText : model.emptyMessage)
        case .newWord(let graph):
            let model = graph.viewModel
            let failure = model.suggestionFailure.map { wrapped($0, width, localizer) }
            guard !model.suggestions.isEmpty else {
                return failure ?? wrapped(localizer(InteractiveText.noSuggestions), width, .dim)
            }
            return WordRows.rows(of: model.suggestions, width: width, localizer) + (failure ?? [])
        case .entry(let graph):
            return entry(graph.viewModel, width: width, localizer)
        case .todo(let graph):
            let today = Presentation.Today(session.clock.now())
            return todos(graph.mainScreen.list.viewModel, width: width, today: today, localizer)
        case .conflicts(let graph):
            return conflicts(graph.viewModel, width: width, localizer)
        }
    }

    private static func conflicts(
        _ model: TodoConflictsViewModel, width: Int, _ localizer: Localizer
    ) -> [StyledText] {
        if case .failed(let error) = model.phase {
            return wrapped(localizer(CommandLineError(error).message).onOneLine, width, .red)
        }
        guard !model.conflicts.isEmpty else {
            return wrapped(
                model.phase == .loading ? InteractiveText.loading : localizer(model.emptyMessage), width, .dim)
        }
        return model.conflicts.enumerated().flatMap { index, conflict in
            [StyledText("\(index + 1) ", .cyan) + StyledText(conflict.text.onOneLine.truncated(to: max(8, width - 6)))]
                + wrapped("  " + localizer(conflict.message).onOneLine, width, .dim)
        }
    }

    private static func rows(
        of model: WordListViewModel, empty: Message, width: Int, _ localizer: Localizer
    ) -> [StyledText] {
        if case .failed(let error) = model.phase { return wrapped(error, width, localizer) }
        guard model.words.isEmpty else { return WordRows.rows(of: model.words, width: width, localizer) }
        return wrapped(model.phase == .loading ? InteractiveText.loading : localizer(empty), width, .dim)
    }

    private static func wrapped(_ error: DictionaryError, _ width: Int, _ localizer: Localizer) -> [StyledText] {
        wrapped(localizer(CommandLineError(error).message).onOneLine, width, .red)
    }

    private static func wrapped(_ text: String, _ width: Int, _ attributes: Style.Attribute...) -> [StyledText] {
        text.wrapped(to: width).map { line in
            attributes.first.map { StyledText(line, $0) } ?? StyledText(line)
        }
    }

    // MARK: A word

    private static func entry(
        _ model: DictionaryEntryViewModel, width: Int, _ localizer: Localizer
    ) -> [StyledText] {
        guard !model.isRemoved else { return [] }
        let word = model.word
        let pronunciation = model.entry?.pronunciation.map { "  /\($0)/" } ?? ""
        let languages = [word.direction.source, word.direction.target].map { $0.name(in: localizer.locale) }
        var rows = (word.text.value.onOneLine + pronunciation.onOneLine).wrapped(to: width - 2).enumerated().map {
            StyledText($0 == 0 && word.isFavorite ? "★ " : "  ", .yellow) + StyledText($1, .bold)
        }
        rows += wrapped("  " + languages.joined(separator: " → "), width, .dim)
        rows.append("")
        if case .failed(let error) = model.phase { return rows + wrapped(error, width, localizer) }
        if model.senses.isEmpty { rows.append("  " + WordRows.translation(of: word, localizer)) }
        for (number, sense) in model.senses.enumerated() {
            let label = sense.partOfSpeech.map { "\(localizer.partOfSpeech($0)): " } ?? ""
            rows += wrapped(
                "  \(number + 1). \(label)\(sense.translations.joined(separator: ", "))".onOneLine, width)
            for example in sense.examples {
                rows += wrapped("     \(example.source) – \(example.target)".onOneLine, width, .dim)
            }
        }
        if let translation = word.translation.translation {
            let provenance = InteractiveText.provenance(localizer.provider(translation.provider), translation.date)
            rows += [""] + wrapped("  " + localizer(provenance).onOneLine, width, .dim)
        }
        return rows + wrapped("  \(word.id)", width, .dim)
    }

    // MARK: Tasks

    private static func todos(
        _ model: TodoMainListViewModel, width: Int, today: Presentation.Today, _ localizer: Localizer
    ) -> [StyledText] {
        if case .failed(let error) = model.phase {
            return wrapped(localizer(CommandLineError(error).message).onOneLine, width, .red)
        }
        guard !model.todos.isEmpty else {
            let empty = localizer(InteractiveText.noTasks(model.emptyMessage))
            return wrapped(model.phase == .loading ? InteractiveText.loading : empty, width, .dim)
        }
        let numberWidth = "\(model.todos.count)".count
        return model.todos.enumerated().map { index, todo in
            let number = "\(index + 1)"
            let padding = String(repeating: " ", count: numberWidth - number.count)
            let mark =
                switch todo.priority {
                case .high: StyledText("! ", .red)
                case .normal: StyledText("  ")
                case .low: StyledText("↓ ", .dim)
                }
            let isOverdue = todo.isOverdue(at: today.date, in: today.timeZone)
            let due =
                todo.deadline.map {
                    "  " + localizer(InteractiveText.due(localizer.deadline($0), isOverdue: isOverdue))
                } ?? ""
            let notes = todo.notes.value.isEmpty ? "" : " ✎"
            let room = max(8, width - numberWidth - 7 - due.displayWidth - notes.displayWidth)
            let text = todo.text.value.onOneLine.truncated(to: room) + notes
            return StyledText(padding + number + " ", .cyan) + StyledText(todo.isCompleted ? "[x] " : "[ ] ", .green)
                + mark + (todo.isCompleted ? StyledText(text, .dim) : StyledText(text))
                + (isOverdue ? StyledText(due, .red) : StyledText(due, .dim))
        }
    }
}
