import ArgumentParser
import CoreModule
import Foundation
import PersonalDictionary
import PostgresStore
import Synchronization
import TodoList
import WebFrontEnd

/// Copies the store of one person from a file to PostgreSQL.
struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "web move",
        abstract: "Copy the file of one person to PostgreSQL.",
        usage: "web move --store FILE --postgres URL --person NAME",
        discussion: """
            Words, reviews, tasks, both bins and the settings of the person are copied in one transaction: all or nothing. If it fails, the \
            command can be given again. It refuses if the person already has words, reviews or tasks there. The file stays. Stop what \
            else uses the file before.
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
            try await copy()
        } catch {
            FileHandle.standardError.write(Data("\(Self.fullMessage(for: failure(error)))\n".utf8))
            Web.end(EXIT_FAILURE)
        }
        Web.end()
    }

    private func copy() async throws {
        let logger = EventLogger(label: "web", minimumLevel: .warning, handler: EventLogger.StandardErrorHandler())
        let source = try await DictionaryStore.open(URL(filePath: store), logger: logger)
        let contents = try await Self.run {
            try await StoreContents(source)
        } andAlways: {
            await source.close()
        }
        let stores = try await PostgresStores(url: postgres, logger: logger)
        let progress = MoveProgress(total: contents.count)
        try await Self.run {
            do {
                try await stores.fill(PersonID(person), with: contents) { progress.show($0) }
            } catch DictionaryError.duplicate(let id) {
                throw DuplicateWord(text: contents.words.first { $0.word.id == id }?.word.text.value ?? "\(id)")
            }
        } andAlways: {
            await stores.close()
        }
        print(
            """
            Copied to “\(person)”: words \(contents.words.count), tasks \(contents.todos.count { $0.todo != nil }), events of reviews \
            \(contents.ownEvents.count + contents.importedEvents.count), in the bins \
            \(contents.removedWords.count + contents.removedTodos.count).
            """)
    }

    /// Runs a closure, and then another one, also if the first has failed.
    private static func run<Value>(
        _ body: () async throws -> Value, andAlways end: () async -> Void
    ) async throws -> Value {
        do {
            let value = try await body()
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }

    /// What to say of an error.
    private func failure(_ error: any Error) -> Web.Failure {
        switch error {
        case is PersonHasData:
            Web.Failure(
                description: "“\(person)” already has words, reviews or tasks in the database. Nothing was copied.")
        case is UnknownFill:
            Web.Failure(
                description: """
                    The connection was lost at the end, so it is not known whether everything was copied or nothing. Give the command \
                    again: it refuses if everything was copied.
                    """)
        case let error as DuplicateWord:
            Web.Failure(
                description: "The file has a word twice for the database: “\(error.text)”. Nothing was copied.")
        case let error as any ExplainedError:
            Web.Failure(description: "\(Localizer.personalDictionary()(error.explanation)). Nothing was copied.")
        default:
            Web.Failure(description: "\(error). Nothing was copied.")
        }
    }

    /// Two words of the file are one word for the database.
    private struct DuplicateWord: Error {
        let text: String
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
