import CoreModule
import Foundation
import PersonalDictionary

/// A complete front end: it draws what the view models hold, and turns lines into calls of their methods.
@MainActor
final class TerminalFrontEnd {
    private let app: AppGraph
    private let write: @MainActor (String) -> Void
    private var redraw: Redraw?

    init(_ app: AppGraph, write: @escaping @MainActor (String) -> Void) {
        self.app = app
        self.write = write
        redraw = Redraw { [weak self] in self?.draw() }
    }

    /// Carries out a line: `new dog`, `search do`, `back`.
    func run(_ line: String) async {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        let navigator = app.mainScreen.mainNavigator
        switch (parts.first, parts.dropFirst().first) {
        case ("new", let text?):
            let screen = navigator.toNewWord.router.open().viewModel
            screen.text = text
            await screen.save()
        case ("search", let text?):
            navigator.searchTextInput.viewModel.text = text
            navigator.toSearch.router.open()
        case ("back", _):
            app.navigation.pop()
        default:
            await app.mainScreen.mainWordList.viewModel.load()
        }
    }

    private func draw() {
        switch app.navigation.top {
        case let screen as NewWordGraph:
            if let failure = screen.viewModel.failure { return write(app.localizer(failure.explanation)) }
            guard let word = screen.viewModel.saved else { return write("> \(screen.viewModel.text)") }
            write("\(word.text) = \(word.translation.translation?.text ?? "…")")
        case let screen as SearchGraph:
            write(rows(screen.searchWordList.viewModel.words, orElse: screen.searchWordList.viewModel.emptyMessage))
        default:
            let list = app.mainScreen.mainWordList.viewModel
            write(rows(list.words, orElse: list.emptyMessage))
        }
    }

    private func rows(_ words: [Word], orElse message: Message) -> String {
        words.isEmpty ? app.localizer(message) : words.map(\.text.value).joined(separator: "\n")
    }
}
