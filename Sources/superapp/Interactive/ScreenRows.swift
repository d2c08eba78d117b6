import CoreModule
import Foundation
import PersonalDictionary
import Terminal
import TodoList

/// The rows of a screen that fit a width.
@MainActor
enum ScreenRows {
    static func rows(of place: Place, width: Int, session: Session) -> [StyledText] {
        switch place {
        case .main(let graph):
            return rows(of: graph.mainWordList.wordList.viewModel, width: width, empty: InteractiveText.noWords)
        case .favorites(let graph):
            return rows(of: graph.favoriteWordList.wordList.viewModel, width: width, empty: InteractiveText.noFavorites)
        case .search(let graph):
            let model = graph.searchWordList.viewModel
            let isBlank = !model.text.contains { !$0.isWhitespace }
            return rows(
                of: graph.searchWordList.wordList.viewModel, width: width,
                empty: isBlank ? InteractiveText.noText : InteractiveText.nothingFound)
        case .newWord(let graph):
            let model = graph.viewModel
            if let error = model.suggestionFailure { return wrapped(CommandLineError(error).message, width, .red) }
            guard !model.suggestions.isEmpty else { return wrapped(InteractiveText.noSuggestions, width, .dim) }
            return WordRows.rows(of: model.suggestions, width: width)
        case .entry(let graph):
            return entry(graph.viewModel, width: width, locale: session.locale)
        case .todo(let graph):
            return todos(
                graph.mainScreen.list.viewModel, width: width, today: CalendarDay(session.clock.now(), in: .current))
        }
    }

    private static func rows(of model: WordListViewModel, width: Int, empty: String) -> [StyledText] {
        if case .failed(let error) = model.phase { return wrapped(CommandLineError(error).message, width, .red) }
        guard model.words.isEmpty else { return WordRows.rows(of: model.words, width: width) }
        return wrapped(model.phase == .loading ? InteractiveText.loading : empty, width, .dim)
    }

    private static func wrapped(_ text: String, _ width: Int, _ attributes: Style.Attribute...) -> [StyledText] {
        text.wrapped(to: width).map { line in
            attributes.first.map { StyledText(line, $0) } ?? StyledText(line)
        }
    }

    // MARK: A word

    private static func entry(_ model: DictionaryEntryViewModel, width: Int, locale: Locale) -> [StyledText] {
        guard !model.isRemoved else { return [] }
        let word = model.word
        let pronunciation = model.entry?.pronunciation.map { "  /\($0)/" } ?? ""
        let languages = [word.direction.source, word.direction.target].map { $0.name(in: locale) }
        var rows = (word.text.value.onOneLine + pronunciation.onOneLine).wrapped(to: width - 2).enumerated().map {
            StyledText($0 == 0 && word.isFavorite ? "★ " : "  ", .yellow) + StyledText($1, .bold)
        }
        rows += wrapped("  " + languages.joined(separator: " → "), width, .dim)
        rows.append("")
        if case .failed(let error) = model.phase { return rows + wrapped(CommandLineError(error).message, width, .red) }
        if model.senses.isEmpty { rows.append("  " + WordRows.translation(of: word)) }
        for (number, sense) in model.senses.enumerated() {
            let label = sense.partOfSpeech.map { "\($0): " } ?? ""
            rows += wrapped(
                "  \(number + 1). \(label)\(sense.translations.joined(separator: ", "))".onOneLine, width)
            for example in sense.examples {
                rows += wrapped("     \(example.source) – \(example.target)".onOneLine, width, .dim)
            }
        }
        if let translation = word.translation.translation {
            rows +=
                [""]
                + wrapped(
                    "  " + InteractiveText.provenance("\(translation.provider)", translation.date), width, .dim)
        }
        return rows + wrapped("  \(word.id)", width, .dim)
    }

    // MARK: Tasks

    private static func todos(_ model: TodoMainListViewModel, width: Int, today: CalendarDay) -> [StyledText] {
        if case .failed(let error) = model.phase { return wrapped(CommandLineError(error).message, width, .red) }
        guard !model.todos.isEmpty else {
            return wrapped(model.phase == .loading ? InteractiveText.loading : InteractiveText.noTasks, width, .dim)
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
            let isOverdue = todo.isOverdue(on: today)
            let due = todo.deadline.map { "  " + InteractiveText.due("\($0)", isOverdue: isOverdue) } ?? ""
            let room = max(8, width - numberWidth - 7 - due.displayWidth)
            let text = todo.text.value.onOneLine.truncated(to: room)
            return StyledText(padding + number + " ", .cyan) + StyledText(todo.isCompleted ? "[x] " : "[ ] ", .green)
                + mark + (todo.isCompleted ? StyledText(text, .dim) : StyledText(text))
                + (isOverdue ? StyledText(due, .red) : StyledText(due, .dim))
        }
    }
}
