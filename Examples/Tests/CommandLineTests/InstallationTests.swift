import Foundation
import Testing

/// The program without the folders of resources that belong to it.
@Suite("A copied program", .timeLimit(.minutes(15)))
struct InstallationTests {
    private static let modules = ["CoreModule", "PersonalDictionary", "TodoList", "superapp"]

    private static func folderName(_ module: String) -> String {
        #if canImport(Darwin)
        "\(module == "superapp" ? "Examples" : "superapp")_\(module).bundle"
        #else
        "\(module == "superapp" ? "Examples" : "superapp")_\(module).resources"
        #endif
    }

    /// Another process writes the copy: child processes of other tests inherit this process's open files for a moment, and a file that
    /// is open for writing cannot be run.
    private func withCopy(_ body: (Program) async throws -> Void) async throws {
        try await withProgram { program in
            let bin = program.folder.appending(path: "bin")
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: false)
            let copy = bin.appending(path: "superapp")
            try await onThread {
                let process = Process()
                process.executableURL = URL(filePath: "/bin/cp")
                process.arguments = [Program.binary.systemPath, copy.systemPath]
                try process.start()
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
            }
            try await body(Program(folder: program.folder, program: copy))
        }
    }

    private func copyResources(_ modules: [String], for program: Program) throws {
        for name in modules.map(Self.folderName) {
            try FileManager.default.copyItem(
                at: Program.binary.deletingLastPathComponent().appending(path: name),
                to: program.program.deletingLastPathComponent().appending(path: name))
        }
    }

    @Test("without its resources the version and the help are shown; a command ends with one line that names them")
    func alone() async throws {
        try await withCopy { program in
            for arguments in [["--version"], ["--help"], ["add", "--help"], ["--locale", "ru", "--version"]] {
                let result = try await program.run(arguments)
                #expect(result.status == 0 && result.errors.isEmpty && !result.output.isEmpty, "\(arguments)")
            }
            let commands = [["add", "dog"], ["tour"], ["tree"], ["todo"], ["--locale", "ru", "list"], []]
            for arguments in commands {
                let result = try await program.run(arguments)
                #expect(result.status == 1 && result.output.isEmpty, "\(arguments)")
                let lines = result.errors.split(separator: "\n")
                #expect(lines.count == 1 && lines.first?.hasPrefix("superapp: ") == true, "\(result.errors)")
                for module in Self.modules { #expect(result.errors.contains(Self.folderName(module))) }
            }
            #expect(try await program.run("--json", "list").errorCode() == "resourcesMissing")
            #expect(!FileManager.default.fileExists(atPath: program.store.systemPath))
        }
    }

    @Test("one missing folder is named; with all of them the program works")
    func complete() async throws {
        try await withCopy { program in
            try copyResources(["CoreModule", "TodoList", "superapp"], for: program)
            let result = try await program.run("--locale", "ru", "add", "dog")
            #expect(result.status == 1)
            #expect(result.errors.contains("скопируйте \(Self.folderName("PersonalDictionary")) "))
            #expect(!result.errors.contains(Self.folderName("CoreModule")))
            try copyResources(["PersonalDictionary"], for: program)
            #expect(try await program.run("add", "dog").output.contains("собака"))
            #expect(try await program.run("tour").status == 0)
        }
    }

    @Test("a link to the program finds the resources beside the program")
    func link() async throws {
        try await withProgram { program in
            let link = program.folder.appending(path: "link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: Program.binary)
            #expect(try await Program(folder: program.folder, program: link).run("list").status == 0)
        }
    }
}
