import CoreModule
import Foundation

extension SyncSchedule.Outcome {
    /// How a synchronization with this failure, or with none, ended.
    package init(_ error: TodoError?) {
        switch error {
        case nil: self = .done
        case let error? where error.isCancellation: self = .cancelled
        case let error? where error.concernsSomeTasks: self = .done
        case let error?:
            var retryDate: Date?
            if case .sync(.server(let error)) = error { retryDate = error.retryDate }
            self = .failed(isTransient: error.isTransient, until: retryDate)
        }
    }
}

extension TodoError {
    /// Whether the caller cancelled the operation.
    package var isCancellation: Bool {
        switch self {
        case .sync(.server(.cancelled)): true
        case .store(let error): error.code == .cancelled
        default: false
        }
    }

    /// Whether all the others were synchronized.
    fileprivate var concernsSomeTasks: Bool {
        if case .sync(let error) = self { error.concernsSomeTasks } else { false }
    }

    /// Whether the same operation may succeed later without the user's action.
    package var isTransient: Bool {
        switch self {
        case .sync(let error): error.isTransient
        case .store(let error): error.code == .busy
        default: false
        }
    }
}
