import Synchronization

/// Limits the files that are received and read at once, because each is in memory as a whole.
final class UploadGate: Sendable {
    private let limits: WebConfiguration.Limits
    private let counts = Mutex<[Person: Int]>([:])

    init(_ limits: WebConfiguration.Limits) {
        self.limits = limits
    }

    /// Counts a file that begins. Throws ``Refusal/uploads`` if there are as many as allowed.
    func enter(_ person: Person) throws(Refusal) {
        let isAllowed = counts.withLock { counts in
            guard counts[person, default: 0] < limits.uploadsOfPerson, counts.values.reduce(0, +) < limits.uploads
            else {
                return false
            }
            counts[person, default: 0] += 1
            return true
        }
        guard isAllowed else { throw .uploads }
    }

    /// Counts a file that was read or refused.
    func leave(_ person: Person) {
        counts.withLock { counts in
            let count = counts[person, default: 0] - 1
            counts[person] = count > 0 ? count : nil
        }
    }
}
