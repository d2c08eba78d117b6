import CoreModule
import Foundation
import PersonalDictionary
import TerminalAppKit
import TerminalTesting
import Testing
import TodoList

/// The app in a terminal, with data of its own.
@MainActor
struct AppInTerminal {
    let folder: URL
    var store: URL { folder.appending(path: "superapp/superapp.sqlite") }

    /// Runs the app for the time of a test.
    func run(
        _ arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        _ body: (PseudoTerminal) async throws -> Void
    ) async throws {
        let own = ["XDG_DATA_HOME": folder.path(percentEncoded: false), "LANG": "C", "TERM": "xterm-256color"]
        let terminal = try PseudoTerminal(
            PseudoTerminal.program("terminal-app"), arguments, environment: own.merging(environment) { $1 },
            size: WindowSize(columns: columns, rows: rows))
        let result: Result<Void, any Error>
        do { result = .success(try await body(terminal)) } catch { result = .failure(error) }
        // If the test has not ended the app, close its window.
        terminal.hangUp()
        _ = try await terminal.waitForExit()
        try result.get()
    }

    /// Opens the same store in this process, which is another one for the app.
    func inOtherProcess<Value: Sendable>(_ body: (AppGraph) async throws -> Value) async throws -> Value {
        let dependencies = try await AppDependencies.open(AppConfiguration(storage: .file(store)))
        let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
        app.startTranslating()
        let result: Result<Value, any Error>
        do { result = .success(try await body(app)) } catch { result = .failure(error) }
        app.detach()
        await dependencies.close()
        return try result.get()
    }

    /// The texts of the words in the store, newest first.
    func words() async throws -> [String] {
        try await inOtherProcess { app in
            let list = app.mainScreen.mainWordList.viewModel
            await list.load(first: .max)
            return list.words.map(\.text.value)
        }
    }

    /// Adds a word, as another process does.
    func add(_ texts: String...) async throws { try await add(texts) }

    /// Adds words in one process.
    func add(_ texts: [String]) async throws {
        try await inOtherProcess { app in
            let screen = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
            for text in texts {
                screen.text = text
                try #require(await screen.save() != nil)
            }
        }
    }
}

/// Makes an empty folder, whose name has a space and Cyrillic letters, and the app for it.
@MainActor
func withApp(_ body: (AppInTerminal) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "terminal тест \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let result: Result<Void, any Error>
    do { result = .success(try await body(AppInTerminal(folder: folder))) } catch { result = .failure(error) }
    try FileManager.default.removeItem(at: folder)
    try result.get()
}

/// Runs the app in a terminal for the time of a test.
@MainActor
func withTerminal(
    _ arguments: [String] = [], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
    _ body: (PseudoTerminal, AppInTerminal) async throws -> Void
) async throws {
    try await withApp { app in
        try await app.run(arguments, columns: columns, rows: rows, environment: environment) {
            try await body($0, app)
        }
    }
}
