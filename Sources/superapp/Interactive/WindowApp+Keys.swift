import CoreModule
import PersonalDictionary
import Terminal

/// What keys do beside changing the line.
extension WindowApp {
    func press(_ key: Key) {
        let before = editor.text
        switch editor.handle(key, complete: CommandNames.completions) {
        case .submitted(let line):
            runner.submit(line)
            next()
        case .interrupted: isLeaving = !runner.interrupt()
        case .ended: isLeaving = true
        case .escaped: escape()
        case .repaint: view.invalidate()
        case .suspend: suspend()
        case .pageUp: _ = view.scroll(pages: -1)
        case .pageDown: if view.scroll(pages: 1) { loadMore() }
        case .choices(let choices): view.show(hint: choices.joined(separator: "  "))
        case .edited, .cleared: break
        }
        if editor.text != before { offerWords() }
    }

    /// Has words offered that begin as the line does. They stay while there is nothing, or the number of one of them.
    private func offerWords() {
        let text = editor.text
        guard !runner.isRunning, case .newWord(let screen) = app.place, Int(text) == nil, !text.isEmpty else { return }
        screen.viewModel.text = text
    }

    private func escape() {
        if view.hasPage {
            view.clear()
        } else if !runner.isRunning {
            view.clear()
            if !app.back() { view.show(hint: app.localizer(InteractiveText.firstScreen)) }
        }
        view.draw()
    }

    func suspend() {
        if !terminal.suspend() { isLeaving = true }
        view.invalidate()
    }

    private func loadMore() {
        guard !isLoading, let rows = app.place.wordList?.viewModel, rows.hasMore else { return }
        isLoading = true
        Task { [send] in
            await rows.loadMore()
            send(.loaded)
        }
    }
}
