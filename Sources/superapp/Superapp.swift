import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// The demo: a thin front end that binds the app's screens to a terminal.
@main
struct Superapp {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Known before the options are read, because to read them may fail.
        let console = Console(isJSON: arguments.prefix { $0 != "--" }.contains("--json"))
        let status: Int32
        do throws(CommandLineError) {
            let options = try Options(arguments, environment: ProcessInfo.processInfo.environment)
            status = try await run(options, console)
        } catch {
            console.show(error)
            status = error.exitStatus
        }
        exit(status)
    }

    private static func run(_ options: Options, _ console: Console) async throws(CommandLineError) -> Int32 {
        if options.asksForVersion {
            console.show(Presentation(text: "superapp \(Help.version)", json: .string(Help.version)))
            return 0
        }
        if options.asksForHelp {
            // `superapp add --help` is about add.
            let name = options.words.first
            guard let text = name.map({ Help.text(of: $0) }) ?? Help.overview else {
                throw .usage("there is no command “\(name ?? "")”")
            }
            console.show(Presentation(text: text, json: .string(text)))
            return 0
        }
        guard !options.words.isEmpty else {
            return try await withSession(options) { session in
                console.isInteractive && !options.isJSON
                    ? await interactive(session, console) : await script(session, console)
            }
        }
        let command = try Command(options.words, isSession: false)
        var options = options
        if !command.needsStore { options.avoidMakingStore() }
        switch command {
        case .tour:
            options.storage = .memory
            return try await withSession(options) { session throws(CommandLineError) in
                try await Tour(session: session, console: console).run()
                return 0
            }
        case .remind(let time, let skips):
            return try await withSession(options) { session throws(CommandLineError) in
                try await Remind(app: session.app, console: console, time: time, skipsDaysWithNewWord: skips).run()
                return 0
            }
        case .help, .tree:
            options.storage = .memory
        default:
            break
        }
        return try await withSession(options) { session throws(CommandLineError) in
            console.show(try await session.run(command))
            return 0
        }
    }

    /// Builds the app, has something done with it, and takes it down again.
    @MainActor
    private static func withSession(
        _ options: Options, _ body: @MainActor (Session) async throws(CommandLineError) -> Int32
    ) async throws(CommandLineError) -> Int32 {
        let clock = WallClock.system
        let logger = Logger(
            label: "superapp", minimumLevel: options.logLevel, handler: StandardErrorLogHandler(), clock: clock)
        let dependencies: AppDependencies
        do {
            dependencies = try await AppDependencies.open(
                AppConfiguration(
                    storage: options.storage, translation: options.translation,
                    reminder: .terminal(Console(isJSON: options.isJSON), logger: logger.labelled("reminder")),
                    clock: clock, logger: logger))
        } catch {
            throw CommandLineError(error)
        }
        let tree = FeatureTree(clock: clock, logger: logger.labelled("feature"))
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        let result: Result<Int32, CommandLineError>
        do throws(CommandLineError) {
            result = .success(try await body(Session(app: app, tree: tree, locale: options.locale, clock: clock)))
        } catch {
            result = .failure(error)
        }
        app.detach()
        await dependencies.store.close()
        return try result.get()
    }

    /// One command a line; a line that fails reports its error, and the session goes on.
    @MainActor
    private static func script(_ session: Session, _ console: Console) async -> Int32 {
        session.start()
        var status: Int32 = 0
        var isFirst = true
        while var line = await console.nextLine() {
            // A byte-order mark at the beginning of the input is no part of a command.
            if isFirst, line.unicodeScalars.first == "\u{FEFF}" { line.unicodeScalars.removeFirst() }
            isFirst = false
            switch await step(line, session, console) {
            case .done: break
            case .failed: status = 1
            case .quit: return status
            }
        }
        return status
    }

    @MainActor
    private static func interactive(_ session: Session, _ console: Console) async -> Int32 {
        session.start()
        console.write("superapp – your personal dictionary. Type “help” for the commands, “quit” to leave.")
        _ = await step("list --limit 10", session, console)
        while true {
            console.prompt("\(session.direction)> ")
            guard let line = await console.nextLine() else {
                console.write("")
                return 0
            }
            if await step(line, session, console) == .quit { return 0 }
        }
    }

    private enum Step {
        case done, failed, quit
    }

    @MainActor
    private static func step(_ line: String, _ session: Session, _ console: Console) async -> Step {
        let words = splitLine(line)
        // A blank line, and a comment in a script.
        guard let first = words.first, !first.hasPrefix("#") else { return .done }
        do {
            let command = try Command(words, isSession: true)
            if command == .quit { return .quit }
            console.show(try await session.run(command))
            return .done
        } catch {
            console.show(error)
            return .failed
        }
    }
}
