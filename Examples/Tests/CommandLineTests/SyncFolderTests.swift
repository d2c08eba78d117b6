import Foundation
import SuperappTesting
import Testing

@Suite("What may happen to the folder of several devices", .timeLimit(.minutes(5)))
struct SyncFolderTests {
    private let names = ["laptop", "phone", "tablet"]

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
        try await withDevices(names) { programs, shared in
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

    /// Whether a library can stand before that of the system.
    private static let canCompile: Bool = {
        #if os(Linux)
        run("/usr/bin/env", "cc", "--version") == 0
        #else
        false
        #endif
    }()

    /// Calls a closure with the path of a library with which a program sees a clock that is a year ahead.
    private static func withClockAhead(_ body: (String) async throws -> Void) async throws {
        // Without spaces, which would end the path.
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let (source, library) = (place.appendingPathExtension("c"), place.appendingPathExtension("so"))
        let text = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <time.h>
            int clock_gettime(clockid_t id, struct timespec *time) {
                int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
                int result = real(id, time);
                if (id == CLOCK_REALTIME) time->tv_sec += 365 * 24 * 60 * 60;
                return result;
            }
            """
        try Data(text.utf8).write(to: source)
        defer { for file in [source, library] { unlink(file.systemPath) } }
        try #require(run("/usr/bin/env", "cc", "-shared", "-fPIC", "-o", library.systemPath, source.systemPath) == 0)
        try await body(library.systemPath)
    }

    @Test(
        "a clock that is a year ahead wins over nobody who knew what it wrote, and what it wins over can be restored",
        .enabled("no compiler for C, or not Linux") { canCompile })
    func clock() async throws {
        try await withDevices(names) { programs, shared in
            try await Self.withClockAhead { library in
                var laptop = programs[0]
                laptop.variables["LD_PRELOAD"] = library
                try await clock(laptop, programs[1], shared)
            }
        }
    }

    private func clock(_ laptop: Program, _ phone: Program, _ shared: URL) async throws {
        func note(_ program: Program) async throws -> String? {
            try await program.run("--json", "show", "dog").object()["note"] as? String
        }
        _ = try await laptop.run("add", "dog")
        let added = try await laptop.run("--json", "list").objects().first?["createdAt"] as? String
        #expect(try Date(added ?? "", strategy: .iso8601) > .now + 364 * 24 * 60 * 60)
        for program in [laptop, phone] { #expect(try await synchronize(program, shared).status == 0) }
        // The phone knew what the laptop wrote.
        _ = try await phone.run("edit", "dog", "--note", "of the phone")
        for program in [phone, laptop] { #expect(try await synchronize(program, shared).status == 0) }
        for program in [laptop, phone] { #expect(try await note(program) == "of the phone") }
        // Now neither knows of the other.
        for program in [laptop, phone] {
            _ = try await program.run("edit", "dog", "--note", "later on the \(program.folder.lastPathComponent)")
        }
        for program in [laptop, phone, laptop] { #expect(try await synchronize(program, shared).status == 0) }
        for program in [laptop, phone] { #expect(try await note(program) == "later on the laptop") }
        let conflict = try #require(try await phone.run("--json", "sync", "conflicts").objects().first)
        #expect(conflict["lost"] as? String == "later on the phone")
        _ = try await phone.run("sync", "restore", "1")
        for program in [phone, laptop] { #expect(try await synchronize(program, shared).status == 0) }
        for program in [laptop, phone] { #expect(try await note(program) == "later on the phone") }
    }

    @Test("of a folder that is half copied, what is whole is read, and the rest when it has arrived")
    func halfCopied() async throws {
        try await withDevices(names) { programs, shared in
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
        try await withDevices(names) { programs, shared in
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
