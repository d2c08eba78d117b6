/// A change to send to the server.
package enum TodoDelivery: Hashable, Sendable {
    /// A task to write. If the condition is nil, the resource must be read first.
    case put(TodoID, CalDAVPath, CalDAVCondition?, bytes: [UInt8])
    /// A task to delete. If the ETag is nil, the resource must be read first.
    case delete(TodoID, CalDAVPath, ETag?)

    /// The task.
    package var id: TodoID {
        switch self {
        case .put(let id, _, _, _), .delete(let id, _, _): id
        }
    }

    /// Its path on the server.
    package var path: CalDAVPath {
        switch self {
        case .put(_, let path, _, _), .delete(_, let path, _): path
        }
    }

    /// Whether the expected version is known.
    var isConditional: Bool {
        switch self {
        case .put(_, _, let condition, _): condition != nil
        case .delete(_, _, let etag): etag != nil
        }
    }

    /// Whether it deletes a task.
    var isRemoval: Bool {
        if case .delete = self { true } else { false }
    }

    /// Whether it creates a resource.
    var isNew: Bool {
        if case .put(_, _, .isNew?, _) = self { true } else { false }
    }
}
