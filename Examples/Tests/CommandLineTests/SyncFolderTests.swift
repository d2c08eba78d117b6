import Foundation
import SuperappTesting
import Testing

@Suite("What may happen to the folder of several devices", .timeLimit(.minutes(5)))
struct SyncFolderTests {
    private let names = ["laptop", "phone", "tablet"]

    /// Programs with stores of their own, and an empty folder.
    private func withDevices(_ body: ([Program], URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let shared = folder.appending(path: "shared")
            let places = names.map { folder.appending(path: $0) }
            for place in places + [shared] {
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            }
            try await body(places.map { Program(folder: $0) }, shared)
        }
    }

    private func synchronize(_ program: Program, _ folder: URL) async throws -> Program.Result {
        try await program.run(
            "--json", "sync", "--folder", folder.systemPath, "--name", program.folder.lastPathComponent)
    }

    private func texts(_ program: Program) async throws -> Set<String> {
        Set(try await program.run("--json", "list").objects().compactMap { $0["text"] as? String })
    }

    /// Runs another program. Returns its status.
    private static func run(_ path: String, _ arguments: String...) -> Int32? {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Whether a small disk can be mounted: that needs Linux and its administrator.
    private static let canMount: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        guard mkdir(folder.systemPath, 0o700) == 0 else { return false }
        defer { rmdir(folder.systemPath) }
        guard run("/bin/mount", "-t", "tmpfs", "-o", "size=64k", "none", folder.systemPath) == 0 else { return false }
        return run("/bin/umount", folder.systemPath) == 0
    }()

    @Test(
        "on a disk that is full or read-only, the error says so and nothing is lost or half written; it goes on when there is room",
        .enabled("no disk can be mounted here") { canMount })
    func fullDisk() async throws {
        try await withDevices { programs, shared in
            let (laptop, phone) = (programs[0], programs[1])
            let path = shared.systemPath
            #expect(Self.run("/bin/mount", "-t", "tmpfs", "-o", "size=64k", "none", path) == 0)
            defer { _ = Self.run("/bin/umount", path) }
            _ = try await laptop.run("add", "dog")
            for program in [laptop, phone] { #expect(try await synchronize(program, shared).status == 0) }

            #expect(Self.run("/bin/dd", "if=/dev/zero", "of=\(path)/.filling") == 1)
            _ = try await laptop.run("add", "cat")
            let full = try await synchronize(laptop, shared)
            #expect(full.status == 1 && full.errors.contains("there is no space left"), "\(full)")
            #expect(try await synchronize(phone, shared).status == 0)
            #expect(try await texts(phone) == ["dog"])
            try FileManager.default.removeItem(at: shared.appending(path: ".filling"))
            for program in [laptop, phone] { #expect(try await synchronize(program, shared).status == 0) }
            #expect(try await texts(phone) == ["cat", "dog"])

            #expect(Self.run("/bin/mount", "-o", "remount,ro", path) == 0)
            _ = try await phone.run("add", "cow")
            let readOnly = try await synchronize(phone, shared)
            #expect(readOnly.status == 1 && readOnly.errors.contains("it can only be read"), "\(readOnly)")
            #expect(try await synchronize(laptop, shared).status == 0, "what has nothing to write can read")
            #expect(Self.run("/bin/mount", "-o", "remount,rw", path) == 0)
            for program in [phone, laptop] { #expect(try await synchronize(program, shared).status == 0) }
            #expect(try await texts(laptop) == ["cat", "cow", "dog"])
        }
    }

    @Test("of a folder that is half copied, what is whole is read, and the rest when it has arrived")
    func halfCopied() async throws {
        try await withDevices { programs, shared in
            let (laptop, phone) = (programs[0], programs[1])
            for text in ["dog", "cat"] {
                _ = try await laptop.run("add", text)
                #expect(try await synchronize(laptop, shared).status == 0)
            }
            // The last batch of the laptop is on its way to the phone's copy of the folder.
            let copy = shared.deletingLastPathComponent().appending(path: "copy")
            try FileManager.default.copyItem(at: shared, to: copy)
            let batches = try FileManager.default.contentsOfDirectory(atPath: copy.systemPath)
            let last = copy.appending(path: try #require(batches.filter { $0.hasSuffix(".jsonl") }.max()))
            let whole = try Data(contentsOf: last)
            for length in [0, 1, whole.count / 2, whole.count - 1] {
                try whole.prefix(length).write(to: last)
                let result = try await synchronize(phone, copy)
                #expect(result.status == 0, "\(length): \(result)")
                #expect(try await texts(phone) == ["dog"], "\(length)")
            }
            try whole.write(to: last)
            #expect(try await synchronize(phone, copy).object()["received"] as? Int == 1)
            #expect(try await texts(phone) == ["cat", "dog"])
        }
    }

    @Test("a folder that is as it was yesterday loses nothing of today, also for a device that is new")
    func yesterday() async throws {
        try await withDevices { programs, shared in
            let (laptop, phone, tablet) = (programs[0], programs[1], programs[2])
            _ = try await laptop.run("add", "dog")
            for program in [laptop, phone] { #expect(try await synchronize(program, shared).status == 0) }
            let backup = shared.deletingLastPathComponent().appending(path: "backup")
            try FileManager.default.copyItem(at: shared, to: backup)
            _ = try await laptop.run("add", "cat")
            _ = try await phone.run("add", "cow")
            for program in [laptop, phone, laptop] { #expect(try await synchronize(program, shared).status == 0) }

            try FileManager.default.removeItem(at: shared)
            try FileManager.default.moveItem(at: backup, to: shared)
            for program in [laptop, phone, tablet, laptop, phone] {
                let result = try await synchronize(program, shared)
                #expect(result.status == 0, "\(result)")
            }
            for program in programs { #expect(try await texts(program) == ["cat", "cow", "dog"]) }
        }
    }
}
