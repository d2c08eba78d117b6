import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// A thin front end that drives the app's screens from a terminal.
@main
struct Superapp {
    static func main() async {
        // The reader of standard output that has seen enough ends the program, as usual; that of another pipe does not.
        signal(SIGPIPE) { _ in
            var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            if poll(&output, 1, 0) > 0 { _exit(128 + SIGPIPE) }
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        let environment = ProcessInfo.processInfo.environment
        // Made before the options are parsed, since that may fail.
        let console = Console(
            isJSON: arguments.prefix { $0 != "--" }.contains("--json"),
            localizer: .personalDictionary(
                locale: Options.locale(arguments, environment),
                tables: [MessageTable(ResourceBundle("Examples_superapp"), englishIsKeys: true)]))
        do {
            // Swift has repaired those that are not UTF-8.
            let originals = arguments.indices.map { CommandLine.unsafeArgv[$0 + 1] }
            guard originals.allSatisfy({ $0.flatMap { String(validatingCString: $0) } != nil }) else {
                throw CommandLineError.notUTF8
            }
            exit(try await run(try Options(arguments, environment: environment), console, environment))
        } catch {
            console.show(error)
            exit(CommandLineError(error).exitStatus)
        }
    }

    private static func run(
        _ options: Options, _ console: Console, _ environment: [String: String]
    ) async throws -> Int32 {
        if options.asksForVersion {
            console.show(Presentation(text: "superapp \(Help.version)", json: .string(Help.version)))
            return 0
        }
        if options.asksForHelp {
            // `superapp todo add x --help` is about todo add.
            console.show(try Presentation(helpOn: options.words, in: console.localizer))
            return 0
        }
        guard !options.words.isEmpty else {
            let hasPrompt = console.isInteractive && !console.isJSON
            return try await withSession(options, console, environment, isAutomatic: hasPrompt) { session in
                guard hasPrompt else { return await script(session) }
                let history = PromptHistory(environment, isKept: options.isKept, logger: session.logger)
                await Prompt(
                    session, editor: LineEditor(history, lines: await history.lines(), environment: environment)
                ).run()
                return 0
            }
        }
        let command = try Invocation(options.words, isSession: false)
        var options = options
        options.adaptStorage(to: command)
        // The tour is for people, also with --json.
        let isJSON = console.isJSON && command.command.name != "tour"
        let shown = Console(isJSON: isJSON, localizer: console.localizer)
        return try await withSession(options, shown, environment) { session in
            shown.show(try await session.run(command))
            return 0
        }
    }

    /// Builds the app, calls a function with it, and closes it.
    /// - Parameter isAutomatic: whether the to-do list synchronizes by itself meanwhile, with the remembered server.
    @MainActor
    private static func withSession(
        _ options: Options, _ console: Console, _ environment: [String: String], isAutomatic: Bool = false,
        _ body: @escaping @MainActor (Session) async throws -> Int32
    ) async throws -> Int32 {
        if let missing = console.localizer.missingResources { throw missing }
        let clock = WallClock.system
        let logger = EventLogger(
            label: "superapp", minimumLevel: options.logLevel, handler: EventLogger.StandardErrorHandler(), clock: clock
        )
        let todoServer = TodoServerConnection(
            credentials: environment["CALDAV_PASSWORD"].map { WebDAVCredentials(password: Secret($0)) },
            interval: isAutomatic ? .seconds(900) : nil, clock: clock, logger: logger)
        let appEnvironment = AppEnvironment(
            clock: clock, localizer: .personalDictionary(locale: console.localizer.locale), logger: logger)
        let dependencies = try await AppDependencies.open(
            AppConfiguration(
                storage: options.storage, translation: options.translation,
                reminder: .terminal(console, environment, logger: logger.labelled("reminder")),
                todoServer: todoServer,
                sync: SyncConnection(
                    credentials: environment["SYNC_PASSWORD"].map { WebDAVCredentials(password: Secret($0)) }),
                environment: appEnvironment))
        let tree = FeatureTree(
            clock: clock, logger: logger,
            leakDetector: logger.isEnabled(.warning) ? LeakDetector { logger.warning("leak", ["leak": "\($0)"]) } : nil)
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        let result = await Task {
            try await body(
                Session(
                    app: app, tree: tree, console: console, clock: clock, logger: logger, todoServer: todoServer))
        }.result
        app.detach()
        await dependencies.close()
        return try result.get()
    }

    /// Runs one command a line. A line that fails reports its error, and the session goes on.
    @MainActor
    private static func script(_ session: Session) async -> Int32 {
        session.start()
        var status: Int32 = 0
        var number = 0
        while var line = await session.console.nextLine() {
            number += 1
            // A byte-order mark at the beginning of the input is not part of a command.
            if number == 1, line.starts(with: "\u{FEFF}".utf8) { line.removeFirst(3) }
            do {
                let words = try splitLine(line)
                // Blank lines and comments.
                guard let first = words.first, !first.hasPrefix("#") else { continue }
                let command = try Invocation(words, isSession: true)
                if command.isQuit { return status }
                session.console.show(try await session.run(command))
            } catch {
                session.console.show(error, line: number)
                status = 1
            }
        }
        return status
    }
}
