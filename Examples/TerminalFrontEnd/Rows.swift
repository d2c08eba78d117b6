package import CoreModule
import Foundation
import PersonalDictionary
package import TerminalAppKit
import TodoList

/// Rows of lists that fit a width. A sign marks the selected row, so that it is seen without colours too.
package enum Rows {
    static func words(_ words: [Word], selection: Int?, width: Int, _ localizer: Localizer) -> [StyledText] {
        let texts = words.map(\.text.value.onOneLine)
        let translations = words.map { translation(of: $0, localizer) }
        let columns = Columns(texts, translations.map(\.text), width: width, fixed: 4 + 7)
        return words.indices.map { index in
            mark(index == selection)
                + StyledText(words[index].isFavorite ? "★ " : "  ", .yellow)
                + StyledText(texts[index].truncated(to: columns.first).padded(to: columns.first), .bold)
                + (columns.isNarrow ? "  " : StyledText("  \(words[index].direction)  ", .dim))
                + translations[index].truncated(to: columns.second)
        }
    }

    static func suggestions(
        _ suggestions: [Suggestion], selection: Int?, width: Int, _ localizer: Localizer
    ) -> [StyledText] {
        let texts = suggestions.map(\.text.onOneLine)
        let translations = suggestions.map { ($0.translation ?? "").onOneLine }
        let columns = Columns(texts, translations, width: width, fixed: 4)
        return suggestions.indices.map { index in
            let line =
                mark(index == selection)
                + StyledText(texts[index].truncated(to: columns.first).padded(to: columns.first), .bold)
                + StyledText("  " + translations[index].truncated(to: columns.second))
                + StyledText(suggestions[index].direction.map { "  \($0)" } ?? "", .dim)
            switch suggestions[index].source {
            case .saved: return line + StyledText("  (\(localizer.source(of: suggestions[index])))", .dim)
            // The translation of a listed word is looked up when the user takes the word.
            case .provider(let provider) where suggestions[index].translation == nil:
                return line + StyledText("(\(localizer.provider(provider)))", .dim)
            case .provider: return line
            }
        }
    }

    @MainActor
    static func todos(
        _ rows: [TodoRow], of list: TodoMainListViewModel, selection: Int?, width: Int, _ localizer: Localizer
    ) -> [StyledText] {
        rows.enumerated().map { index, row in
            let todo = row.todo
            let indent = String(repeating: "  ", count: min(row.depth, 10))
            let priority =
                switch todo.priority {
                case .high: StyledText("! ", .red)
                case .normal: StyledText("  ")
                case .low: StyledText("↓ ", .dim)
                }
            let due =
                todo.tags.names.map { "  #" + $0 }.joined()
                + (todo.recurrence.map { "  ↻ " + localizer($0.message) } ?? "")
                + (list.deadlineMessage(of: todo).map { "  " + localizer($0) } ?? "")
            let notes = todo.notes.value.isEmpty ? "" : " ✎"
            let room = max(8, width - 8 - indent.displayWidth - due.displayWidth - notes.displayWidth)
            let text = todo.text.value.onOneLine.truncated(to: room) + notes
            return mark(index == selection) + StyledText(indent)
                + StyledText(todo.isCompleted ? "[x] " : "[ ] ", .green) + priority
                + (todo.isCompleted ? StyledText(text, .dim) : StyledText(text))
                + (list.isOverdue(todo) ? StyledText(due, .red) : StyledText(due, .dim))
        }
    }

    /// The senses of a word with their marks and examples.
    static func senses(_ senses: [DictionaryEntry.Sense], width: Int, _ localizer: Localizer) -> [StyledText] {
        senses.enumerated().flatMap { number, sense in
            text("  \(number + 1). \(localizer.sense(sense))".onOneLine, width: width)
                + [localizer.marks(of: sense)].compactMap(\.self).flatMap {
                    text("     \($0)".onOneLine, width: width, .dim)
                }
                + sense.examples.flatMap {
                    text("     \($0.source) – \($0.target)".onOneLine, width: width, .dim)
                }
        }
    }

    static func translation(of word: Word, _ localizer: Localizer) -> StyledText {
        // It is written anew when the translation comes.
        let text = word.translation == .pending ? "…" : localizer.translation(of: word)
        return word.translation.translation == nil ? StyledText(text, .dim) : StyledText(text)
    }

    /// What stands before a row.
    package static func mark(_ isSelected: Bool) -> StyledText { isSelected ? StyledText("▸ ", .cyan) : "  " }

    /// A text in several rows.
    package static func text(_ text: String, width: Int, _ attribute: Style.Attribute? = nil) -> [StyledText] {
        text.wrapped(to: width).map { line in attribute.map { StyledText(line, $0) } ?? StyledText(line) }
    }

    /// Why something failed; nothing if it did not.
    package static func failure(_ error: (any ExplainedError)?, width: Int, _ localizer: Localizer) -> [StyledText] {
        error.map { text(localizer($0.explanation).onOneLine, width: width, .red) } ?? []
    }

    /// Rows in place of an empty list: what it waits for, what failed, or that it is empty.
    package static func placeholder<Failure: ExplainedError>(
        _ phase: ListPhase<Failure>, empty: Message, width: Int, _ localizer: Localizer
    ) -> [StyledText] {
        switch phase {
        case .loading: [StyledText("…", .dim)]
        case .loaded: text(localizer(empty), width: width, .dim)
        case .failed(let error): failure(error, width: width, localizer)
        }
    }

    /// How two columns share the width: each has what it needs, or else the first has about half.
    private struct Columns {
        let first: Int
        let second: Int
        /// Whether there is no room for the direction between them.
        let isNarrow: Bool

        init(_ texts: [String], _ translations: [String], width: Int, fixed: Int) {
            let longest = texts.map(\.displayWidth).max() ?? 0
            let longestTranslation = translations.map(\.displayWidth).max() ?? 0
            let room = width - fixed
            isNarrow = room < 16
            let rest = max(2, isNarrow ? room + 5 : room)
            first = min(longest, max(rest / 2, rest - longestTranslation))
            second = max(1, rest - first)
        }
    }
}
