import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

/// What a device does when its store or its folder is not what it was.
extension ReplicaTests {
    @Test("a restored device does not number its changes as those that others know, also if its later files are gone")
    func restoredBehindOthers() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'old', NULL, 1)")
        try await one.synchronize()
        let identity = try await one.replica.devices()[0].id
        let (backup, files) = (try await one.backup(), await folder.contents)
        try await one.run("UPDATE note SET body = 'new', changed = 2")
        try await one.synchronize()
        try await two.synchronize()
        // Only the second device's files say what the first one has written since.
        let lost = await folder.contents.keys.filter { $0.hasPrefix(identity) && files[$0] == nil }
        for name in lost { await folder.set(nil, name) }
        try await two.synchronize()

        try await one.restore(backup)
        try await one.run("DELETE FROM note")
        for _ in 0..<2 { for device in [one, two] { try await device.synchronize() } }
        #expect(try await one.replica.devices()[0].id != identity)
        // The removal did not know of the edit.
        #expect(try await one.bodies().first == "new")
        #expect(try await one.bodies() == two.bodies())
    }

    @Test("a synchronization that was killed after it had written a file does not change the device")
    func killedAfterWriting() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        for device in [one, two] { try await device.synchronize() }
        let identity = try await one.replica.devices()[0].id
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'text', NULL, 1)")
        let files = Set(await folder.contents.keys)
        try await one.synchronize()
        let written = try #require(await folder.contents.keys.first { !files.contains($0) })
        let text = String(decoding: try #require(await folder.contents[written]), as: UTF8.self)
        try await one.database.write {
            try $0.run("UPDATE replica_batch SET text = ?1 WHERE name = ?2", [.text(text), .text(written)])
        }
        try await two.run("INSERT INTO note VALUES ('2', 'b', 'text', NULL, 2)")
        try await two.synchronize()
        try await one.synchronize()
        #expect(try await one.replica.devices()[0].id == identity)
        #expect(try await one.bodies() == ["text", "text"])
    }

    @Test("what lost a merge comes back with what the folder has lost, also when several files have become one")
    func repeatedConflicts() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'old', NULL, 1)")
        for device in [one, two] { try await device.synchronize() }
        try await two.run("UPDATE note SET body = 'lost', changed = 5")
        try await two.synchronize()
        try await one.run("UPDATE note SET body = 'new', changed = 9")
        #expect(try await one.synchronize().conflicts == 1)
        await folder.replace(by: [:])
        try await one.synchronize(acceptsEmptied: true)
        for number in 0..<20 {
            try await one.run("INSERT INTO note VALUES ('n\(number)', 'n\(number)', 'text', NULL, 9)")
            try await one.synchronize()
        }
        #expect(await folder.contents.count < 20)

        let three = try await Device(folder, time: time)
        #expect(try await three.synchronize().conflicts == 1)
        let conflict = try #require(try await three.replica.conflicts().first)
        #expect(conflict.lost == "lost" && conflict.kept == "new" && conflict.field == "body")
        // Those who know it have it once.
        try await two.synchronize(acceptsEmptied: true)
        #expect(try await one.replica.conflicts().count == 1)
        #expect(try await three.synchronize().conflicts == 0)
    }
}
