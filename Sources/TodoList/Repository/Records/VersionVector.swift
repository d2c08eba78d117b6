package import Foundation

/// A version vector: the latest edit of each device, and of all other programs together, that a version of a task
/// includes.
///
/// Its numbers only order versions: they begin as seconds since 1970, and each is greater than those before it.
///
/// A version descends from another one if it includes all its edits. After a server was reset, a device may edit an old
/// version; only the vector shows the others that this edit does not include theirs. It is stored in the object as a
/// custom property. Programs that drop unknown properties drop it; their edits then have no ancestors.
package struct VersionVector: Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of devices: those that edited last.
    private static let maximumCount = 32
    /// The name for all programs that are not ours.
    private static let others = ""

    /// The numbers of the latest edits.
    private var edits: [String: Int] = [:]

    /// An empty vector.
    package init() {}

    /// Reads a ``description``; invalid parts are left out.
    /// - Parameter foreignStamp: when another program edited the version; nil if a device of ours edited it last.
    package init(_ text: String, foreignStamp: Date?) {
        for line in text.split(separator: "\n").prefix(2 * Self.maximumCount) {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let seconds = Int(parts[0]) else { continue }
            edits[String(parts[1])] = seconds
        }
        guard let seconds = foreignStamp.map(Self.seconds) else { return }
        edits[Self.others] = max(seconds, edits[Self.others] ?? seconds)
    }

    /// The latest edit of all.
    package var latest: Date? { edits.values.max().map { Date(timeIntervalSince1970: Double($0)) } }

    /// The vector of a new version that a device derives from this one.
    package func continued(by device: String, at date: Date) -> VersionVector {
        var version = self
        let name = device.split(whereSeparator: \.isNewline).joined(separator: " ")
        version.edits[name] = max(Self.seconds(date), edits[name] ?? .min)
        for (name, _) in version.latestFirst.dropFirst(Self.maximumCount) { version.edits[name] = nil }
        return version
    }

    /// Whether this vector includes another one.
    package func includes(_ other: VersionVector) -> Bool {
        other.edits.allSatisfy { name, seconds in (edits[name] ?? .min) >= seconds }
    }

    /// Whether this vector includes another one, and more.
    package func isLater(than other: VersionVector) -> Bool { includes(other) && !other.includes(self) }

    /// A line for each device, the latest first.
    package var description: String { latestFirst.map { "\($0.value) \($0.key)" }.joined(separator: "\n") }

    private var latestFirst: [(key: String, value: Int)] {
        edits.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    }

    private static func seconds(_ date: Date) -> Int {
        Int(min(max(date.timeIntervalSince1970.rounded(.down), -1e12), 1e12))
    }
}
