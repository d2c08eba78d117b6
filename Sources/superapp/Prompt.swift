import CoreModule
import Foundation
import PersonalDictionary

/// The line prompt of a terminal. A number stands for the item of the list that was shown last.
@MainActor
final class Prompt {
    private let session: Session
    private var console: Console { session.console }
    /// The identifiers of the list that was shown last.
    private var ids: [String] = []

    init(_ session: Session) {
        self.session = session
    }

    /// Runs until the user quits, the input ends or a signal asks the program to end.
    func run() async {
        let signals = await TerminationSignals([SIGINT, SIGTERM, SIGHUP])
        let ending = Promise<Void>()
        let reading = Task {
            await read()
            ending.set(())
        }
        let signal = Task { [console] in
            await signals.first()
            if !Task.isCancelled { console.write("") }
            ending.set(())
        }
        await ending.value(whenCancelled: ())
        reading.cancel()
        signal.cancel()
    }

    private func read() async {
        session.start()
        // Without its server the list is kept on this device.
        do { try await session.todoServer.chooseRemembered(session.app.settings) } catch { console.show(error) }
        var words = ["list"]
        while words != ["quit"], words != ["exit"], !Task.isCancelled {
            if let first = words.first, !first.hasPrefix("#") {
                do { try await run(words == ["todo"] ? ["todo", "list"] : words) } catch { console.show(error) }
            }
            console.put("> ")
            guard let line = await console.nextLine() else { return console.write("") }
            words = splitLine(line)
        }
    }

    private func run(_ words: [String]) async throws {
        var command = try Invocation(words, isSession: true)
        command.resolveNumbers(ids)
        guard let presentation = try await session.run(command) else { return }
        if words == ["help"] {
            console.write(Message("A number of the list stands for an ID in every command; “quit” leaves."))
        }
        if presentation.ids.isEmpty { return console.show(presentation) }
        ids = presentation.ids
        let width = "\(ids.count)".count
        let lines = presentation.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        for (index, line) in lines {
            console.write(index < ids.count ? "\(index + 1)".padded(to: width) + "  \(line)" : String(line))
        }
    }
}
