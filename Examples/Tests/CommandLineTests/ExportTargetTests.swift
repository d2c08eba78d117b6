import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("What an export may replace", .timeLimit(.minutes(15)))
struct ExportTargetTests {
    /// The commands that export to a file, each with a format.
    static let exports = [["export", "--format", "csv"], ["todo", "export", "--format", "ics"]]

    /// Runs a test with a program that has a word and a task.
    private func withFilledProgram(_ body: (Program) async throws -> Void) async throws {
        try await withProgram(translator: Program.smallDictionary) { program in
            #expect(try await program.run("add", "dog", "--wait", "0").status == 0)
            #expect(try await program.run("todo", "add", "milk").status == 0)
            try await body(program)
        }
    }

    @Test(
        "an export to the open store, its companions, a link to it, or another SQLite file is refused and changes nothing",
        arguments: exports)
    func stores(command: [String]) async throws {
        try await withFilledProgram { program in
            let folder = program.store.deletingLastPathComponent()
            let (link, hardLink) = (folder.appending(path: "link.csv"), folder.appending(path: "hard.csv"))
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: program.store)
            try FileManager.default.linkItem(at: program.store, to: hardLink)
            let other = folder.appending(path: "other.db")
            try FileManager.default.copyItem(at: program.store, to: other)
            let store = program.store.systemPath
            let targets =
                [store, store + "-wal", store + "-shm", store + "-journal", store + "-WAL"]
                + [link, hardLink, other].map(\.systemPath)
            for target in targets {
                let result = try await program.run(["--json"] + command + [target])
                #expect(result.status == 1 && result.output.isEmpty, "\(target)")
                #expect(try result.errorCode() == "fileUnwritable", "\(target)")
            }
            #expect(try await program.run("list", "--json").objects().count == 1)
            #expect(try await program.run("todo", "count", "--json").object()["total"] as? Int == 1)
            #expect(try SQLiteProbe(other.systemPath).text("PRAGMA integrity_check") == "ok")
            let russian = try await program.run(["--locale", "ru"] + command + [store])
            #expect(russian.errors.contains("база данных"), "\(russian.errors)")
        }
    }

    @Test("a session goes on with its store after an export to it was refused", arguments: exports)
    func session(command: [String]) async throws {
        try await withFilledProgram { program in
            let line = (command + ["'\(program.store.systemPath)'"]).joined(separator: " ")
            let result = try await program.run(["--json"], input: "\(line)\nadd cat --wait 0\n")
            #expect(result.status == 1)
            #expect(try await program.run("list", "--json").objects().count == 2)
        }
    }

    @Test(
        "an export follows symbolic links, also to a file that does not exist yet, and leaves them", arguments: exports)
    func links(command: [String]) async throws {
        try await withFilledProgram { program in
            let expected = try await program.run(command + ["-"]).output
            let manager = FileManager.default
            let (target, link) = (program.folder.appending(path: "target"), program.folder.appending(path: "link"))
            try manager.createSymbolicLink(atPath: link.systemPath, withDestinationPath: "target")
            for _ in 0..<2 {
                #expect(try await program.run(command + [link.systemPath]).status == 0)
                #expect(try manager.destinationOfSymbolicLink(atPath: link.systemPath) == "target")
                #expect(try String(contentsOf: target, encoding: .utf8) == expected)
            }
            let circle = program.folder.appending(path: "circle")
            try manager.createSymbolicLink(atPath: circle.systemPath, withDestinationPath: "circle")
            let refused = try await program.run(["--json"] + command + [circle.systemPath])
            #expect(try refused.status == 1 && refused.errorCode() == "fileUnwritable")
        }
    }

    @Test(
        "a relative link counts from the folder in which it lies, also if that is reached by a link",
        arguments: exports,
        [false, true])
    func linkedFolders(command: [String], exists: Bool) async throws {
        try await withFilledProgram { program in
            let expected = try await program.run(command + ["-"]).output
            let manager = FileManager.default
            let folder = program.folder
            try manager.createDirectory(
                at: folder.appending(path: "real/inner"), withIntermediateDirectories: true)
            for (link, target) in [("alias", "real/inner"), ("real/inner/link", "../~/file"), ("real/~", "far")] {
                try manager.createSymbolicLink(
                    atPath: folder.appending(path: link).systemPath, withDestinationPath: target)
            }
            try manager.createDirectory(at: folder.appending(path: "real/far"), withIntermediateDirectories: true)
            let (file, other) = (folder.appending(path: "real/far/file"), folder.appending(path: "file"))
            try Data("other".utf8).write(to: other)
            if exists { try Data("old".utf8).write(to: file) }
            #expect(try await program.run(command + [folder.appending(path: "alias/link").systemPath]).status == 0)
            #expect(try String(contentsOf: file, encoding: .utf8) == expected)
            #expect(try String(contentsOf: other, encoding: .utf8) == "other")
            #expect(try manager.contentsOfDirectory(atPath: folder.appending(path: "real/far").systemPath) == ["file"])
        }
    }

    /// Runs a line of a shell, in which `$0` is the program, `$1` the store and `$2` a file, and returns its status.
    private func shell(_ line: String, _ program: Program, _ file: URL) async throws -> Int32 {
        try await onThread {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", line, Program.binary.systemPath, program.store.systemPath, file.systemPath]
            process.environment = program.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.start()
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    @Test(
        "an export to a descriptor writes where it stands, and replaces nothing", arguments: exports,
        ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/fd/3", "link"])
    func descriptors(command: [String], target: String) async throws {
        try await withFilledProgram { program in
            let expected = try await program.run(command + ["-"]).output
            let file = program.folder.appending(path: "log")
            let link = program.folder.appending(path: "link").systemPath
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/fd/3")
            try Data("keep\n".utf8).write(to: file)
            let path = target == "link" ? link : target
            let redirection = path.hasSuffix("1") || path.hasSuffix("stdout") ? "" : "3>&1 >/dev/null"
            let export = "\"$0\" --store \"$1\" \(command.joined(separator: " ")) '\(path)' \(redirection)"
            #expect(try await shell("{ echo before; \(export); echo after; } >> \"$2\"", program, file) == 0)
            #expect(try String(contentsOf: file, encoding: .utf8) == "keep\nbefore\n\(expected)after\n")
        }
    }

    @Test("an export to a descriptor of a SQLite file is refused", arguments: exports)
    func databaseDescriptor(command: [String]) async throws {
        try await withFilledProgram { program in
            let other = program.folder.appending(path: "other.db")
            try FileManager.default.copyItem(at: program.store, to: other)
            let before = try Data(contentsOf: other)
            let export = "\"$0\" --store \"$1\" \(command.joined(separator: " ")) /dev/fd/3 3>> \"$2\""
            #expect(try await shell(export, program, other) == 1)
            #expect(try Data(contentsOf: other) == before)
        }
    }

    @Test("a pipe that nobody reads is refused at once", arguments: exports)
    func pipeWithoutReader(command: [String]) async throws {
        try await withFilledProgram { program in
            let pipe = program.folder.appending(path: "pipe").systemPath
            #expect(mkfifo(pipe, 0o600) == 0)
            let result = try await program.run(["--json"] + command + [pipe])
            #expect(try result.status == 1 && result.errorCode() == "fileUnwritable")
            #expect(result.errors.contains("nobody reads the pipe"), "\(result.errors)")
        }
    }

    @Test("a session goes on when the reader of a pipe closes it early")
    func closedPipe() async throws {
        try await withFilledProgram { program in
            let words = (0..<5000).map { "word \($0)\n" }.joined()
            #expect(try await program.run(["import", "-", "--format", "csv"], input: words).status == 0)
            let pipe = program.folder.appending(path: "pipe").systemPath
            #expect(mkfifo(pipe, 0o600) == 0)
            let reader = open(pipe, O_RDONLY | O_NONBLOCK)
            async let session = program.run(["--json"], input: "export '\(pipe)' --format csv\nadd cat --wait 0\n")
            // The export does not fit into the pipe, so it is still being written.
            let count = try await onThread {
                defer { close(reader) }
                var readable = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
                var bytes = [UInt8](repeating: 0, count: 10)
                return poll(&readable, 1, 60_000) == 1 ? read(reader, &bytes, bytes.count) : -1
            }
            #expect(count == 10)
            let result = try await session
            #expect(try result.status == 1 && result.errorCode() == "fileUnwritable", "\(result)")
            #expect(try await program.run("list", "--json").objects().count == 5002)
        }
    }

    @Test("the output is cut quietly when its reader has seen enough", arguments: ["list", "export - --format csv"])
    func head(command: String) async throws {
        try await withFilledProgram { program in
            let words = (0..<5000).map { "word \($0)\n" }.joined()
            #expect(try await program.run(["import", "-", "--format", "csv"], input: words).status == 0)
            let (output, errors) = (program.folder.appending(path: "output"), program.folder.appending(path: "errors"))
            for file in [output, errors] { try Data().write(to: file) }
            try await onThread {
                let process = Process()
                process.executableURL = URL(filePath: "/bin/sh")
                process.arguments = ["-c", "\"$0\" \(command) | head -n 1", Program.binary.systemPath]
                process.environment = program.environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
                process.standardOutput = try FileHandle(forWritingTo: output)
                process.standardError = try FileHandle(forWritingTo: errors)
                try process.start()
                process.waitUntilExit()
            }
            #expect(try String(contentsOf: output, encoding: .utf8).split(separator: "\n").count == 1)
            #expect(try String(contentsOf: errors, encoding: .utf8).isEmpty)
        }
    }

    @Test(
        "an export that may not keep the owner keeps the group, or takes its rights", .enabled(if: geteuid() == 0),
        .enabled { await Program.canRunUnprivileged() }, arguments: exports)
    func owners(command: [String]) async throws {
        try await withFilledProgram { program in
            let folder = program.folder.appending(path: "folder")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            #expect(chmod(program.folder.systemPath, 0o777) == 0 && chmod(folder.systemPath, 0o777) == 0)
            #expect(chown(program.store.deletingLastPathComponent().systemPath, 65_534, 65_534) == 0)
            #expect(chown(program.store.systemPath, 65_534, 65_534) == 0)
            var unprivileged = program
            unprivileged.isUnprivileged = true
            let file = folder.appending(path: "file")
            for (group, mode, expected) in [(Program.extraGroup, 0o660, 0o660), (54_322, 0o666, 0o606)] {
                try Data("old".utf8).write(to: file)
                #expect(chown(file.systemPath, 0, gid_t(group)) == 0 && chmod(file.systemPath, mode_t(mode)) == 0)
                let result = try await unprivileged.run(command + [file.systemPath])
                #expect(result.status == 0, "\(result.errors)")
                let attributes = try FileManager.default.attributesOfItem(atPath: file.systemPath)
                #expect(attributes[.posixPermissions] as? Int == expected)
                let kept = expected == mode ? group : 65_534
                #expect(attributes[.groupOwnerAccountID] as? Int == kept)
                try FileManager.default.removeItem(at: file)
            }
        }
    }

    @Test("an export writes through a pipe and a device", arguments: exports)
    func pipes(command: [String]) async throws {
        try await withFilledProgram { program in
            let expected = try await program.run(command + ["-"]).output
            let pipe = program.folder.appending(path: "pipe").systemPath
            #expect(mkfifo(pipe, 0o600) == 0)
            // Open for both, so that neither side waits for the other; the export fits into the pipe.
            let reader = open(pipe, O_RDWR | O_NONBLOCK)
            #expect(try await program.run(command + [pipe]).status == 0)
            #expect(Self.text(from: reader, asLongAs: expected) == expected)
            var status = stat()
            #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
            // A terminal: in its folder nobody can make a file, so that no device is harmed by an export that would replace it.
            var (main, secondary): (Int32, Int32) = (0, 0)
            try #require(openpty(&main, &secondary, nil, nil, nil) == 0)
            let device = try #require(ttyname(secondary).map { String(cString: $0) })
            #expect(try await program.run(command + [device]).status == 0)
            #expect(fcntl(main, F_SETFL, O_NONBLOCK) == 0)
            let lines = { (text: String) in text.split(whereSeparator: \.isNewline) }
            #expect(lines(Self.text(from: main, asLongAs: expected)) == lines(expected))
            close(secondary)
        }
    }

    /// What is read until it has as many lines as a text, or nothing comes for some seconds: a terminal passes on a part at a time.
    /// Closes the file.
    private static func text(from file: Int32, asLongAs text: String) -> String {
        defer { close(file) }
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        var input = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        let isEnd = { (byte: UInt8) in byte == 0x0A }
        while bytes.count(where: isEnd) < text.utf8.count(where: isEnd), poll(&input, 1, 5000) > 0 {
            let count = read(file, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("an export keeps the mode of the file that it replaces", arguments: exports, [0o600, 0o640, 0o755])
    func modes(command: [String], mode: Int) async throws {
        try await withFilledProgram { program in
            let file = program.folder.appending(path: "file").systemPath
            try Data("old".utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
            #expect(try await program.run(command + [file]).status == 0)
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == mode)
            let expected = try await program.run(command + ["-"]).output
            #expect(try String(contentsOfFile: file, encoding: .utf8) == expected)
        }
    }

    @Test("output that cannot be written is reported as such, and leaves no draft", arguments: exports)
    func codes(command: [String]) async throws {
        try await withFilledProgram { program in
            let before = try FileManager.default.contentsOfDirectory(atPath: program.folder.systemPath).count
            for target in ["/no/such/file", program.folder.systemPath] {
                let result = try await program.run(["--json"] + command + [target])
                #expect(try result.status == 1 && result.errorCode() == "fileUnwritable", "\(target)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder.systemPath).count == before)
        }
    }
}
