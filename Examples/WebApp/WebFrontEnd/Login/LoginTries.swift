import Foundation

/// Limits the tries of a password. After four wrong ones, an address waits before each further one, twice as long each time.
struct LoginTries {
    private struct Entry {
        var failures = 0
        /// When the next try may be made.
        var end = Date.distantPast
    }

    static let free = 4
    static let longestWait: TimeInterval = 900
    /// If tries are counted for so many addresses, those of all further ones are counted together.
    private static let mostAddresses = 10_000

    private var entries: [String: Entry] = [:]

    /// When an address may try again; nil if it may now. The try then counts as a failure until ``succeed(_:)``: tries that are sent
    /// at once do not get round the limit.
    mutating func begin(_ address: String, now: Date) -> Date? {
        if entries.count >= Self.mostAddresses {
            entries = entries.filter { now.timeIntervalSince($0.value.end) < Self.longestWait }
        }
        let place = place(of: address)
        var entry = entries[place] ?? Entry()
        guard entry.end <= now else { return entry.end }
        if now.timeIntervalSince(entry.end) >= Self.longestWait, entry.failures > Self.free {
            entry.failures = Self.free - 1
        }
        entry.failures += 1
        let wait = entry.failures < Self.free ? 0 : pow(2, Double(min(entry.failures - Self.free, 20)))
        entry.end = now.addingTimeInterval(min(wait, Self.longestWait))
        entries[place] = entry
        return nil
    }

    /// Forgets the failures of an address.
    mutating func succeed(_ address: String) { entries[place(of: address)] = nil }

    private func place(of address: String) -> String {
        entries[address] != nil || entries.count < Self.mostAddresses ? address : ""
    }
}
