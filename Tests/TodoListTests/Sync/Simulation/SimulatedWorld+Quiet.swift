import CoreModule
import Foundation
import TodoList

/// What holds when nothing fails any more.
extension SimulatedWorld {
    /// If tokens hide nothing but what shares their time, the devices are equal before everything is compared.
    mutating func passQuietMinutes() throws {
        guard mayHideNothing, setup.server.hasTokens, [.exact, .times].contains(setup.server.tokens) else { return }
        // The changes of the first rounds are seen in the next ones.
        for _ in 0..<Self.mostRounds {
            now += 60
            server.passTime()
            for device in devices.indices where try synchronize(device) != nil { return }
        }
        guard !server.hasChangedUnseen else { return }
        for device in devices where device.fields != devices[0].fields {
            throw SimulationViolation(
                .equality, "after quiet minutes, \(device.name) has \(device.fields), device-0 \(devices[0].fields)")
        }
    }

    func check() throws {
        let final = devices[0].fields
        for device in devices {
            guard device.fields == final else {
                throw SimulationViolation(.equality, "\(device.name) has \(device.fields), device-0 \(final)")
            }
            guard device.records.todos().allSatisfy({ $0.sync == .synced }),
                device.records.records(.dirty).isEmpty
            else { throw SimulationViolation(.equality, "\(device.name) has something to tell") }
        }
        var objects: [TodoID: [UInt8]] = [:]
        for resource in server.resources.values {
            guard let document = TodoRecord.document(resource.bytes), let uid = document.uid else { continue }
            guard objects.updateValue(resource.bytes, forKey: TodoID(uid)) == nil else {
                throw SimulationViolation(.duplicates, "the server has \(uid) twice")
            }
            guard final[TodoID(uid)] == document.fields else {
                throw SimulationViolation(.equality, "the server has \(document.fields), the devices \(final)")
            }
        }
        guard objects.count == final.count else {
            throw SimulationViolation(.duplicates, "\(objects.keys.sorted()) there, \(final.keys.sorted()) here")
        }
        try oracle.check(
            final, conflicts: devices.flatMap { $0.records.conflicts() + $0.restored }, bytes: { objects[$0] })
    }
}
