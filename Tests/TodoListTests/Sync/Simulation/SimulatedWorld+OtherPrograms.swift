import CoreModule
import Foundation
import TodoList

/// The actions of other programs on the server.
extension SimulatedWorld {
    mutating func foreign(_ action: ForeignAction) {
        do throws(WebDAVError) {
            switch action {
            case .add(let id, let value, let days):
                guard server.path(of: id) == nil else { return }
                try foreignAdd(
                    id, value, at: .simulated("other-\(id)"), date: now.addingTimeInterval(Double(days) * 86_400))
            case .edit(let id, let value, let days):
                guard let path = server.path(of: id), let old = server.resources[path] else { return }
                let date = days.map { now.addingTimeInterval(Double($0) * 86_400) }
                guard let bytes = ForeignProgram.edited(old.bytes, value, at: date),
                    let before = TodoRecord.document(old.bytes), let after = TodoRecord.document(bytes)
                else { return }
                _ = try server.put(bytes, at: path, .matches(old.etag))
                // Later than every earlier version of any device: a clock may have been wrong and then corrected.
                let latest = max(latestStamps[id] ?? .distantPast, before.stamp ?? .distantPast)
                let isDated = (after.stamp ?? .distantPast) > latest
                latestStamps[id] = max(latest, after.stamp ?? .distantPast)
                oracle.foreignEdited(TodoID(id), from: before.fields, to: after.fields, isDated: isDated)
            case .touch(let id, let number):
                guard let path = server.path(of: id), let old = server.resources[path],
                    let bytes = ForeignProgram.touched(old.bytes, id, number)
                else { return }
                _ = try server.put(bytes, at: path, .matches(old.etag))
                oracle.foreignMarked(TodoID(id), ForeignProgram.mark(number))
            case .remove(let id): _ = try foreignRemove(id)
            case .move(let id, let number):
                if let path = server.path(of: id) { server.move(path, to: .simulated("moved-\(number)")) }
            case .replace(let id, let number):
                guard let path = try foreignRemove(id) else { return }
                _ = try server.put(Self.event(number), at: path, .isNew)
            case .reuse(let id, let other, let value):
                guard server.path(of: other) == nil, let path = try foreignRemove(id) else { return }
                try foreignAdd(other, value, at: path, date: now)
            case .other(let number):
                _ = try server.put(Self.event(number), at: .simulated("event-\(number % 4)"), nil)
            }
        } catch {
            // There was no room.
        }
    }

    private mutating func foreignAdd(
        _ id: String, _ value: SimulatedValue, at path: WebDAVPath, date: Date
    ) throws(WebDAVError) {
        _ = try server.put(ForeignProgram.object(id, value.newFields, at: date), at: path, .isNew)
        oracle.foreignAdded(TodoID(id), value.newFields)
        oracle.foreignMarked(TodoID(id), ForeignProgram.mark(0))
    }

    /// - Returns: where the task lay.
    private mutating func foreignRemove(_ id: String) throws(WebDAVError) -> WebDAVPath? {
        guard let path = server.path(of: id), let old = server.resources[path] else { return nil }
        try server.delete(path, matching: old.etag)
        if let document = TodoRecord.document(old.bytes) { oracle.removed(TodoID(id), document.fields, at: nil) }
        return path
    }

    /// What is no task: an event, or no calendar at all.
    private static func event(_ number: Int) -> [UInt8] {
        let event =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:event-\(number)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        return Array((number.isMultiple(of: 2) ? event : "<html>\(number)</html>\r\n").utf8)
    }
}
