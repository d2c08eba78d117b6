import Foundation
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The interactive mode: in a window of the terminal, or line by line where it has none.
@MainActor
enum Interactive {
    static func run(_ session: Session, _ console: Console, environment: [String: String]) async {
        let live = InteractiveSession(session, isLive: true)
        if let window = WindowApp(live, console: console, environment: environment), await window.run() {
            return await end(live, console)
        }
        let style = Style(environment: environment, isTerminal: isatty(STDOUT_FILENO) == 1)
        let plain = InteractiveSession(session, isLive: false)
        await PlainApp(plain, console: console, style: style).run()
        await end(plain, console)
    }

    private static func end(_ app: InteractiveSession, _ console: Console) async {
        do throws(CommandLineError) { try await app.end() } catch { console.show(error) }
    }
}
