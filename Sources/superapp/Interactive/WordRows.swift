import CoreModule
import PersonalDictionary
import Terminal

/// Words and suggestions as numbered rows of columns that fit a width.
enum WordRows {
    static func rows(of words: [Word], width: Int, _ localizer: Localizer) -> [StyledText] {
        let texts = words.map(\.text.value.onOneLine)
        let translations = words.map { translation(of: $0, localizer).text }
        let columns = Columns(texts, translations, width: width, fixed: words.isEmpty ? 0 : 2 + 7)
        return zip(words, texts).enumerated().map { index, row in
            let (word, text) = row
            return columns.number(index)
                + StyledText(word.isFavorite ? "★ " : "  ", .yellow)
                + StyledText(text.truncated(to: columns.first).padded(to: columns.first), .bold)
                + (columns.isNarrow ? "  " : StyledText("  \(word.direction)  ", .dim))
                + translation(of: word, localizer).truncated(to: columns.second)
        }
    }

    static func rows(of suggestions: [Suggestion], width: Int, _ localizer: Localizer) -> [StyledText] {
        let texts = suggestions.map(\.text.onOneLine)
        let columns = Columns(texts, suggestions.map { $0.translation ?? "" }, width: width, fixed: 2)
        return zip(suggestions, texts).enumerated().map { index, row in
            let (suggestion, text) = row
            var line =
                columns.number(index)
                + StyledText(text.truncated(to: columns.first).padded(to: columns.first), .bold)
                + StyledText("  " + (suggestion.translation ?? "").onOneLine.truncated(to: columns.second))
            switch suggestion.source {
            case .saved: line = line + StyledText("  (\(localizer(InteractiveText.saved)))", .dim)
            // Who knows the word: what it means is looked up when it is taken.
            case .provider(let provider) where suggestion.translation == nil:
                line = line + StyledText("(\(localizer.provider(provider)))", .dim)
            case .provider: break
            }
            return line
        }
    }

    static func translation(of word: Word, _ localizer: Localizer) -> StyledText {
        switch word.translation {
        case .translated(let translation): StyledText(translation.text)
        case .pending: StyledText(InteractiveText.loading, .dim)
        case .notFound: StyledText(localizer(InteractiveText.notFound), .dim)
        case .failed: StyledText(localizer(InteractiveText.failed), .dim)
        }
    }

    /// How the width is shared between two columns: as each needs, or else the first has about half.
    private struct Columns {
        let first: Int
        let second: Int
        /// Whether there is no room for what stands between them.
        let isNarrow: Bool
        private let numberWidth: Int

        init(_ texts: [String], _ translations: [String], width: Int, fixed: Int) {
            numberWidth = "\(texts.count)".count
            let longest = texts.map(\.displayWidth).max() ?? 0
            let longestTranslation = translations.map(\.displayWidth).max() ?? 0
            let room = width - numberWidth - 1 - fixed
            isNarrow = room < 16
            let rest = max(2, isNarrow ? room + 5 : room)
            first = min(longest, max(rest / 2, rest - longestTranslation))
            second = max(1, rest - first)
        }

        func number(_ index: Int) -> StyledText {
            let number = "\(index + 1)"
            return StyledText(String(repeating: " ", count: max(0, numberWidth - number.count)) + number + " ", .cyan)
        }
    }
}
