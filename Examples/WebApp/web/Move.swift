import ArgumentParser
import CoreModule
import Foundation
import PersonalDictionary
import PostgresStore
import Synchronization
import TodoList
import WebFrontEnd

/// The program: it serves, unless its first argument is the name of another command.
@main
enum Program {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Not a subcommand of the parser: it would give the options to `web`, which has some of the same names.
        switch arguments.first {
        case "move": await Move.main(Array(arguments.dropFirst()))
        case "password": PasswordCommand.main(Array(arguments.dropFirst()))
        default: await Web.main(arguments)
        }
    }
}

/// Copies the store of one person from a file to PostgreSQL.
struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web move",
        abstract: "Copy the file of one person to PostgreSQL.",
        usage: "web move --store FILE --postgres URL --person NAME",
        discussion: """
            Words, reviews, tasks, both bins and the settings of the person are copied in one transaction: if it fails, the database is as \
            before, and the command can be given again. It refuses if the person already has words, reviews or tasks there. The \
            file stays. Stop what else uses the file before.
            """)

    @Option(help: "The file with all data.")
    var store: String

    @Option(help: "The address of a PostgreSQL database. Its tables are made if necessary.")
    var postgres: String

    @Option(help: "The name of the person, as the proxy says it.")
    var person: String

    func validate() throws {
        guard Web.isAddress(postgres) else { throw ValidationError("--postgres \(Web.formOfAddress).") }
        guard Person(person).isNamed else {
            throw ValidationError("--person is a name of 1 to 200 bytes without control characters.")
        }
        guard FileManager.default.fileExists(atPath: store) else {
            throw ValidationError("There is no file “\(store)”.")
        }
    }

    func run() async throws {
        do {
            try await move()
        } catch is PersonHasData {
            throw Web.Failure(
                description: "“\(person)” already has words, reviews or tasks in the database. Nothing was copied.")
        } catch let error as any ExplainedError {
            throw Web.Failure(
                description: "\(Localizer.personalDictionary()(error.explanation)). Nothing was copied.")
        }
        Web.end()
    }

    private func move() async throws {
        let logger = EventLogger(label: "web", minimumLevel: .warning, handler: EventLogger.StandardErrorHandler())
        let source = try await DictionaryStore.open(URL(filePath: store), logger: logger)
        let contents = try await StoreContents(source)
        await source.close()
        let stores = try await PostgresStores(url: postgres, logger: logger)
        let progress = MoveProgress(total: contents.count)
        try await stores.fill(PersonID(person), with: contents) { progress.show($0) }
        await stores.close()
        print(
            """
            Copied to “\(person)”: words \(contents.words.count), tasks \(contents.todos.count { $0.todo != nil }), events of reviews \
            \(contents.ownEvents.count + contents.importedEvents.count), in the bins \
            \(contents.removedWords.count + contents.removedTodos.count).
            """)
    }
}

/// Says on standard error how far a copy is, every two seconds.
private final class MoveProgress: Sendable {
    private static let interval = Duration.seconds(2)
    private let total: Int
    private let next = Mutex(ContinuousClock.now + interval)

    init(total: Int) {
        self.total = total
    }

    func show(_ count: Int) {
        let isDue = next.withLock { next in
            guard next <= .now else { return false }
            next = .now + Self.interval
            return true
        }
        if isDue { FileHandle.standardError.write(Data("\(count) of \(total)\n".utf8)) }
    }
}
