package import Foundation

/// The name of a batch: `DEVICE-FIRST-LAST-SIZE-HASH.jsonl`, with the numbers of its first and its last operation, and of its bytes.
package struct ReplicaBatchName: Hashable, Sendable {
    package let device: String
    package let first: Int
    package let last: Int
    /// Of a file with another size, something is missing.
    let size: Int
    let hash: String

    init(device: String, first: Int, last: Int, text: String) {
        (self.device, self.first, self.last, size) = (device, first, last, text.utf8.count)
        hash = Self.hash(of: text)
    }

    private static let form = SharedRegex(
        /([0-9a-f]{16})-([0-9]{8,15})-([0-9]{8,15})-([0-9]{1,15})-([0-9a-f]{16})\.jsonl/)

    /// Reads the name of a file. Nil if it is none of a batch, such as that of a copy which a file synchronizer made.
    package init?(fileName: String) {
        guard let match = fileName.wholeMatch(of: Self.form), let first = Int(match.2), let last = Int(match.3),
            let size = Int(match.4), 0 < first, first <= last
        else { return nil }
        (device, self.first, self.last, self.size) = (String(match.1), first, last, size)
        hash = String(match.5)
    }

    package var fileName: String { "\(device)-\(padded(first, 8))-\(padded(last, 8))-\(size)-\(hash).jsonl" }

    /// The number of operations, with those that a file of several leaves out.
    var count: Int { last - first + 1 }

    /// Whether all operations of another batch are in this one.
    func contains(_ other: ReplicaBatchName) -> Bool {
        device == other.device && first <= other.first && other.last <= last
    }

    func fits(_ text: String) -> Bool { text.utf8.count == size && Self.hash(of: text) == hash }

    private static func hash(of text: String) -> String { String(MessageDigest.sha256.hex(of: text).prefix(16)) }
}

extension ReplicaBatchName {
    /// Adds a file of this device to the store.
    /// - Parameters:
    ///   - text: is to be written; nil if the folder has the file.
    ///   - records: how many of the user's records it changes.
    func insert(_ text: String?, records: Int = 0, into connection: SQLiteConnection) throws {
        try connection.run(
            "INSERT INTO replica_batch(name, text, records) VALUES (?, ?, ?)",
            [.text(fileName), .text(text), .integer(Int64(records))])
    }
}

/// Operations of one device, as a file that is written once. The first line describes it; then each line is an operation, or what the
/// device knew when it made those that follow.
package struct ReplicaBatch: Sendable {
    package struct Header: Hashable, Sendable, Codable {
        /// The version of the format.
        package var format = ReplicaBatch.format
        package let device: String
        /// The device's name, for people.
        package let name: String
        /// When it was written, in milliseconds since 1970.
        package let written: Int64
    }

    /// Operations that were made with the same knowledge.
    package struct Section: Sendable {
        package let seen: ReplicaKnowledge
        package var operations: [ReplicaOperation]

        package init(seen: ReplicaKnowledge, _ operations: [ReplicaOperation]) {
            (self.seen, self.operations) = (seen, operations)
        }
    }

    private struct SeenLine: Codable { let seen: ReplicaKnowledge }

    /// The version of the format that this version of the library writes, and the newest that it reads.
    package static let format = 1

    package let header: Header
    package let sections: [Section]

    package init(_ header: Header, _ sections: [Section]) {
        (self.header, self.sections) = (header, sections)
    }

    package func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func line(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
        }
        var text = try line(header)
        for section in sections {
            text += try line(SeenLine(seen: section.seen))
            for operation in section.operations { text += try line(operation) }
        }
        return text
    }

    /// Reads a file. Nil if it does not fit the name: it is cut, changed, of another device, or of a newer version.
    package init?(_ name: ReplicaBatchName, _ contents: Data) {
        guard let text = String(validUTF8: contents), name.fits(text) else { return nil }
        let decoder = JSONDecoder()
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        guard lines.popLast() == "", let first = lines.popFirst() else { return nil }
        do {
            header = try decoder.decode(Header.self, from: Data(first.utf8))
            guard header.format <= Self.format, header.device == name.device else { return nil }
            var sections: [Section] = []
            var last = name.first - 1
            for line in lines {
                if line.hasPrefix("{\"seen\":") {
                    let seen = try decoder.decode(SeenLine.self, from: Data(line.utf8)).seen
                    sections.append(Section(seen: seen, []))
                } else {
                    let operation = try decoder.decode(ReplicaOperation.self, from: Data(line.utf8))
                    guard !sections.isEmpty, last < operation.number, operation.number <= name.last else { return nil }
                    last = operation.number
                    sections[sections.count - 1].operations.append(operation)
                }
            }
            self.sections = sections
        } catch {
            return nil
        }
    }

    /// The number of a device's last operation of which the writer knew; 0 if it knew of none.
    func lastNumber(of device: String) -> Int {
        let operations = sections.lazy.flatMap(\.operations)
        let known = sections.map { $0.seen[device] } + operations.map { $0.removals[device] }
        let repeated = operations.compactMap(\.origin).filter { $0.device == device }.map(\.number)
        return (known + repeated).max() ?? 0
    }

    /// One batch of several that follow one another, without the versions that a later one of the same device replaces.
    static func compacting(_ batches: [ReplicaBatch], _ header: Header) -> ReplicaBatch {
        var later: Set<ReplicaField> = []
        var sections: [Section] = []
        for section in batches.flatMap(\.sections).reversed() {
            var kept: [ReplicaOperation] = []
            for operation in section.operations.reversed() {
                let fields = operation.fields.filter { later.insert(ReplicaField(operation.key, $0.key)).inserted }
                let isKept = operation.isRemoval && later.insert(ReplicaField(operation.key, nil)).inserted
                guard isKept || !fields.isEmpty || !operation.removals.isEmpty || !operation.lost.isEmpty else {
                    continue
                }
                var shorter = ReplicaOperation(
                    operation.key, number: operation.number, time: operation.time, fields: fields, isRemoval: isKept)
                (shorter.origin, shorter.removals) = (operation.origin, operation.removals)
                shorter.lost = operation.lost
                kept.append(shorter)
            }
            if !kept.isEmpty { sections.append(Section(seen: section.seen, kept.reversed())) }
        }
        return ReplicaBatch(header, sections.reversed())
    }
}

/// A field of a record, or its removal.
private struct ReplicaField: Hashable {
    let key: ReplicaKey
    let field: String?

    init(_ key: ReplicaKey, _ field: String?) { (self.key, self.field) = (key, field) }
}
