import CoreModule
package import Foundation

/// A task as the iCalendar object says that a server has of it: what is understood of it, beside the bytes.
package struct TodoDocument: Sendable {
    package let uid: String?
    package let fields: TodoFields
    /// When it was edited last, in whole seconds.
    package let stamp: Date?
    package let created: Date?
    /// The device that wrote this version, where one of ours did.
    package let device: String?
    /// What this version was made of.
    package let lineage: VersionVector
    private let object: ICalendarObject

    static let deviceProperty = "X-SUPERAPP-DEVICE"
    static let lineageProperty = "X-SUPERAPP-LINEAGE"
    /// The program's name in what it writes.
    static let product = "-//superapp//TodoList 1.0//EN"

    /// Reads an object; `nil` where it holds no task.
    package init?(_ bytes: [UInt8]) throws(ICalendarError) {
        let object = try ICalendarObject(parsing: bytes)
        guard let todo = object.todos.first(where: { !$0.isOverride }) ?? object.todos.first else { return nil }
        self.object = object
        uid = todo.uid
        stamp = Self.readable { () throws(ICalendarProblem) -> Date? in
            if let date = try todo.lastModified { return date }
            return try todo.stamp
        }
        created = Self.readable { () throws(ICalendarProblem) -> Date? in
            if let date = try todo.created { return date }
            return try todo.stamp
        }
        lineage = VersionVector(todo.component.line(Self.lineageProperty)?.text ?? "", stamp: stamp)
        device = todo.component.line(Self.deviceProperty).flatMap { line in
            let text = line.text
            // Another program that edits the task keeps the line, but not the stamp before the name.
            guard let stamp = todo.component.line("LAST-MODIFIED")?.value, text.hasPrefix(stamp + " ") else {
                return nil
            }
            return String(text.dropFirst(stamp.count + 1))
        }
        fields = TodoFields(
            text: todo.summary ?? "", notes: todo.notes ?? "", priority: todo.priorityClass,
            deadline: TodoDeadline(of: todo, in: ICalendarTimeZones(object)),
            isCompleted: todo.isCompleted,
            completedAt: todo.isCompleted
                ? Self.readable { () throws(ICalendarProblem) in try todo.completed } : nil)
    }

    /// What the object says, apart from who has written it and when: its lines, without regard to their order and to where they are
    /// folded.
    package var content: [String] {
        func lines(of component: ICalendarComponent, in path: String) -> [String] {
            component.elements.flatMap { element -> [String] in
                switch element {
                case .line(let line) where Self.stamps.contains(line.name): []
                case .line(let line): ["\(path) \(line)"]
                case .component(let part): lines(of: part, in: "\(path)/\(part.name)")
                }
            }
        }
        return object.calendars.flatMap { lines(of: $0, in: $0.name) }.sorted()
    }

    private static let stamps: Set = [
        "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "PRODID", deviceProperty, lineageProperty,
    ]

    /// A property that makes no sense is as if it was not there: the rest of the task can be used, and its bytes stay.
    private static func readable<Value>(_ read: () throws(ICalendarProblem) -> Value?) -> Value? {
        do { return try read() } catch { return nil }
    }

    /// The fields as they would be read again if they were written: without what iCalendar has no room for.
    package static func written(_ fields: TodoFields) -> TodoFields {
        var fields = fields
        fields.text = ICalendarText.clean(fields.text)
        fields.notes = ICalendarText.clean(fields.notes)
        fields.completedAt = fields.completedAt?.inWholeSeconds
        if case .moment(let date) = fields.deadline { fields.deadline = .moment(date.inWholeSeconds) }
        return fields
    }

    /// The object with other fields; all that is not changed stays as it is, byte for byte.
    /// - Parameters:
    ///   - fields: the fields.
    ///   - date: when they were edited. What is written is always stamped later than what was there, whatever the clock says.
    ///   - device: the name of this device.
    ///   - author: by what the lineage knows this device from all others; its name where `nil`.
    ///   - timeZone: whose clocks show a time of day that must be written as a moment.
    package func bytes(
        with fields: TodoFields, at date: Date, device: String, author: String? = nil,
        timeZone: TimeZone = .autoupdatingCurrent
    ) -> [UInt8] {
        let target = Self.written(fields)
        var object = object
        var isDone = false
        let hasMain = object.todos.contains { !$0.isOverride }
        object.updateTodos { todo in
            guard !isDone, !hasMain || !todo.isOverride else { return }
            isDone = true
            if target.deadline != self.fields.deadline {
                todo.setDeadline(target.deadline, in: ICalendarTimeZones(self.object), on: timeZone)
            }
            edit(&todo, to: target, at: date, device: device, author: author ?? device)
        }
        return object.bytes
    }

    private func edit(_ todo: inout VTodo, to target: TodoFields, at date: Date, device: String, author: String) {
        if target.text != fields.text { todo.setSummary(target.text) }
        if target.notes != fields.notes { todo.setNotes(target.notes.isEmpty ? nil : target.notes) }
        todo.setPriorityClass(target.priority)
        if target.isCompleted != fields.isCompleted || target.completedAt != fields.completedAt {
            todo.setCompleted(at: target.isCompleted ? target.completedAt ?? date : nil)
        }
        // Later than all that it was made of, too: with its stamp set back by another program, it would seem to be one of those.
        let latest = [stamp, lineage.latest].compactMap { $0 }.max()
        let edited = max(date.inWholeSeconds, latest?.addingTimeInterval(1) ?? .distantPast)
        let isRevision = target.deadline != fields.deadline || target.isCompleted != fields.isCompleted
        todo.setLastModified(edited, isRevision: isRevision)
        let written = todo.component.line("LAST-MODIFIED")?.value ?? ""
        todo.component.set(ContentLine(name: Self.deviceProperty, text: "\(written) \(device)"))
        let lineage = lineage.continued(by: author, at: edited)
        todo.component.set(ContentLine(name: Self.lineageProperty, text: lineage.description))
    }

    /// The object of a task that no server has yet.
    package static func bytes(
        of todo: Todo, at date: Date, device: String, author: String? = nil
    ) -> [UInt8] {
        var new = VTodo(uid: todo.id.rawValue, stamp: date)
        new.setCreated(todo.createdAt)
        let object = ICalendarObject(todos: [new], product: product)
        let empty = TodoFields(
            text: "", notes: "", priority: .normal, deadline: nil, isCompleted: false, completedAt: nil)
        return TodoDocument(object, uid: todo.id.rawValue, fields: empty)
            .bytes(with: TodoFields(todo), at: date, device: device, author: author)
    }

    private init(_ object: ICalendarObject, uid: String, fields: TodoFields) {
        self.object = object
        self.uid = uid
        self.fields = fields
        (stamp, created, device) = (nil, nil, nil)
        lineage = VersionVector()
    }
}
