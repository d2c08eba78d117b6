import CoreModule
import Foundation
import TodoList

/// A collection in memory that lists its changes.
final class SmallTodoCollection: TodoCollection {
    private struct State {
        var objects: [WebDAVPath: (etag: Int, data: [UInt8])] = [:]
        /// The number at which each path changed last.
        var changes: [WebDAVPath: Int] = [:]
        var last = 0
        /// The states with a token, if tokens name states.
        var snapshots: [String: [WebDAVPath: Int]] = [:]
        var failure: WebDAVError?
        /// The number of calls before the failure.
        var callsUntilFailure = 0
        /// The names that it refuses.
        var refused: Set<WebDAVPath> = []
        /// Whether it refuses invalid objects.
        var isStrict = false
        var keepsNothing = false
        /// Whether changes are left out of what tokens show.
        var hidesChanges = false
        /// Tokens before this number are answered with everything as if it were changes.
        var oldestToken = 0
        /// Whether it refuses them instead.
        var refusesTokens = false
        /// Whether versions are numbers of each path, which begin anew when it is used again, as with SOGo.
        var countsVersions = false
        var calls = 0
        /// The number of changes that share a token, as with tokens that are seconds.
        var changesPerToken = 1
    }

    private let state = Locked(State())
    private let namesStates: Bool

    /// Makes an empty collection.
    /// - Parameters:
    ///   - namesStates: whether equal states have equal tokens, as with Radicale.
    ///   - countsVersions: whether the versions of a path begin anew when it is used again, as with SOGo.
    ///   - changesPerToken: the number of changes that share a token, as with SOGo, whose tokens are seconds.
    ///   - isStrict: whether it refuses invalid objects, as sabre/dav does.
    init(namesStates: Bool = false, countsVersions: Bool = false, changesPerToken: Int = 1, isStrict: Bool = false) {
        self.namesStates = namesStates
        state.withLock { state in
            (state.countsVersions, state.isStrict) = (countsVersions, isStrict)
            state.changesPerToken = changesPerToken
        }
    }

    /// The number of requests.
    var calls: Int { state.withLock(\.calls) }

    /// The objects as texts, in the order of their paths.
    var texts: [String] {
        state.withLock { state in
            state.objects.sorted { $0.key < $1.key }.map { String(decoding: $0.value.data, as: UTF8.self) }
        }
    }

    /// Makes every call after the next ones fail; nil ends this.
    func fail(_ error: WebDAVError?, after calls: Int = 0) {
        state.withLock { ($0.failure, $0.callsUntilFailure) = (error, $0.calls + calls) }
    }

    /// Refuses the tasks with these names as invalid calendar objects, and no others.
    func refuse(_ names: String...) { state.withLock { $0.refused = Set(names.map { path(named: $0) }) } }

    /// Makes it accept writes without storing them.
    func keepNothing(_ keepsNothing: Bool) { state.withLock { $0.keepsNothing = keepsNothing } }

    /// Makes changes that its tokens do not show.
    func hideChanges(_ hides: Bool) { state.withLock { $0.hidesChanges = hides } }

    /// Forgets all tokens, and answers them with everything as if it were the changes, or refuses them.
    func forgetTokens(refusing: Bool = false) {
        state.withLock { state in
            state.last += 1
            (state.oldestToken, state.refusesTokens) = (state.last, refusing)
        }
    }

    /// Lets the next change have another token.
    func passSecond() {
        state.withLock { $0.last = ($0.last / $0.changesPerToken + 1) * $0.changesPerToken }
    }

    /// The object with a name.
    func text(at name: String) -> String? {
        state.withLock { $0.objects[path(named: name)].map { String(decoding: $0.data, as: UTF8.self) } }
    }

    /// Renames objects, all together.
    func move(_ names: [String: String]) {
        state.withLock { state in
            let moved = names.map { (to: $0.value, data: state.objects[path(named: $0.key)]?.data) }
            for name in names.keys { Self.change(&state, path(named: name), nil) }
            for (name, data) in moved { Self.change(&state, path(named: name), data) }
        }
    }

    /// Removes an object.
    func remove(_ name: String) { state.withLock { Self.change(&$0, path(named: name), nil) } }

    /// Removes everything, like an emptied server.
    func removeAll() {
        state.withLock { state in
            for path in state.objects.keys { Self.change(&state, path, nil) }
        }
    }

    /// Writes an object as another device would.
    func write(_ text: String, at name: String) {
        state.withLock { Self.change(&$0, path(named: name), Array(text.replacing("\n", with: "\r\n").utf8)) }
    }

    private static func change(_ state: inout State, _ path: WebDAVPath, _ data: [UInt8]?) {
        state.last += 1
        if !state.hidesChanges { state.changes[path] = state.last }
        let version = state.countsVersions ? (state.objects[path]?.etag ?? 0) + 1 : state.last
        state.objects[path] = data.map { (version, $0) }
    }

    private func ask<Value: Sendable>(
        _ body: (inout sending State) throws(WebDAVError) -> sending Value
    ) throws(WebDAVError) -> Value {
        try state.withLock { state throws(WebDAVError) in
            state.calls += 1
            if let failure = state.failure, state.calls > state.callsUntilFailure { throw failure }
            return try body(&state)
        }
    }

    func changes(since token: String?) async throws(WebDAVError) -> CalDAVChanges {
        if namesStates { return try changesOfStates(since: token) }
        return try ask { state in
            let seconds = state.changesPerToken
            let since = token.flatMap { Int($0) }
            let isForgotten = since.map { $0 < state.oldestToken } ?? true
            let changed =
                isForgotten
                ? state.objects.keys.sorted() : state.changes.filter { $0.value / seconds > since ?? 0 }.keys.sorted()
            return CalDAVChanges(
                changed: changed.compactMap { path in
                    state.objects[path].map { CalDAVEntry(path: path, etag: ETag("\"\($0.etag)\"")) }
                },
                removed: isForgotten ? [] : changed.filter { state.objects[$0] == nil },
                isFullListing: since == nil || isForgotten && state.refusesTokens, token: "\(state.last / seconds)")
        }
    }

    private func changesOfStates(since token: String?) throws(WebDAVError) -> CalDAVChanges {
        try ask { state in
            let now = state.objects.mapValues(\.etag)
            let name = state.objects.keys.sorted().map(\.description).joined()
            let before = token.flatMap { state.snapshots[$0] }
            state.snapshots[name] = now
            let changed = now.filter { before?[$0.key] != $0.value }.sorted { $0.key < $1.key }
            return CalDAVChanges(
                changed: changed.map { CalDAVEntry(path: $0.key, etag: ETag("\"\($0.value)\"")) },
                removed: (before ?? [:]).keys.filter { now[$0] == nil }.sorted(), isFullListing: before == nil,
                token: name)
        }
    }

    func objects(at paths: [WebDAVPath]) async throws(WebDAVError) -> [CalDAVObject] {
        try ask { state in
            paths.compactMap { path in
                state.objects[path].map { CalDAVObject(path: path, etag: ETag("\"\($0.etag)\""), data: $0.data) }
            }
        }
    }

    /// Leaves out every third object, as a server may.
    func tasks() async throws(WebDAVError) -> [CalDAVObject] {
        try ask { state in
            state.objects.filter { $0.value.etag % 3 > 0 }.map { path, object in
                CalDAVObject(path: path, etag: ETag("\"\(object.etag)\""), data: object.data)
            }
        }
    }

    func put(_ data: [UInt8], at path: WebDAVPath, condition: CalDAVCondition) async throws(WebDAVError) -> ETag? {
        try ask { state throws(WebDAVError) in
            let etag = state.objects[path].map { ETag("\"\($0.etag)\"") }
            switch condition {
            case .isNew: guard etag == nil else { throw .preconditionFailed }
            case .matches(let wanted): guard etag == wanted else { throw .preconditionFailed }
            }
            guard !state.refused.contains(path) else { throw .refused(status: 400, precondition: nil) }
            if state.isStrict, let objection = StrictCalendar.objection(to: data) {
                throw .refused(status: 415, precondition: objection)
            }
            guard !state.keepsNothing else { return nil }
            Self.change(&state, path, data)
            return state.objects[path].map { ETag("\"\($0.etag)\"") }
        }
    }

    func delete(_ path: WebDAVPath, matching etag: ETag) async throws(WebDAVError) {
        try ask { state throws(WebDAVError) in
            guard let object = state.objects[path] else { return }
            guard ETag("\"\(object.etag)\"") == etag else { throw .preconditionFailed }
            Self.change(&state, path, nil)
        }
    }

    func path(named name: String) -> WebDAVPath {
        guard let path = WebDAVPath("/tasks/\(name).ics") else { preconditionFailure("names of tests are plain") }
        return path
    }
}
