import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

extension ReplicaTests {
    @Test("a name reaches others without another change; a device that was retired is on no list until it is back")
    func devices() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.synchronize(as: "laptop")
        #expect(try await two.synchronize(as: "phone") == ReplicaReport())
        #expect(try await two.names() == ["phone", "laptop"])
        #expect(try await one.synchronize(as: "Ann's laptop") == ReplicaReport())
        #expect(try await one.names() == ["Ann's laptop", "phone"])
        try await two.synchronize(as: "phone")
        #expect(try await two.names() == ["phone", "Ann's laptop"])

        let devices = try await one.replica.devices()
        #expect(devices[1].lastWrite == time.now && devices[0].isThis && !devices[1].isThis)
        #expect(try await !one.replica.retire(devices[0].id), "this device stays on its own list")
        #expect(try await one.replica.retire(devices[1].id))
        #expect(try await !one.replica.retire(devices[1].id))
        #expect(try await one.names() == ["Ann's laptop"])
        let three = try await Device(folder, time: time)
        try await one.synchronize(as: "Ann's laptop")
        try await three.synchronize(as: "tablet")
        #expect(try await three.names() == ["tablet", "Ann's laptop"])
        // It is back as soon as it learns that it was retired.
        try await two.synchronize(as: "phone")
        try await three.synchronize(as: "tablet")
        #expect(try await three.names() == ["tablet", "Ann's laptop", "phone"])
    }

    @Test("a conflict names its device as the list of devices does, also if another device has passed the new name on")
    func nameInConflict() async throws {
        let (folder, other) = (MemoryFolder(), MemoryFolder())
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'old', NULL, 1)")
        try await one.synchronize(as: "laptop")
        try await two.synchronize(as: "phone")
        try await two.run("UPDATE note SET body = 'lost', changed = 5")
        try await two.synchronize(as: "phone")
        try await one.run("UPDATE note SET body = 'new', changed = 9")
        #expect(try await one.synchronize(as: "laptop").conflicts == 1)
        #expect(try await one.replica.conflicts().map(\.device) == ["phone"])

        // A third device has read the new name, and repeats it when the files of the second one have disappeared.
        let known = await folder.contents
        try await two.synchronize(as: "Ann's phone")
        await other.replace(by: folder.contents)
        let three = try await Device(other, time: time)
        try await three.synchronize(as: "tablet")
        let renamed = try await two.replica.devices()[0].id
        for name in await other.contents.keys where name.hasPrefix(renamed) { await other.set(nil, name) }
        try await three.synchronize(as: "tablet")
        await folder.replace(by: known.merging(await other.contents) { first, _ in first })
        try await one.synchronize(as: "laptop")
        #expect(try await one.names() == ["laptop", "Ann's phone", "tablet"])
        #expect(try await one.replica.conflicts().map(\.device) == ["Ann's phone"])

        // One that is on no list has the name in its last file that was read.
        #expect(try await one.replica.retire(renamed))
        #expect(try await one.replica.conflicts().map(\.device) == ["phone"])
    }
}
