import CoreModule
import Foundation

/// The program's binary, run as a user runs it.
struct Program {
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The JSON values on the lines of the output.
        func json() throws -> [Any] {
            try output.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8), options: .fragmentsAllowed)
            }
        }

        func object() throws -> [String: Any] { try json().first as? [String: Any] ?? [:] }
        func objects() throws -> [[String: Any]] { try json().first as? [[String: Any]] ?? [] }

        /// The code in the JSON error on standard error.
        func errorCode() throws -> String? {
            let value = try JSONSerialization.jsonObject(with: Data(errors.utf8)) as? [String: [String: String]]
            return value?["error"]?["code"]
        }
    }

    /// The folder for the user's data.
    let folder: URL

    var store: URL { folder.appending(path: "superapp/superapp.sqlite") }

    /// Whether to run it as a user to whom permissions apply, if the tests run as root.
    var isUnprivileged = false

    /// The providers that it asks, unless a test names others; nil for those of a user. To load the glossary takes a debug build a
    /// third of a second.
    var translator: String?

    /// A dictionary with one word, `zyx`.
    static let smallDictionary =
        "dictfile:en-ru:"
        + project.appending(path: "Examples/Tests/CommandLineTests/Fixtures/small.index").systemPath

    /// The program to run: the one of the build, or a copy of it.
    var program = Self.binary

    /// Variables that it has beside those of every run.
    var variables: [String: String] = [:]

    /// The whole environment of the program.
    var environment: [String: String] {
        ["XDG_DATA_HOME": folder.path(percentEncoded: false), "HOME": "/nowhere", "LANG": "C"]
            .merging(variables) { $1 }
    }

    /// Runs the program to its end, on a thread of its own, so that several can run at once. If the caller is cancelled, the
    /// program is killed.
    func run(_ arguments: [String], input: String = "", environment: [String: String] = [:]) async throws -> Result {
        let process = StartedProcess()
        return try await withTaskCancellationHandler {
            try await onThread { try runBlocking(process, arguments, input, environment) }
        } onCancel: {
            process.kill()
        }
    }

    func run(_ arguments: String...) async throws -> Result { try await run(arguments) }

    /// Saves a word that nothing knows yet: the only provider cannot be reached.
    func addWaiting(_ text: String, _ options: String...) async throws {
        let added = try await run(
            ["--translator", "dict", "add", text, "--wait", "0"] + options,
            environment: ["DICT_URL": "dict://127.0.0.1:1"])
        guard added.status == 0 else { throw Refused(errors: added.errors) }
    }

    struct Refused: Error { let errors: String }

    /// A word is waited for longer than the 5 seconds of a user, because the machine may have much else to do.
    private func patient(_ arguments: [String]) -> [String] {
        let others = ["todo", "langs", "help", "--help", "--wait", "--"]
        let isWord = arguments.contains { ["add", "edit"].contains($0) } && !arguments.contains { others.contains($0) }
        return arguments + (isWord ? ["--wait", "240"] : [])
    }

    /// The option with the test's providers, unless the arguments name others or are those of another program.
    func providers(for arguments: [String]) -> [String] {
        guard let translator, program == Self.binary, !arguments.contains("--translator") else { return [] }
        return ["--translator", translator]
    }

    private func runBlocking(
        _ started: StartedProcess, _ arguments: [String], _ input: String, _ environment: [String: String]
    ) throws -> Result {
        let process = Process()
        let command = isUnprivileged ? Self.unprivilegedCommand : [program.path(percentEncoded: false)]
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst()) + providers(for: arguments) + patient(arguments)
        process.environment = self.environment.merging(environment) { $1 }
        let files = try (0..<3).map { _ in
            let file = folder.appending(path: UUID().uuidString)
            try Data().write(to: file)
            return file
        }
        try Data(input.utf8).write(to: files[0])
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try started.start(process)
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        for file in files { try FileManager.default.removeItem(at: file) }
        return Result(status: process.terminationStatus, output: texts[1], errors: texts[2])
    }

    /// A group to which an unprivileged program belongs, if the tests run as root.
    static let extraGroup = 54_321

    /// The command that starts the binary as the user nobody, if the tests run as root.
    private static var unprivilegedCommand: [String] {
        let binary = binary.path(percentEncoded: false)
        guard geteuid() == 0 else { return [binary] }
        return ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--groups=\(extraGroup)", binary]
    }

    /// Whether another user than root can start the binary: not if it lies in root's own folder.
    static func canRunUnprivileged() async -> Bool {
        let folder = FileManager.default.temporaryDirectory
        let result = try? await Program(folder: folder, isUnprivileged: true).run("--version")
        return result?.status == 0
    }

    /// The program of another build, if `SUPERAPP` has its path; otherwise that of the tests' build, beside the test bundle.
    static let binary: URL = {
        if let path = ProcessInfo.processInfo.environment["SUPERAPP"] { return URL(filePath: path) }
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent().appending(path: "superapp")
        #else
        return Bundle.main.bundleURL.appending(path: "superapp")
        #endif
    }()
}

/// The folder of the repository.
let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized

/// Runs a test with a program that has no data yet.
func withProgram(translator: String? = nil, _ body: (Program) async throws -> Void) async throws {
    try await withTemporaryFolder { try await body(Program(folder: $0, translator: translator)) }
}

/// A process that a cancelled test kills.
final class StartedProcess: Sendable {
    private let state = Locked<(id: Int32?, isKilled: Bool)>((nil, false))

    func start(_ process: Process) throws {
        try process.start()
        let isKilled = state.withLock { state in
            state.id = process.processIdentifier
            return state.isKilled
        }
        if isKilled { kill() }
    }

    func kill() {
        let id = state.withLock { state in
            state.isKilled = true
            return state.id
        }
        if let id { _ = Foundation.kill(id, SIGKILL) }
    }
}

/// Runs blocking code on a thread of its own, since the shared pool has few.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}
