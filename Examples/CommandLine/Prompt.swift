import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// The line prompt of a terminal. A number stands for the item of the list that was shown last.
@MainActor
final class Prompt {
    /// How many items of a list are shown, unless `--limit` says how many.
    private static let rowCount = 20

    private let session: Session
    /// Nil if the terminal is none on which lines can be edited.
    private let editor: LineEditor?
    private var console: Console { session.console }
    /// The command that is running.
    private var command: Task<Presentation?, any Error>?

    init(_ session: Session, editor: LineEditor?) {
        self.session = session
        self.editor = editor
    }

    /// Runs until the user quits, the input ends or a signal asks the program to end. Ctrl-C only ends the command that runs, or the
    /// line that is typed.
    func run() async {
        let signals = await Signals([SIGINT, SIGTERM, SIGHUP] + (editor == nil ? [] : [SIGWINCH, SIGCONT]))
        let (ending, end) = AsyncStream.makeStream(of: Void.self)
        let reading = Task {
            await read()
            end.finish()
        }
        let watching = Task { [console, editor] in
            for await signal in signals.arrivals {
                switch signal {
                case SIGINT: interrupt()
                case SIGWINCH: editor?.send(.resized)
                case SIGCONT: editor?.send(.resumed)
                default:
                    if command == nil, let editor { await editor.stop() } else { console.write("") }
                    end.finish()
                }
            }
        }
        for await _ in ending {}
        reading.cancel()
        watching.cancel()
        // The store is closed after this.
        command?.cancel()
        _ = await command?.result
    }

    private func read() async {
        session.start()
        session.app.startSynchronizing()
        // Without its server the list is kept on this device. That the password is missing is only in its status.
        let obstacle = await session.todoServer.chooseRemembered(in: session.app.settings)
        if let obstacle, obstacle != .sync(.server(.passwordMissing)) { console.show(obstacle) }
        var words = ["list"]
        while words != ["quit"], words != ["exit"], !Task.isCancelled {
            if let first = words.first, !first.hasPrefix("#") {
                do { try await run(words) } catch { console.show(error) }
            }
            guard let line = await nextLine() else { return console.write("") }
            words = []
            do { words = try splitLine(line) } catch { console.show(error) }
        }
    }

    private func nextLine() async -> [UInt8]? {
        if let editor { return await editor.nextLine() }
        console.put("> ")
        return await console.nextLine()
    }

    private func interrupt() {
        if let command {
            command.cancel()
        } else if let editor {
            editor.send(.interrupted)
        } else {
            // The terminal has dropped what was typed.
            console.put("\n> ")
        }
    }

    private func run(_ words: [String]) async throws {
        var words = words
        if words.count == 1, let list = session.shown, list[words[0]] != nil, list.item != .conflict {
            words = (list.item == .task ? ["todo", "show"] : ["show"]) + words
        }
        var invocation = try Invocation(words, isSession: true)
        // One more than is shown, to see whether there are more.
        let isCut = invocation.limit(to: Self.rowCount + 1)
        let command = Task { [invocation] in try await session.run(invocation) }
        self.command = command
        defer { self.command = nil }
        guard let presentation = try await command.value else { return }
        if words == ["help"] {
            let note = Message(
                "A number of the list stands for an ID in every command, and alone it shows the item; “quit” leaves.")
            console.write(Help.wrapped(console.localizer(note)))
        }
        guard let list = presentation.list else { return console.show(presentation) }
        let count = isCut ? Self.rowCount : .max
        session.shown = ShownList(item: list.item, ids: Array(list.ids.prefix(count)))
        console.write(presentation.numbered(first: count))
        if list.ids.count > count { console.write(Message("… there are more; --limit shows them")) }
    }
}
