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
    /// When the task begins, in the form in which the object has it.
    package var start: ICalendarTime? { main?.start }
    /// When the task is due, in the form in which the object has it.
    package var due: ICalendarTime? { main?.readableDue }
    /// How many rules the task recurs by.
    var rules: Int { main?.component.lines("RRULE").count ?? 0 }
    /// The task, without what is said of single times of a series.
    var main: VTodo? { object.todos.main }
    /// Whether the task is done only because other programs have closed each of its times.
    private let isClosedByTimes: Bool
    private let object: ICalendarObject

    static let deviceProperty = "X-SUPERAPP-DEVICE"
    /// The time of the edit, in milliseconds since 1970. It counts until another program changes the standard stamp.
    static let editedProperty = "X-SUPERAPP-EDITED"
    /// What a line of todo.txt says more exactly, and which one it was: `pri:D rec:1w line:0a1b2c3d`.
    static let todoTxtProperty = "X-SUPERAPP-TODOTXT"
    static let versionProperty = "X-SUPERAPP-LINEAGE"
    /// The program's name in what it writes.
    static let product = "-//superapp//TodoList 1.0//EN"

    /// Reads an object; nil if it contains no task.
    package init?(_ bytes: [UInt8]) throws(ICalendarError) {
        let object = try ICalendarObject(parsing: bytes).corrected
        guard let todo = object.todos.main else { return nil }
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
        let zones = ICalendarTimeZones(object)
        let schedule = Self.schedule(of: todo, zones)
        closedTimes = schedule.recurrence == nil ? [] : object.closedTimes
        // Without what cannot be written back: an unedited task would seem to differ from its copy.
        var read = TodoFields(
            text: todo.summary ?? "", notes: todo.notes ?? "", priority: todo.priorityClass,
            schedule: schedule,
            tags: TodoTags(stored: todo.categories), link: todo.url, parent: todo.parentUID.map { TodoID($0) },
            isCompleted: todo.isClosed, completedAt: todo.isCompleted ? todo.completed : nil)
        read.todoTxt = TodoTxtForm(todo.component.line(Self.todoTxtProperty)?.text ?? "")
        var fields = Self.written(read)
        var isClosedByTimes = false
        if let recurrence = schedule.recurrence, recurrence.isPassed(closedTimes, in: zones) {
            // The first time was left out, or closed by itself: the task stands for the first one that is open.
            switch fields.schedule.next(without: closedTimes, in: zones, where: { _ in true }) {
            case .time(let next): fields.schedule = next
            case .end:
                isClosedByTimes = !fields.isCompleted && !closedTimes.isEmpty
                if isClosedByTimes { (fields.isCompleted, fields.completedAt) = (true, object.lastClosing) }
            case .unknown: break
            }
        }
        self.isClosedByTimes = isClosedByTimes
        self.fields = fields
    }

    /// The schedule that a task's lines have, whether its time is passed or not.
    private static func schedule(of todo: VTodo, _ zones: ICalendarTimeZones) -> TodoSchedule {
        var schedule = TodoSchedule(deadline: TodoDeadline(of: todo, in: zones), recurrence: TodoRecurrence(of: todo))
        schedule.setStart(todo.start == todo.readableDue ? nil : todo.start, in: zones)
        schedule.recurrence?.due = todo.readableDue.flatMap { zones.isSkipped($0) ? $0 : nil }
        return schedule
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
        fields.todoTxt = fields.todoTxt.fitting(fields.priority, fields.schedule.recurrence)
        fields.completedAt = fields.completedAt?.inWholeSeconds
        fields.schedule.start = fields.schedule.start?.inWholeSeconds
        fields.schedule.deadline = fields.schedule.deadline?.inWholeSeconds
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
        var start: ICalendarTime?
        let hasMain = object.todos.contains { !$0.isOverride }
        object.updateTodos { todo in
            if let uid { todo.component.set(ContentLine(name: "UID", text: uid)) }
            guard !isDone, !hasMain || !todo.isOverride else { return }
            isDone = true
            if target.schedule != self.fields.schedule { start = write(target.schedule, to: &todo, timeZone) }
            edit(&todo, to: target, at: date)
            let written = todo.component.line("LAST-MODIFIED")?.value ?? ""
            todo.component.set(ContentLine(name: Self.deviceProperty, text: "\(written) \(device)"))
            todo.component.set(ContentLine(name: Self.editedProperty, value: "\(date.millisecondsSince1970)"))
            todo.component.set(ContentLine(name: Self.versionProperty, text: version.description))
        }
        if let start {
            let (old, zones) = (self.fields.schedule.recurrence?.start, zones)
            object.updateTodos { $0.setRecurrenceID(like: start, before: old, in: zones, on: timeZone) }
        }
        if target.schedule.recurrence == nil, self.fields.schedule.recurrence != nil { object.removeOverrides() }
        if isClosedByTimes, !target.isCompleted { object.reopenLastTime() }
        return object.corrected.bytes
    }

    /// Writes a schedule that differs from this version's. The task's lines may have an earlier time, which is passed.
    /// - Returns: the start of a series, whose form the components of single times must have.
    private func write(_ schedule: TodoSchedule, to todo: inout VTodo, _ timeZone: TimeZone) -> ICalendarTime? {
        let (old, zones) = (Self.schedule(of: todo, zones), zones)
        if schedule.recurrence != old.recurrence { todo.setRecurrence(schedule.recurrence) }
        if schedule.recurrence?.hasStart == false { todo.setStart(nil, in: zones, on: timeZone) }
        let hadStart = todo.start != nil
        if schedule.deadline != old.deadline || schedule.recurrence != old.recurrence {
            todo.setDeadline(schedule.deadline, in: zones, on: timeZone)
            if let due = schedule.recurrence?.due, TodoDeadline(due, in: zones) == schedule.deadline {
                todo.setDue(due)
            }
        }
        if schedule.recurrence?.start == nil, hadStart || schedule.start != nil {
            if schedule.start == nil {
                // A start that was the deadline still is.
                todo.setStart(old.start == nil ? schedule.deadline : nil, in: zones, on: timeZone)
            } else if schedule.start != old.start {
                todo.setStart(schedule.start, in: zones, on: timeZone)
            }
        }
        guard var recurrence = TodoRecurrence(of: todo) else { return nil }
        // The mark of an added time names the start that it had before.
        recurrence.ruleStart = schedule.recurrence?.ruleStart
        todo.setRecurrence(
            recurrence.inFormOfStart(
                zones, before: old.recurrence?.start ?? schedule.recurrence?.start, on: timeZone))
        return recurrence.start
    }

    /// The times that other programs have closed, in a series that may have got another start since.
    func closedTimes(at start: ICalendarTime?, on timeZone: TimeZone) -> [ICalendarTime] {
        guard let old = fields.schedule.recurrence?.start, let start else { return closedTimes }
        return closedTimes.map { $0.following(from: old, to: start, in: zones, on: timeZone) }
    }

    private func edit(_ todo: inout VTodo, to target: TodoFields, at date: Date) {
        if target.text != fields.text { todo.setSummary(target.text) }
        if target.notes != fields.notes { todo.setNotes(target.notes.isEmpty ? nil : target.notes) }
        todo.setPriorityClass(target.priority)
        let value = target.todoTxt.description
        if value != todo.component.line(Self.todoTxtProperty)?.text ?? "" {
            todo.set(Self.todoTxtProperty, value: value.isEmpty ? nil : value)
        }
        if target.tags != fields.tags { todo.setCategories(target.tags.names) }
        if target.link != fields.link { todo.setURL(target.link) }
        if target.parent != fields.parent { todo.setParentUID(target.parent?.rawValue) }
        if target.isCompleted != fields.isCompleted || target.completedAt != fields.completedAt {
            todo.setCompleted(at: target.isCompleted ? target.completedAt ?? date : nil)
        }
        let isRevision =
            target.schedule != fields.schedule || target.isCompleted != fields.isCompleted
        todo.setLastModified(date, isRevision: isRevision)
    }

    /// The schedule of a task that an earlier version of the library has stored: what that did not know is as this server copy says,
    /// in the form that it gets there.
    /// - Parameters:
    ///   - hasRecurrence: whether it knew the recurrence, and that there is none.
    ///   - isDue: whether the deadline was edited since.
    func schedule(upgrading stored: TodoSchedule, hasRecurrence: Bool, isDue: Bool) -> TodoSchedule {
        var target = fields
        target.schedule = stored
        if !hasRecurrence {
            target.schedule.recurrence = fields.schedule.recurrence
            if target.schedule.recurrence != nil, !isDue { target.schedule.deadline = fields.schedule.deadline }
        }
        target.schedule.start = fields.schedule.start
        target.schedule = target.schedule.fitting(zones)
        return schedule(written: target, in: .autoupdatingCurrent)
    }

    /// The schedule of fields as it is read back after they were written.
    func schedule(written target: TodoFields, in timeZone: TimeZone) -> TodoSchedule {
        guard target.schedule != fields.schedule || target.isCompleted != fields.isCompleted else {
            return fields.schedule
        }
        let bytes = bytes(with: target, at: stamp ?? .distantPast, device: "", timeZone: timeZone)
        return TodoRecord.document(bytes)?.fields.schedule ?? target.schedule
    }

    /// The object of a task that is on no server yet, before its fields are written.
    package init(new todo: Todo, at date: Date) {
        var new = VTodo(uid: todo.id.rawValue, stamp: date)
        new.setCreated(todo.createdAt)
        object = ICalendarObject([new.component], product: Self.product)
        uid = todo.id.rawValue
        fields = TodoFields()
        (stamp, created, device, closedTimes, isClosedByTimes) = (nil, nil, nil, [], false)
        version = VersionVector()
    }
}
