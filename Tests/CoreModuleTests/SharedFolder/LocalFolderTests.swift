import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("Local folders", .bounded)
struct LocalFolderTests {
    @Test("files are written once, listed with their sizes, read and removed; hidden ones and folders are not files")
    func files() async throws {
        try await withTemporaryFolder { url in
            let folder = LocalFolder(url)
            try await folder.write(Data("one".utf8), to: "a.txt")
            try await folder.write(Data("two".utf8), to: "a.txt")
            try Data("draft".utf8).write(to: url.appending(path: ".hidden"))
            try FileManager.default.createDirectory(at: url.appending(path: "b"), withIntermediateDirectories: false)
            #expect(try await folder.files() == [SharedFile(name: "a.txt", size: 3)])
            #expect(try await folder.contents(of: "a.txt") == Data("one".utf8))
            try await folder.remove("a.txt")
            try await folder.remove("a.txt")
            #expect(try await folder.contents(of: "a.txt") == nil)
            #expect(try await folder.files() == [])
        }
    }

    @Test("a folder that is not there is not created, and a file in its place is no folder")
    func missing() async throws {
        try await withTemporaryFolder { url in
            let place = url.appending(path: "gone")
            let folder = LocalFolder(place)
            for _ in 0..<2 {
                await #expect(throws: SharedFolderError.missing(address: folder.address)) { try await folder.files() }
                await #expect(throws: SharedFolderError.missing(address: folder.address)) {
                    try await folder.write(Data(), to: "a")
                }
                try Data().write(to: place)
            }
        }
    }

    @Test("a draft that a crash has left is removed when the folder's clock is an hour on, and nothing else is")
    func drafts() async throws {
        try await withTemporaryFolder { url in
            let folder = LocalFolder(url)
            let draft = ".a-1.jsonl.0E984725-C51C-4BF4-9960-E1C80E27ABA0.new"
            let others = [".a-1.jsonl.new", ".stfolder", "a.0E984725-C51C-4BF4-9960-E1C80E27ABA0.new"]
            for name in others + [draft] { try Data("draft".utf8).write(to: url.appending(path: name)) }
            func names() async throws -> [String] {
                _ = try await folder.files()
                return try FileManager.default.contentsOfDirectory(atPath: url.systemPath).sorted()
            }
            #expect(try await names() == (others + [draft]).sorted())
            for name in others + [draft] {
                let old = Date(timeIntervalSinceNow: -4000)
                try FileManager.default.setAttributes(
                    [.modificationDate: old], ofItemAtPath: url.appending(path: name).systemPath)
            }
            #expect(try await names() == others.sorted())
        }
    }

    @Test("a folder that vanishes in the middle is said to be missing, not to have lost its files")
    func vanished() async throws {
        try await withTemporaryFolder { url in
            let place = url.appending(path: "folder")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            let folder = LocalFolder(place)
            try FileManager.default.removeItem(at: place)
            let missing = SharedFolderError.missing(address: folder.address)
            await #expect(throws: missing) { try await folder.contents(of: "a") }
            await #expect(throws: missing) { try await folder.remove("a") }
        }
    }

    @Test("a file that cannot be written, read or removed is an error, and leaves nothing behind")
    func failures() async throws {
        try await withTemporaryFolder { url in
            let (folder, name) = (LocalFolder(url), String(repeating: "n", count: 300))
            let long = Message.systemError(ENAMETOOLONG)
            await #expect(throws: SharedFolderError.unwritable(address: folder.address, long)) {
                try await folder.write(Data(), to: name)
            }
            await #expect(throws: SharedFolderError.unwritable(address: folder.address, long)) {
                try await folder.remove(name)
            }
            try FileManager.default.createDirectory(at: url.appending(path: "b"), withIntermediateDirectories: false)
            await #expect(throws: SharedFolderError.self) { try await folder.contents(of: "b") }
            #expect(try FileManager.default.contentsOfDirectory(atPath: url.systemPath) == ["b"])
        }
    }
}
