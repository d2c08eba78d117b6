import Foundation
import Testing

@Suite("Completion in shells", .timeLimit(.minutes(2)))
struct CompletionsTests {
    private static func isInstalled(_ shell: String) -> Bool {
        ["/bin/\(shell)", "/usr/bin/\(shell)"].contains { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a shell on a script, to which a test adds lines.
    private func run(_ shell: String, _ options: [String] = [], _ lines: String = "") async throws -> Program.Result {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let script = try await program.run("completions", shell)
            #expect(script.status == 0 && script.errors.isEmpty)
            let file = folder.appending(path: "script")
            try Data((script.output + lines).utf8).write(to: file)
            let shellProgram = Program(folder: folder, program: URL(filePath: "/usr/bin/env"))
            return try await shellProgram.run(
                [shell] + options + [file.systemPath],
                environment: ["PATH": "/usr/bin:/bin", "HOME": folder.systemPath])
        }
    }

    /// Lines that print the completions of words; the last one is the one before the cursor.
    private func question(_ shell: String, _ words: [String]) -> String {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        switch shell {
        case "bash":
            return """

                COMP_WORDS=(superapp \(list)); COMP_CWORD=\(words.count); _superapp; printf '%s\\n' "${COMPREPLY[@]}"
                """
        case "zsh":
            return """

                compadd() { shift; local word; for word; do [[ $word == ${words[CURRENT]}* ]] && print -r -- $word; done; }
                _files() { print -l -- *(N) }
                words=(superapp \(list)); CURRENT=\(words.count + 1); _superapp
                """
        default: return "\ncomplete -C 'superapp \(words.joined(separator: " "))' | string split -f1 \\t\n"
        }
    }

    @Test("the scripts are sound", arguments: ["bash", "zsh", "fish"].filter(isInstalled))
    func syntax(shell: String) async throws {
        let checked = try await run(shell, ["-n"])
        #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
    }

    @Test(
        "commands, subcommands, options and their values are completed",
        arguments: ["bash", "zsh", "fish"].filter(isInstalled))
    func completion(shell: String) async throws {
        let cases: [(words: [String], wanted: [String])] = [
            (["fav"], ["favorites"]), (["todo", "un"], ["undone"]), (["todo", "add", "x", "--pr"], ["--priority"]),
            (["search", "x", "--by", "tr"], ["translation"]), (["--locale", "ru", "langs", "s"], ["set", "swap"]),
            (["--log", "inf"], ["info"]), (["completions", "f"], ["fish"]), (["--eph"], ["--ephemeral"]),
            (["todo", "add", "x", "--priority", "n"], ["normal"]), (["help", "impo"], ["import"]),
            (["tree", "--format", "sv"], ["svg"]), (["und"], []),
        ]
        for (words, wanted) in cases {
            let result = try await run(shell, [], question(shell, words))
            let found = result.output.split(separator: "\n").map(String.init)
            #expect(found == wanted, "\(words): \(result)")
        }
    }

    @Test("files are completed where a file is wanted", arguments: ["bash", "zsh", "fish"].filter(isInstalled))
    func files(shell: String) async throws {
        for words in [["import", "/etc/pass"], ["todo", "export", "/etc/pass"], ["--store", "/etc/pass"]] {
            let question = question(shell, words).replacing("*(N)", with: "/etc/pass*(N)")
            let found = try await run(shell, [], question).output
            #expect(found.contains("/etc/passwd"), "\(words): \(found)")
        }
    }

    @Test("another shell is wrong usage, which names the known ones")
    func unknown() async throws {
        try await withProgram { program in
            let result = try await program.run("completions", "tcsh")
            #expect(result.status == 2 && result.errors.contains("bash, zsh, fish"), "\(result.errors)")
            #expect(try await program.run("completions").status == 2)
        }
    }
}
