import CoreModule
import Foundation
import PersonalDictionary
import Terminal

/// The interactive mode where the terminal only prints: the screen is written again whenever a line has changed it.
@MainActor
final class PlainApp {
    private enum Event: Sendable {
        case line(String?)
        case finished(Result<InteractiveSession.Reply, CommandLineError>)
        case ended
    }

    private static let rowLimit = 20
    private let app: InteractiveSession
    private let console: Console
    private let style: Style
    private var shown: [StyledText] = []

    init(_ app: InteractiveSession, console: Console, style: Style) {
        self.app = app
        self.console = console
        self.style = style
    }

    /// Runs until the user leaves.
    func run() async {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let signals = Signals(Signals.ending) { _ in continuation.yield(.ended) }
        do throws(CommandLineError) { try await app.begin() } catch { console.show(error) }
        ask(continuation)
        for await event in events {
            switch event {
            case .line(let line?): carryOut(line, continuation)
            case .finished(let result):
                if case .success(let reply) = result, reply.isQuit { return }
                show(result)
                ask(continuation)
            case .line(nil), .ended:
                console.write("")
                return withExtendedLifetime(signals) {}
            }
        }
    }

    private func carryOut(_ text: String, _ continuation: AsyncStream<Event>.Continuation) {
        Task { [app] in
            do throws(CommandLineError) {
                continuation.yield(.finished(.success(try await app.perform(try app.read(text)))))
            } catch {
                continuation.yield(.finished(.failure(error)))
            }
        }
    }

    private func show(_ result: Result<InteractiveSession.Reply, CommandLineError>) {
        switch result {
        case .success(let reply):
            if let text = reply.text { console.write(text) }
            if let line = reply.line { console.write(line) }
        case .failure(let error): console.show(error)
        }
    }

    /// Writes the screen, unless it is as it was, and asks for a line.
    private func ask(_ continuation: AsyncStream<Event>.Continuation) {
        let title = app.path.map { app.localizer($0.title) }.joined(separator: " › ").onOneLine
        var lines = [
            StyledText(
                (["── \(title)", app.waiting.first, "\(app.direction)"].compactMap { $0 }).joined(separator: " · "),
                .bold)
        ]
        let rows = ScreenRows.rows(of: app.place, width: 80, session: app.session)
        lines += rows.prefix(Self.rowLimit)
        if rows.count > Self.rowLimit {
            lines.append(StyledText(app.localizer(InteractiveText.rest(rows.count - Self.rowLimit)), .dim))
        }
        if lines != shown { console.write(lines.map { $0.rendered(in: style) }.joined(separator: "\n")) }
        shown = lines
        console.prompt(InteractiveText.prompt)
        Task { [console] in continuation.yield(.line(await console.nextLine())) }
    }
}
