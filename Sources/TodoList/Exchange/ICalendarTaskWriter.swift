/// Combines the objects of tasks into one file. Objects with different definitions of the same time zone go into
/// different calendars of the file.
struct ICalendarTaskWriter {
    private struct Calendar {
        var zones: [String: ICalendarComponent] = [:]
        var components: [ICalendarComponent] = []
    }

    private var calendars = [Calendar()]

    mutating func append(_ object: ICalendarObject) {
        var zones: [String: ICalendarComponent] = [:]
        for component in object.calendars.flatMap(\.components) {
            if let name = component.timeZoneName { zones[name] = component }
        }
        let place = calendars.firstIndex { calendar in
            zones.allSatisfy { name, zone in calendar.zones[name].map { $0 == zone } ?? true }
        }
        let index = place ?? calendars.endIndex
        if place == nil { calendars.append(Calendar()) }
        for (name, zone) in zones.sorted(by: { $0.key < $1.key }) where calendars[index].zones[name] == nil {
            calendars[index].zones[name] = zone
            calendars[index].components.append(zone)
        }
        calendars[index].components += object.todos.map(\.component)
    }

    var bytes: [UInt8] {
        calendars.flatMap { ICalendarObject($0.components, product: TodoDocument.product).bytes }
    }
}

extension TodoRecord {
    /// Properties about the writing of a version, not about its contents.
    private static let stamps: Set<String> = ["DTSTAMP", "LAST-MODIFIED", "SEQUENCE", TodoDocument.deviceProperty]

    /// The task as exported: the complete object if one is known, with later edits.
    var exportedObject: ICalendarObject? {
        guard let todo else { return nil }
        if let bytes = remote?.bytes ?? lastServerCopy, let known = Self.document(bytes),
            TodoDocument.written(TodoFields(todo)).asTyped == known.fields.asTyped
        {
            return Self.object(bytes)
        }
        guard var object = bytes(device: "").flatMap(Self.object) else { return nil }
        // Of this device's edits there is no need to tell the device.
        object.updateTodos { $0.component.remove(TodoDocument.deviceProperty) }
        return object
    }

    /// Whether an object contains no more than the task, ignoring stamps.
    func holdsSame(as other: [UInt8]) -> Bool {
        Self.essence(exportedObject) == Self.essence(Self.object(other))
    }

    private static func essence(_ object: ICalendarObject?) -> [[ICalendarComponent.Element]]? {
        object?.todos.map { todo in
            todo.component.elements.filter { element in element.line.map { !stamps.contains($0.name) } ?? true }
        }
    }

    /// An object that was read or made here before, so it can be read again.
    private static func object(_ bytes: [UInt8]) -> ICalendarObject? {
        do { return try ICalendarObject(parsing: bytes) } catch { return nil }
    }
}
