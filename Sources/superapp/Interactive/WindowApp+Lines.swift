import CoreModule
import Terminal

/// What is done with lines that were entered.
extension WindowApp {
    /// Begins with the next line that was entered and can be carried out.
    func next() {
        while !isLeaving {
            do throws(CommandLineError) {
                try runner.next { line in
                    view.clear()
                    if line.usesTerminal { terminal.close() }
                }
                break
            } catch {
                view.clear()
                view.show(error)
            }
        }
        view.draw()
    }

    func finish(_ result: LineRunner.Result) {
        runner.finish()
        app.update()
        view.isSlow = false
        if runner.line.isExchange { view.invalidate() }
        switch result {
        case .success(let reply):
            if reply.isQuit { isLeaving = true }
            if let line = reply.line { editor.replace(line) }
            if let row = reply.firstRow { view.begin(at: row) }
            if let text = reply.text { view.show(text) }
        case .failure(let error): view.show(error)
        }
        if terminal.isOpen { next() } else { comeBack(result) }
    }

    /// Comes back to the window once the user has seen what a command has written in its place.
    private func comeBack(_ result: LineRunner.Result) {
        switch result {
        case .success(let reply): if let text = reply.text { console.write(text) }
        case .failure(let error): console.show(error)
        }
        console.prompt(app.localizer(InteractiveText.pressEnter) + " ")
        Task { [console, send] in
            _ = await console.nextLine()
            send(.cameBack)
        }
    }
}
