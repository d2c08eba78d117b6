import Benchmark
import CoreModule
import Foundation
import Measuring
import TodoList

// Names as in Words: "TITLE | case | contender".

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock]
    Benchmark.defaultConfiguration.timeUnits = .nanoseconds
    Benchmark.defaultConfiguration.warmupIterations = 1
    Benchmark.defaultConfiguration.maxDuration = .seconds(10)
    Benchmark.defaultConfiguration.maxIterations = 50

    Benchmark("Tasks | parse an object of 100 tasks | superapp") { (_, bytes: [UInt8]) in
        blackHole(try ICalendarObject(parsing: bytes).todos.map(\.summary))
    } setup: {
        object(of: (0..<100).map { task($0, text: "Task number \($0)") })
    }

    Benchmark("Tasks | first synchronization of 1,000 tasks, in memory | superapp") { benchmark, collection in
        let list = TaskList.inMemory()
        benchmark.startMeasurement()
        try await synchronize(list, collection)
        benchmark.stopMeasurement()
    } setup: {
        FullCollection(count: 1000)
    }

    Benchmark("Tasks | merge of 1,000 tasks edited on both sides, in memory | superapp") { benchmark, collection in
        let list = TaskList.inMemory()
        try await synchronize(list, collection)
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        for todo in try await list.todos() { try await list.edit(todo.id, TodoEdit(priority: .high), at: date) }
        let edited = FullCollection(count: 1000, isEdited: true)
        benchmark.startMeasurement()
        try await synchronize(list, edited)
        benchmark.stopMeasurement()
    } setup: {
        FullCollection(count: 1000)
    }

    for size in benchmarkSizes() where size <= 100_000 { throughTheApp(size) }
    Benchmark.shutdownHook = { try await FixtureFolder.shared.removeOwnFolder() }
    registerLastCase()
}

private func synchronize(_ list: TaskList, _ collection: FullCollection) async throws {
    let connection = TodoServerConnection(
        collection: collection, address: "memory", interval: nil, device: "benchmark")
    connection.connect(list)
    try await connection.synchronize()
}

private func task(_ number: Int, text: String, stamp: String = "20261101T110000Z") -> String {
    """
    BEGIN:VTODO\r\nUID:task-\(number)\r\nDTSTAMP:\(stamp)\r\nLAST-MODIFIED:\(stamp)\r\nSUMMARY:\(text)\r\n\
    PRIORITY:5\r\nDUE;VALUE=DATE:20261201\r\nCATEGORIES:home,work\r\nX-APPLE-SORT-ORDER:\(number)\r\n\
    BEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:soon\r\nTRIGGER:-PT15M\r\nEND:VALARM\r\nEND:VTODO\r\n
    """
}

private func object(of tasks: [String]) -> [UInt8] {
    let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example//benchmark//EN\r\n"
    return Array((head + tasks.joined() + "END:VCALENDAR\r\n").utf8)
}

/// A collection that has tasks and takes what it is told.
private struct FullCollection: TodoCollection {
    private let objects: [WebDAVPath: CalDAVObject]

    init(count: Int, isEdited: Bool = false) {
        var objects: [WebDAVPath: CalDAVObject] = [:]
        for number in 0..<count {
            guard let path = WebDAVPath("/tasks/task-\(number).ics") else { continue }
            let task =
                isEdited
                ? task(number, text: "Another text", stamp: "20261102T110000Z") : task(number, text: "Task \(number)")
            objects[path] = CalDAVObject(
                path: path, etag: ETag("\"\(number) \(isEdited)\""), data: object(of: [task]))
        }
        self.objects = objects
    }

    func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges {
        CalDAVChanges(
            changed: objects.values.map { CalDAVEntry(path: $0.path, etag: $0.etag) }, isFullListing: true, token: nil)
    }

    func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject] {
        paths.compactMap { objects[$0] }
    }

    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) async throws(WebDAVError) -> ETag? {
        ETag("\"new\"")
    }

    func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError) {}

    func path(named name: String) -> WebDAVPath { WebDAVPath("/tasks/\(name).ics") ?? WebDAVPath.root }
}

extension WebDAVPath {
    fileprivate static var root: WebDAVPath {
        guard let root = WebDAVPath("/") else { preconditionFailure("A slash is a path.") }
        return root
    }
}
