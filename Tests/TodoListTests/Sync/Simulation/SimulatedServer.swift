import CoreModule
import Foundation
import TodoList

/// A CalDAV collection as its clients see it, without a network: everything that RFC 4791 and RFC 6578 allow, and
/// failures of servers.
struct SimulatedServer: Hashable, Sendable {
    /// What becomes of tokens that a server no longer knows.
    enum Tokens: Hashable, Sendable, CaseIterable {
        /// They are refused.
        case exact
        /// They are accepted: what changed before the collection was made anew, or the history was lost, is not reported.
        case outliving
        /// They are answered with everything as if it were changes: removals are not reported.
        case pruned
        /// Tokens are times: changes at the time of a token, after its listing, are not reported.
        case times
    }

    /// The differences between servers.
    struct Manner: Hashable, Sendable {
        /// Whether it has `sync-collection`; else every listing is a full one.
        var hasTokens = true
        var tokens = Tokens.exact
        /// Whether it returns the version after a write.
        var namesVersions = true
        /// Whether it stores properties in its own order.
        var reorders = false
        /// Whether it calls a second resource of a UID a conflict (409); else it forbids it (403).
        var callsConflict = true
        /// Whether what is changed keeps its version. In no collection it may; a test looks whether that is noticed.
        var keepsVersions = false
        /// Whether each new resource of a client of ours has the first version, also where another one was before, as with SOGo.
        var beginsAnew = false
    }

    struct Resource: Hashable, Sendable {
        var bytes: [UInt8]
        var etag: ETag
        var uid: String?
    }

    /// A change, by its number, which is the token of all changes up to it.
    private struct Entry: Hashable, Sendable {
        var number: Int
        var path: WebDAVPath
    }

    let manner: Manner
    private(set) var resources: [WebDAVPath: Resource] = [:]
    private var log: [Entry] = []
    /// The changes before this place are forgotten.
    private var oldest = 0
    /// Never reset, not even by a backup: versions are not reused.
    private var lastNumber = 0
    private var backup: [WebDAVPath: Resource]?
    /// Whether there is no room for anything that is new or changed.
    var isFull = false
    /// The version that was removed last at each path.
    private(set) var removed: [WebDAVPath: ETag] = [:]
    /// How often something was written or deleted.
    private(set) var writes = 0
    /// What is added to the number of the next change.
    private var pause = 0
    /// The times of full listings, if tokens are times.
    private var listedTimes: Set<Int> = []
    /// Whether something has changed at the time of a full listing, after it. Then only another full listing shows it.
    private(set) var hasChangedUnseen = false

    init(_ manner: Manner) {
        self.manner = manner
        record(WebDAVPath.simulated("none"))
    }

    // MARK: Requests

    mutating func changes(since token: String?) -> CalDAVChanges {
        guard manner.hasTokens, let first = log[oldest...].first, let last = log.last else { return everything(nil) }
        guard let since = token.flatMap({ Int($0) }) else {
            listedTimes.insert(time(last))
            return everything("\(time(last))")
        }
        if manner.tokens != .outliving, !(time(first)...time(last)).contains(since) {
            var changes = everything("\(time(last))")
            changes.isFullListing = manner.tokens != .pruned
            return changes
        }
        let paths = Set(log.filter { time($0) > since }.map(\.path))
        return CalDAVChanges(
            changed: entries { paths.contains($0) }, removed: paths.filter { resources[$0] == nil }.sorted(),
            isFullListing: false, token: "\(time(last))")
    }

    private func everything(_ token: String?) -> CalDAVChanges {
        CalDAVChanges(changed: entries { _ in true }, isFullListing: true, token: token)
    }

    /// The token of a change.
    private func time(_ entry: Entry) -> Int { manner.tokens == .times ? entry.number / 3 : entry.number }

    private func entries(where isMeant: (WebDAVPath) -> Bool) -> [CalDAVEntry] {
        resources.filter { isMeant($0.key) }.map { CalDAVEntry(path: $0.key, etag: $0.value.etag) }
            .sorted { $0.path < $1.path }
    }

    /// Most of the tasks, as a server may answer a request for all.
    func someTasks() -> [CalDAVObject] {
        objects(at: resources.keys.filter { $0.rawValue.utf8.reduce(0) { $0 + Int($1) } % 3 > 0 })
    }

    func objects(at paths: [WebDAVPath]) -> [CalDAVObject] {
        Set(paths).sorted().compactMap { path in
            resources[path].map { CalDAVObject(path: path, etag: $0.etag, data: $0.bytes) }
        }
    }

    mutating func put(
        _ bytes: [UInt8], at path: WebDAVPath, _ condition: CalDAVCondition?, isOurs: Bool = false
    ) throws(WebDAVError) -> ETag? {
        switch condition {
        case .isNew? where resources[path] != nil: throw .preconditionFailed
        case .matches(let etag)? where resources[path]?.etag != etag: throw .preconditionFailed
        default: break
        }
        guard !isFull else { throw .full }
        if isOurs, let objection = StrictCalendar.objection(to: bytes) {
            throw .refused(status: 415, precondition: objection)
        }
        let uid = Self.uid(bytes)
        if let uid, resources.contains(where: { $0.key != path && $0.value.uid == uid }) {
            if manner.callsConflict { throw .conflict(precondition: "no-uid-conflict") }
            throw .forbidden(precondition: "no-uid-conflict")
        }
        writes += 1
        let number = record(path)
        let stored = manner.reorders ? Self.reordered(bytes) : bytes
        let isFirst = isOurs && manner.beginsAnew && resources[path] == nil
        let version = manner.keepsVersions ? resources[path]?.etag : nil
        let resource = Resource(bytes: stored, etag: version ?? ETag(isFirst ? "\"1\"" : "\"\(number)\""), uid: uid)
        resources[path] = resource
        return manner.namesVersions && stored == bytes ? resource.etag : nil
    }

    /// - Parameter isLate: whether the device has given up the request. What it writes then never has the first version.
    mutating func receive(_ delivery: TodoDelivery, isLate: Bool = false) throws(WebDAVError) -> ETag? {
        if let bytes = delivery.bytes { return try put(bytes, at: delivery.path, delivery.condition, isOurs: !isLate) }
        guard case .matches(let etag)? = delivery.condition else { return nil }
        try delete(delivery.path, matching: etag)
        return nil
    }

    mutating func delete(_ path: WebDAVPath, matching etag: ETag?) throws(WebDAVError) {
        guard let resource = resources[path] else { return }
        guard etag == nil || resource.etag == etag else { throw .preconditionFailed }
        writes += 1
        resources[path] = nil
        removed[path] = resource.etag
        record(path)
    }

    /// Gives a resource another name, and a new version.
    mutating func move(_ path: WebDAVPath, to other: WebDAVPath) {
        guard resources[other] == nil, var resource = resources.removeValue(forKey: path) else { return }
        writes += 1
        removed[path] = resource.etag
        record(path)
        resource.etag = ETag("\"\(record(other))\"")
        resources[other] = resource
    }

    @discardableResult
    private mutating func record(_ path: WebDAVPath) -> Int {
        lastNumber += 1
        let entry = Entry(number: (log.last?.number ?? 0) + 1 + pause, path: path)
        log.append(entry)
        pause = 0
        if manner.tokens == .times, listedTimes.contains(time(entry)) { hasChangedUnseen = true }
        return lastNumber
    }

    /// Where the task of an identifier lies.
    func path(of uid: String) -> WebDAVPath? { resources.first { $0.value.uid == uid }?.key }

    // MARK: What befalls a server

    /// The next change has another time.
    mutating func passTime() { pause = 3 }

    /// Discards the change history.
    mutating func expireTokens() {
        if manner.tokens == .outliving { log = [] }
        record(WebDAVPath.simulated("none"))
        oldest = log.count - 1
    }

    /// Everything is gone, and all tokens with it.
    mutating func wipe() {
        resources = [:]
        expireTokens()
    }

    mutating func backUp() { backup = resources }

    /// Restores the last backup, and all tokens become unknown.
    mutating func restore() {
        guard let backup else { return }
        resources = backup
        expireTokens()
    }

    // MARK: Bytes

    /// The identifier of an object that is not folded there.
    static func uid(_ bytes: [UInt8]) -> String? {
        let name = Array("\nUID:".utf8)
        guard let start = bytes.firstRange(of: name)?.upperBound else { return nil }
        return String(decoding: bytes[start...].prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
    }

    /// The same object with the properties of its tasks the other way round.
    private static func reordered(_ bytes: [UInt8]) -> [UInt8] {
        do {
            var object = try ICalendarObject(parsing: bytes)
            object.updateTodos { todo in
                let lines = todo.component.elements.filter { if case .line = $0 { true } else { false } }
                let others = todo.component.elements.filter { if case .component = $0 { true } else { false } }
                let names = lines.map { if case .line(let line) = $0 { line.name } else { "" } }
                guard names != names.sorted() else { return }
                todo.component.elements =
                    zip(names, lines).sorted { $0.0 < $1.0 }.map(\.1) + others
            }
            return object.bytes
        } catch {
            return bytes
        }
    }
}

extension WebDAVPath {
    private static let folder = "/tasks/"

    /// The path of a resource in the simulated collection.
    static func simulated(_ name: String) -> WebDAVPath {
        guard let path = WebDAVPath(folder + name + ".ics") else { preconditionFailure("it begins with a slash") }
        return path
    }
}
