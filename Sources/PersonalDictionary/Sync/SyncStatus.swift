public import CoreModule
public import Foundation

/// The state of the synchronization of words.
public struct SyncStatus: Hashable, Sendable {
    /// The remembered folder; nil if synchronization is off, or before it was read.
    public internal(set) var folder: SyncFolder?
    /// Whether a synchronization is running.
    public internal(set) var isRunning = false
    /// How far it is; nil as long as that is not known.
    public internal(set) var progress: ReplicaProgress?
    /// When the last successful synchronization ended, also before the start; nil if there was none with the folder, or if it was not read yet.
    public internal(set) var lastSync: Date?
    /// What the last successful synchronization since the start did.
    public internal(set) var lastReport: ReplicaReport?
    /// Why the last synchronization failed; nil if it succeeded.
    public internal(set) var lastError: ReplicaError?
    /// How many synchronizations have ended since the start.
    public internal(set) var finishedCount = 0

    /// The state before anything is known.
    public init() {}

    mutating func finished(_ result: Result<ReplicaReport, ReplicaError>, at date: Date) {
        switch result {
        case .success(let report): (lastSync, lastReport, lastError) = (date, report, nil)
        case .failure(let error): lastError = error == .off ? nil : error
        }
    }
}

extension SyncSchedule.Outcome {
    init(_ result: Result<ReplicaReport, ReplicaError>) {
        switch result {
        case .success: self = .done
        case .failure(.folder(.cancelled)): self = .cancelled
        case .failure(.store(let error)) where error.code == .cancelled: self = .cancelled
        case .failure(.folder(.server(_, let error))):
            self = .failed(isTransient: error.isTransient, until: error.retryDate)
        case .failure(let error): self = .failed(isTransient: error.isTransient)
        }
    }
}
