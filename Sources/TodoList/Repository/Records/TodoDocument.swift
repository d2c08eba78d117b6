import CoreModule
package import Foundation

/// The server's copy of a task: the iCalendar object, and the fields that were read from it.
package struct TodoDocument: Sendable {
    package let uid: String?
    package let fields: TodoFields
    /// When it was edited last: to the millisecond, or to the second if another program edited it.
    package let stamp: Date?
    package let created: Date?
    /// The device that wrote this version, if it was one of ours.
    package let device: String?
    /// The version vector of this version.
    package let version: VersionVector
    /// The times of a recurring task that another program has closed.
    package let closedTimes: [ICalendarTime]
    package var zones: ICalendarTimeZones { ICalendarTimeZones(object) }
    /// When the task is due, in the form in which the object has it.
    package var due: ICalendarTime? {
        do { return try main?.due } catch { return nil }
    }
    /// The task, without what is said of single times of a series.
    var main: VTodo? { object.todos.first { !$0.isOverride } ?? object.todos.first }
    private let object: ICalendarObject

    static let deviceProperty = "X-SUPERAPP-DEVICE"
    /// The time of the edit, in milliseconds since 1970. It counts until another program changes the standard stamp.
    static let editedProperty = "X-SUPERAPP-EDITED"
    /// What a line of todo.txt says more exactly: `pri:D rec:1w`.
    static let todoTxtProperty = "X-SUPERAPP-TODOTXT"
    static let versionProperty = "X-SUPERAPP-LINEAGE"
    /// The program's name in what it writes.
    static let product = "-//superapp//TodoList 1.0//EN"

    /// Reads an object; nil if it contains no task.
    package init?(_ bytes: [UInt8]) throws(ICalendarError) {
        let object = try ICalendarObject(parsing: bytes).corrected
        guard let todo = object.todos.first(where: { !$0.isOverride }) ?? object.todos.first else { return nil }
        self.object = object
        uid = todo.uid
        let second = todo.lastModified ?? todo.stamp
        let milliseconds = (todo.component.line(Self.editedProperty)?.text).flatMap { Int64($0) }
        let edited = milliseconds.map { Date(millisecondsSince1970: $0) }
        stamp = edited?.inWholeSeconds == second ? edited : second
        created = todo.created ?? todo.stamp
        let device: String? = todo.component.line(Self.deviceProperty).flatMap { line in
            let text = line.text
            // Another program that edits the task keeps the line, but changes the stamp.
            guard let stamp = todo.component.line("LAST-MODIFIED")?.value, text.hasPrefix(stamp + " ") else {
                return nil
            }
            return String(text.dropFirst(stamp.count + 1))
        }
        self.device = device
        version = VersionVector(
            todo.component.line(Self.versionProperty)?.text ?? "", foreignStamp: device == nil ? second : nil)
        let recurrence = TodoRecurrence(of: todo)
        closedTimes = recurrence == nil ? [] : object.closedTimes
        let zones = ICalendarTimeZones(object)
        // Without what cannot be written back: an unedited task would seem to differ from its copy.
        var read = TodoFields(
            text: todo.summary ?? "", notes: todo.notes ?? "", priority: todo.priorityClass,
            deadline: TodoDeadline(of: todo, in: zones), recurrence: recurrence,
            tags: TodoTags(stored: todo.categories), link: todo.url, parent: todo.parentUID.map { TodoID($0) },
            isCompleted: todo.isClosed, completedAt: todo.isCompleted ? todo.completed : nil)
        read.todoTxt = TodoTxtForm(todo.component.line(Self.todoTxtProperty)?.text ?? "")
        var fields = Self.written(read)
        if let recurrence, recurrence.isPassed(closedTimes, in: zones) {
            // The first time was left out, or closed by itself: the task stands for the first one that is open.
            let next = recurrence.next(deadline: fields.deadline, without: closedTimes, in: zones) { _ in true }
            if case .time(let next, let deadline) = next { (fields.recurrence, fields.deadline) = (next, deadline) }
        }
        self.fields = fields
    }

    /// The contents of the object without author and dates: its unfolded lines in any order.
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
        "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "PRODID", deviceProperty, editedProperty,
        versionProperty,
    ]

    /// The fields as they would be read back after writing: without what iCalendar cannot hold.
    package static func written(_ fields: TodoFields) -> TodoFields {
        var fields = fields
        fields.text = ICalendarText.clean(fields.text)
        fields.notes = ICalendarText.clean(fields.notes)
        fields.tags = TodoTags(stored: fields.tags.names.map(ICalendarText.clean))
        fields.parent = fields.parent.map { TodoID(ICalendarText.clean($0.rawValue)) }
        fields.todoTxt = fields.todoTxt.fitting(fields.priority, fields.recurrence)
        fields.completedAt = fields.completedAt?.inWholeSeconds
        if case .moment(let date) = fields.deadline { fields.deadline = .moment(date.inWholeSeconds) }
        return fields
    }

    /// The object with other fields, edited at a date, and with another identifier if one is given. Everything else keeps every byte.
    /// The new version includes this one and another. The author is the device in the version vector; by default its name. A local
    /// time that must be written in UTC is one of the time zone.
    package func bytes(
        with fields: TodoFields, at date: Date, after other: VersionVector? = nil, device: String,
        author: String? = nil, uid: String? = nil, timeZone: TimeZone = .autoupdatingCurrent
    ) -> [UInt8] {
        let target = Self.written(fields)
        // The number is greater than those of all ancestors, whatever the clock.
        let latest = [version.latest, other?.latest].compactMap { $0 }.max()
        let number = max(date, latest?.addingTimeInterval(1) ?? .distantPast)
        let version = version.continued(by: author ?? device, at: number)
        var object = object
        var isDone = false
        let zones = zones
        var start: ICalendarTime?
        let hasMain = object.todos.contains { !$0.isOverride }
        object.updateTodos { todo in
            if let uid { todo.component.set(ContentLine(name: "UID", text: uid)) }
            guard !isDone, !hasMain || !todo.isOverride else { return }
            isDone = true
            let isMoved = target.recurrence != self.fields.recurrence
            if isMoved { todo.setRecurrence(target.recurrence) }
            if isMoved || target.deadline != self.fields.deadline {
                todo.setDeadline(target.deadline, in: zones, on: timeZone)
                if let recurrence = TodoRecurrence(of: todo) {
                    todo.setRecurrence(recurrence.inFormOfStart(zones))
                    start = recurrence.start
                }
            }
            edit(&todo, to: target, at: date)
            let written = todo.component.line("LAST-MODIFIED")?.value ?? ""
            todo.component.set(ContentLine(name: Self.deviceProperty, text: "\(written) \(device)"))
            todo.component.set(ContentLine(name: Self.editedProperty, value: "\(date.millisecondsSince1970)"))
            todo.component.set(ContentLine(name: Self.versionProperty, text: version.description))
        }
        if let start { object.updateTodos { $0.setRecurrenceID(like: start) } }
        if target.recurrence == nil, self.fields.recurrence != nil { object.removeOverrides() }
        return object.corrected.bytes
    }

    private func edit(_ todo: inout VTodo, to target: TodoFields, at date: Date) {
        if target.text != fields.text { todo.setSummary(target.text) }
        if target.notes != fields.notes { todo.setNotes(target.notes.isEmpty ? nil : target.notes) }
        todo.setPriorityClass(target.priority)
        if target.todoTxt != fields.todoTxt {
            let value = target.todoTxt.description
            todo.set(Self.todoTxtProperty, value: value.isEmpty ? nil : value)
        }
        if target.tags != fields.tags { todo.setCategories(target.tags.names) }
        if target.link != fields.link { todo.setURL(target.link) }
        if target.parent != fields.parent { todo.setParentUID(target.parent?.rawValue) }
        if target.isCompleted != fields.isCompleted || target.completedAt != fields.completedAt {
            todo.setCompleted(at: target.isCompleted ? target.completedAt ?? date : nil)
        }
        let isRevision =
            target.deadline != fields.deadline || target.recurrence != fields.recurrence
            || target.isCompleted != fields.isCompleted
        todo.setLastModified(date, isRevision: isRevision)
    }

    /// The object of a task that is on no server yet.
    package static func bytes(
        of todo: Todo, at date: Date, after other: VersionVector? = nil, device: String, author: String? = nil
    ) -> [UInt8] {
        var new = VTodo(uid: todo.id.rawValue, stamp: date)
        new.setCreated(todo.createdAt)
        let object = ICalendarObject([new.component], product: product)
        return TodoDocument(object, uid: todo.id.rawValue, fields: TodoFields())
            .bytes(with: TodoFields(todo), at: date, after: other, device: device, author: author)
    }

    private init(_ object: ICalendarObject, uid: String, fields: TodoFields) {
        self.object = object
        self.uid = uid
        self.fields = fields
        (stamp, created, device, closedTimes) = (nil, nil, nil, [])
        version = VersionVector()
    }
}
