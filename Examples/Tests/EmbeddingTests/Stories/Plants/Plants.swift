import CoreModule
import Foundation

/// A plant of the user's, and when it was watered last.
struct Plant: Identifiable, Hashable, Codable, Sendable {
    let id: Identifier<Plant>
    var name: String
    var room: String
    var wateredAt: Date?

    /// The order of every list.
    static func precedes(_ first: Plant, _ second: Plant) -> Bool { (first.name, first.id) < (second.name, second.id) }
}

/// A failure. Nothing has changed.
enum PlantError: LoggedError, ExplainedError, Hashable {
    case emptyName, notFound
    case store(StoreError)

    var code: String {
        switch self {
        case .emptyName: "emptyName"
        case .notFound: "notFound"
        case .store(let error): error.code.rawValue
        }
    }

    var logLevel: EventLogger.Level { if case .store(let error) = self { error.logLevel } else { .info } }

    var explanation: Message {
        switch self {
        case .emptyName: Message("A plant needs a name")
        case .notFound: Message("This plant was removed")
        case .store(let error): error.explanation
        }
    }
}

/// The plants of an account, in a file. An actor, so one change is stored and sent before the next begins.
actor Plants {
    nonisolated let changes = EventStream<LiveList<Plant>.Change>()
    private let file: URL
    private var plants: [Plant.ID: Plant]

    init(_ file: URL) throws(PlantError) {
        self.file = file
        do {
            let isNew = !FileManager.default.fileExists(atPath: file.path)
            let stored = isNew ? [] : try JSONDecoder().decode([Plant].self, from: Data(contentsOf: file))
            plants = Dictionary(stored.map { ($0.id, $0) }) { $1 }
        } catch {
            throw .store(StoreError(wrapping: error, path: file.path))
        }
    }

    var all: [Plant] { plants.values.sorted(by: Plant.precedes) }

    func plant(_ id: Plant.ID) throws(PlantError) -> Plant {
        guard let plant = plants[id] else { throw .notFound }
        return plant
    }

    /// Adds a plant, or replaces it.
    func put(_ plant: Plant) throws(PlantError) {
        guard !plant.name.isEmpty else { throw .emptyName }
        try write { $0[plant.id] = plant }
        changes.send(.put(plant))
    }

    func remove(_ id: Plant.ID) throws(PlantError) {
        try write { $0[id] = nil }
        changes.send(.remove(id))
    }

    /// A change counts once it is in the file.
    private func write(_ change: (inout [Plant.ID: Plant]) -> Void) throws(PlantError) {
        var changed = plants
        change(&changed)
        do {
            try JSONEncoder().encode(Array(changed.values)).write(to: file, options: .atomic)
        } catch {
            throw .store(StoreError(wrapping: error, path: file.path))
        }
        plants = changed
    }
}

/// Appends each event to a file.
struct FileLogHandler: EventLogger.Handler {
    private let file: FileHandle

    init(_ url: URL) throws {
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
        file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
    }

    func handle(_ event: EventLogger.Event) {
        // A failure cannot be reported anywhere.
        do { try file.write(contentsOf: Data((event.line + "\n").utf8)) } catch {}
    }
}
