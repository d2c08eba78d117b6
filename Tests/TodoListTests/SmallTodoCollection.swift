import CoreModule
import Foundation
import Synchronization
import TodoList

/// A collection in memory that lists its changes.
final class SmallTodoCollection: TodoCollection {
    private struct State {
        var objects: [CalDAVPath: (etag: Int, data: [UInt8])] = [:]
        /// The number at which each path changed last.
        var changes: [CalDAVPath: Int] = [:]
        var last = 0
        var failure: CalDAVError?
        var calls = 0
    }

    private let state = Mutex(State())

    /// How often it was asked for anything.
    var calls: Int { state.withLock(\.calls) }

    /// The objects as texts, in the order of their paths.
    var texts: [String] {
        state.withLock { state in
            state.objects.sorted { $0.key < $1.key }.map { String(decoding: $0.value.data, as: UTF8.self) }
        }
    }

    /// Has every call fail; `nil` ends that.
    func fail(_ error: CalDAVError?) { state.withLock { $0.failure = error } }

    /// Takes everything away, as an emptied server.
    func removeAll() {
        state.withLock { state in
            for path in state.objects.keys { Self.change(&state, path, nil) }
        }
    }

    /// Writes an object as another device would.
    func write(_ text: String, at name: String) {
        state.withLock { Self.change(&$0, path(named: name), Array(text.replacing("\n", with: "\r\n").utf8)) }
    }

    private static func change(_ state: inout State, _ path: CalDAVPath, _ data: [UInt8]?) {
        state.last += 1
        state.changes[path] = state.last
        state.objects[path] = data.map { (state.last, $0) }
    }

    private func ask<Value: Sendable>(
        _ body: (inout sending State) throws(CalDAVError) -> sending Value
    ) throws(CalDAVError) -> Value {
        try state.withLock { state throws(CalDAVError) in
            state.calls += 1
            if let failure = state.failure { throw failure }
            return try body(&state)
        }
    }

    func changes(since token: String?) async throws(CalDAVError) -> CalDAVChanges {
        try ask { state in
            let since = token.flatMap { Int($0) }
            let changed = state.changes.filter { $0.value > since ?? 0 }.keys.sorted()
            return CalDAVChanges(
                changed: changed.compactMap { path in
                    state.objects[path].map { CalDAVEntry(path: path, etag: ETag("\"\($0.etag)\"")) }
                },
                removed: since == nil ? [] : changed.filter { state.objects[$0] == nil },
                isFullListing: since == nil, token: "\(state.last)")
        }
    }

    func objects(at paths: [CalDAVPath]) async throws(CalDAVError) -> [CalDAVObject] {
        try ask { state in
            paths.compactMap { path in
                state.objects[path].map { CalDAVObject(path: path, etag: ETag("\"\($0.etag)\""), data: $0.data) }
            }
        }
    }

    func put(_ data: [UInt8], at path: CalDAVPath, condition: CalDAVCondition) async throws(CalDAVError) -> ETag? {
        try ask { state throws(CalDAVError) in
            let etag = state.objects[path].map { ETag("\"\($0.etag)\"") }
            switch condition {
            case .isNew: guard etag == nil else { throw .preconditionFailed }
            case .matches(let wanted): guard etag == wanted else { throw .preconditionFailed }
            }
            Self.change(&state, path, data)
            return ETag("\"\(state.last)\"")
        }
    }

    func delete(_ path: CalDAVPath, matching etag: ETag) async throws(CalDAVError) {
        try ask { state throws(CalDAVError) in
            guard let object = state.objects[path] else { return }
            guard ETag("\"\(object.etag)\"") == etag else { throw .preconditionFailed }
            Self.change(&state, path, nil)
        }
    }

    func path(named name: String) -> CalDAVPath {
        guard let path = CalDAVPath("/tasks/\(name).ics") else { preconditionFailure("names of tests are plain") }
        return path
    }
}
