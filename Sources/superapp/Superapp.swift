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
        let environment = ProcessInfo.processInfo.environment
        let console = Console(
            isJSON: arguments.prefix { $0 != "--" }.contains("--json"),
            localizer: .superapp(Options.locale(arguments, environment)))
        let status: Int32
        do throws(CommandLineError) {
            let options = try Options(arguments, environment: environment)
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
            guard let text = Help.text(of: name, in: console.localizer) else {
                throw .usage(Message("there is no command “\(name ?? "")”"))
            }
            console.show(Presentation(text: text, json: .string(text)))
            return 0
        }
        guard !options.words.isEmpty else {
            let isAutomatic = console.isInteractive && !options.isJSON
            return try await withSession(options, isAutomatic: isAutomatic) { session in
                guard console.isInteractive, !options.isJSON else { return await script(session, console) }
                await Interactive.run(session, console, environment: ProcessInfo.processInfo.environment)
                return 0
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
    /// - Parameter isAutomatic: whether the to-do list is synchronized by itself meanwhile, with the server that is remembered.
    @MainActor
    private static func withSession(
        _ options: Options, isAutomatic: Bool = false,
        _ body: @MainActor (Session) async throws(CommandLineError) -> Int32
    ) async throws(CommandLineError) -> Int32 {
        let clock = WallClock.system
        let logger = Logger(
            label: "superapp", minimumLevel: options.logLevel, handler: StandardErrorLogHandler(), clock: clock)
        let todoServer = TodoServer(environment: ProcessInfo.processInfo.environment, clock: clock)
        let dependencies: AppDependencies
        do {
            dependencies = try await AppDependencies.open(
                AppConfiguration(
                    storage: options.storage, translation: options.translation,
                    reminder: .terminal(
                        Console(isJSON: options.isJSON, localizer: .superapp(options.locale)),
                        logger: logger.labelled("reminder")), locale: options.locale,
                    clock: clock, todoSynchronization: todoServer.synchronization(isAutomatic: isAutomatic),
                    logger: logger))
        } catch {
            throw CommandLineError(error)
        }
        todoServer.use(Settings(dependencies.store.settings))
        let tree = FeatureTree(
            clock: clock, logger: logger.labelled("feature"),
            leakDetector: LeakDetector { logger.warning("leak", ["leak": "\($0)"]) })
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        let result: Result<Int32, CommandLineError>
        do throws(CommandLineError) {
            result = .success(
                try await body(
                    Session(
                        app: app, tree: tree, localizer: .superapp(options.locale), clock: clock,
                        todoServer: todoServer)))
        } catch {
            result = .failure(error)
        }
        app.detach()
        await dependencies.close()
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
