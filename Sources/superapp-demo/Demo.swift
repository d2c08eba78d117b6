import CoreModule
import Foundation
import PersonalDictionary

/// The smallest front end: it builds the app with data in memory, drives its screens, and prints what they show. `Tour.swift` and
/// `Prompt.swift` are two ways through the screens of `Screens.swift`.
@main
@MainActor
package struct Demo {
    /// All features, and all screens.
    let app: AppGraph
    /// The live tree of what is open.
    let tree: FeatureTree
    let terminal: Terminal

    static let usage = """
        usage: superapp-demo [tour|tree|prompt]

          tour    walks through every screen; so does superapp-demo alone
          tree    draws the live feature tree with every screen open
          prompt  reads commands, one on a line; “help” lists them

        Everything is in memory: nothing is written, and no network is used.
        """

    package static func main() async {
        exit(await run(Array(CommandLine.arguments.dropFirst()), .standard))
    }

    /// Runs the program.
    /// - Returns: the exit status: 0 if all went well, 1 if something failed, 2 if the arguments are wrong.
    package static func run(_ arguments: [String], _ terminal: Terminal) async -> Int32 {
        switch arguments {
        case [], ["tour"]: await withApp(terminal) { try await $0.tour() }
        case ["tree"]: await withApp(terminal) { try $0.drawTree() }
        case ["prompt"]: await withApp(terminal) { await $0.prompt() }
        case let words where words.contains("--help") || words.contains("-h") || words == ["help"]:
            terminal.show(usage, 0)
        default:
            terminal.complain("there is no command “\(arguments.joined(separator: " "))”\n\(usage)", 2)
        }
    }

    /// What every front end does: it opens the stores, makes the tree, builds the app, and closes it at the end.
    package static func withApp(_ terminal: Terminal, _ body: (Demo) async throws -> Void) async -> Int32 {
        do {
            let dependencies = try await AppDependencies.open(AppConfiguration(storage: .memory))
            let tree = FeatureTree()
            let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
            // From now on, an added word is translated in the background, here by the bundled glossary.
            app.startTranslating()
            let demo = Demo(app: app, tree: tree, terminal: terminal)
            var status: Int32 = 0
            do { try await body(demo) } catch { status = demo.show(error) }
            app.detach()
            await dependencies.close()
            return status
        } catch {
            return terminal.complain(Localizer.english(error.explanation), 1)
        }
    }

    /// A text of a view model in the user's language.
    func text(_ message: Message) -> String { app.localizer(message) }

    func show(_ lines: String...) { for line in lines { terminal.write(line + "\n") } }

    /// Shows why an action failed.
    @discardableResult
    func show(_ error: any Error) -> Int32 {
        terminal.complain((error as? any ExplainedError).map { text($0.explanation) } ?? "\(error)", 1)
    }
}

/// Where the demo reads and writes. Tests have their own.
package struct Terminal: Sendable {
    /// The next line of the input; nil at its end.
    let nextLine: @Sendable () async -> String?
    let write: @Sendable (String) -> Void
    let writeError: @Sendable (String) -> Void
    /// What stands before the line that is read. Empty if nobody sees it.
    var prompt = ""

    package init(
        nextLine: @escaping @Sendable () async -> String?, write: @escaping @Sendable (String) -> Void,
        writeError: @escaping @Sendable (String) -> Void, prompt: String = ""
    ) {
        (self.nextLine, self.write, self.writeError, self.prompt) = (nextLine, write, writeError, prompt)
    }

    /// Standard input, output and error. A line is read on another thread, so that the app goes on meanwhile.
    static let standard = Terminal(
        nextLine: {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: readLine()) }
            }
        },
        write: { FileHandle.standardOutput.write(Data($0.utf8)) },
        writeError: { FileHandle.standardError.write(Data($0.utf8)) }, prompt: isatty(STDIN_FILENO) == 1 ? "> " : "")

    func show(_ text: String, _ status: Int32) -> Int32 {
        write(text + "\n")
        return status
    }

    func complain(_ text: String, _ status: Int32) -> Int32 {
        writeError("superapp-demo: \(text)\n")
        return status
    }
}
