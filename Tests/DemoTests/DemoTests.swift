import Foundation
import TestSupport
import Testing
import superapp_demo

@Suite("The demo", .bounded)
@MainActor
struct DemoTests {
    @Test("the tour shows every screen", arguments: [[], ["tour"]])
    func tour(arguments: [String]) async {
        let typing = Typing([])
        #expect(await Demo.run(arguments, typing.terminal) == 0)
        #expect(typing.errors.isEmpty)
        let expected = [
            "dog  en→ru  собака", "Schlange  de→en  snake", "libro  it→ru", "зима  ru→it",
            "зима → inverno  (in 2 days)", "★ зима", "noun: собака",
            "[ ] Learn ten words  high", "Learn ten words → Learn twelve words", "No conflicts", "→ New word",
        ]
        var rest = typing.output[...]
        for text in expected {
            let range = rest.range(of: text)
            #expect(range != nil, "“\(text)” is missing in \(rest)")
            if let range { rest = rest[range.upperBound...] }
        }
        #expect(typing.output.components(separatedBy: "── ").count == 12)
    }

    private func prompt(_ lines: String...) async -> Typing {
        let typing = Typing(lines)
        #expect(await Demo.run(["prompt"], typing.terminal) == 0)
        return typing
    }

    @Test("the prompt runs commands until the input ends")
    func commands() async {
        let typing = await prompt(
            "list", "add dog", "star dog", "search соб", "show dog", "todo", "todo Buy milk", "  todo  ", "list")
        #expect(typing.errors.isEmpty)
        let lines = typing.output.split(separator: "\n").dropFirst()
        #expect(
            lines.prefix(4) == ["No words yet", "  dog  en→ru  собака", "★ dog  en→ru  собака", "★ dog  en→ru  собака"])
        #expect(typing.output.contains("  – noun: собака"))
        #expect(
            lines.suffix(4) == [
                "Nothing to do", "[ ] Buy milk  normal", "[ ] Buy milk  normal", "★ dog  en→ru  собака",
            ])
    }

    @Test("a failure is shown, and the prompt goes on; help names every command; quit leaves")
    func failures() async {
        let typing = await prompt("show cat", "add", "fly", "", "help", "quit", "list")
        #expect(typing.errors == "superapp-demo: there is no word “cat”\n")
        #expect(typing.output.contains("usage: add TEXT\n"))
        #expect(typing.output.contains("There is no command “fly”"))
        for name in ["add", "list", "star", "search", "show", "todo", "tree", "help", "quit"] {
            #expect(typing.output.contains("\n\(name) "), "\(name)")
        }
        #expect(!typing.output.contains("No words yet"))
    }

    @Test("help and a usage error name the commands", arguments: [["--help"], ["-h"], ["tour", "--help"], ["fly"]])
    func usage(arguments: [String]) async {
        let typing = Typing([])
        let isWrong = arguments == ["fly"]
        #expect(await Demo.run(arguments, typing.terminal) == (isWrong ? 2 : 0))
        #expect((isWrong ? typing.errors : typing.output).contains("usage: superapp-demo [tour|tree|prompt]"))
        #expect((isWrong ? typing.output : typing.errors).isEmpty)
    }

    @Test("a newcomer reads it in a few minutes: at most 400 lines")
    func size() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/superapp-demo")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let counts = try files.map { try String(contentsOf: $0, encoding: .utf8).count { $0 == "\n" } }
        #expect(counts.count >= 3 && counts.reduce(0, +) <= 400)
    }

    @Test("the process reads commands from its input, exits with a status, and writes no file")
    func process() async throws {
        try await withTemporaryFolder { folder in
            for (arguments, status, expected) in [(["prompt"], Int32(0), "No words yet"), (["fly"], 2, "usage:")] {
                let process = Process()
                process.executableURL = Self.binary
                process.arguments = arguments
                process.environment = ["HOME": folder.systemPath, "XDG_DATA_HOME": folder.systemPath]
                let (input, output) = (Pipe(), Pipe())
                (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
                try process.start()
                try input.fileHandleForWriting.write(contentsOf: Data("list\n".utf8))
                try input.fileHandleForWriting.close()
                let text = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
                process.waitUntilExit()
                #expect(process.terminationStatus == status)
                #expect(text?.contains(expected) == true, "\(text ?? "")")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.systemPath).isEmpty)
        }
    }

    private static let binary: URL = {
        #if canImport(Darwin)
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
        return bundle.bundleURL.deletingLastPathComponent().appending(path: "superapp-demo")
        #else
        return Bundle.main.bundleURL.appending(path: "superapp-demo")
        #endif
    }()
}
