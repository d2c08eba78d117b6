/// What is known of a record: the winning version of each field, and the removals.
///
/// Devices that have merged the same operations, in whatever order, have equal records. Of two versions of a field the one with the greater
/// stamp wins: its time, then its device. A device writes a time that is greater than that of the version that it replaces, so no version
/// loses to one that its writer knew, whatever the clocks say. A record is removed if a removal knew of every version; an edit that did
/// not know of the removal brings it back with all its fields. A field whose name begins with a dot is not the user's: it brings nothing back.
package struct ReplicaRecord: Hashable, Sendable {
    /// A version of a field.
    package struct Version: Hashable, Sendable {
        /// Nil if the field was removed.
        package let text: String?
        /// Milliseconds since 1970.
        package let time: Int64
        package let device: String
        package let number: Int

        fileprivate func wins(over other: Version) -> Bool { (time, device) > (other.time, other.device) }
    }

    package private(set) var fields: [String: Version] = [:]
    /// All that the writers of removals knew.
    package private(set) var removals = ReplicaKnowledge()

    package init() {}

    /// Whether it is not there: nobody has written it, or a removal knew of everything that was written by a user.
    package var isRemoved: Bool {
        fields.allSatisfy { $0.key.hasPrefix(".") || removals.covers($0.value.device, $0.value.number) }
    }

    /// The fields that have a value, also if the record is removed.
    package var values: [String: String] { fields.compactMapValues(\.text) }

    /// The time of the last version.
    package var time: Int64 { fields.values.lazy.map(\.time).max() ?? 0 }

    /// Merges what a device wrote.
    /// - Parameters:
    ///   - seen: what the device knew then, besides its own operations.
    ///   - context: returns what the writer of a version that stays knew.
    /// - Returns: the versions that lost although the winner's writer did not know them, with their fields.
    package mutating func merge(
        _ operation: ReplicaOperation, of device: String, _ seen: ReplicaKnowledge,
        context: (Version) throws -> ReplicaKnowledge
    ) rethrows -> [String: Version] {
        if operation.isRemoval {
            removals.formUnion(seen)
            removals.see(device, operation.number)
        }
        removals.formUnion(operation.removals)
        var lost: [String: Version] = [:]
        for (field, text) in operation.fields {
            let new = Version(
                text: text, time: operation.time, device: operation.origin?.device ?? device,
                number: operation.origin?.number ?? operation.number)
            guard let old = fields[field] else {
                fields[field] = new
                continue
            }
            let (winner, loser) = new.wins(over: old) ? (new, old) : (old, new)
            fields[field] = winner
            let knowledge = winner == new && operation.origin == nil ? seen : try context(winner)
            let isKnown = winner.device == loser.device || knowledge.covers(loser.device, loser.number)
            if !isKnown, loser.text != nil, loser.text != winner.text { lost[field] = loser }
        }
        return lost
    }
}

extension ReplicaRecord: Codable {
    private enum CodingKeys: String, CodingKey { case fields, removals }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        fields = try container.decode([String: Version].self, forKey: .fields)
        removals = try container.decodeIfPresent(ReplicaKnowledge.self, forKey: .removals) ?? removals
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fields, forKey: .fields)
        if !removals.isEmpty { try container.encode(removals, forKey: .removals) }
    }
}

/// As an array, which is short: a store has one for each field of each record.
extension ReplicaRecord.Version: Codable {
    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        text = try container.decode(String?.self)
        time = try container.decode(Int64.self)
        device = try container.decode(String.self)
        number = try container.decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(text)
        try container.encode(time)
        try container.encode(device)
        try container.encode(number)
    }
}

/// A change of one record by one device: fields that were set, or the removal of the record. Or what the device knows of a record, when the
/// files that said so have disappeared.
package struct ReplicaOperation: Hashable, Sendable {
    /// The operation of another device that is repeated.
    package struct Origin: Hashable, Sendable, Codable {
        let device: String
        let number: Int
    }

    /// A value that lost a merge.
    package struct Lost: Hashable, Sendable, Codable {
        let field: String
        let text: String
        let device: String
        let time: Int64
    }

    package let key: ReplicaKey
    /// One more than that of the operation before, of the same device; from 1.
    package let number: Int
    /// When it happened, in milliseconds since 1970.
    package let time: Int64
    /// The fields that were set; nil removes the field.
    package let fields: [String: String?]
    /// Whether it removes the record, as far as its device knew it.
    package let isRemoval: Bool
    package var origin: Origin?
    /// What the writers of removals knew besides: of removals that are repeated, and of versions that were.
    package var removals = ReplicaKnowledge()
    /// What lost a merge of the record, and is repeated.
    package var lost: [Lost] = []

    package init(_ key: ReplicaKey, number: Int, time: Int64, fields: [String: String?] = [:], isRemoval: Bool = false)
    {
        (self.key, self.number, self.time, self.fields, self.isRemoval) = (key, number, time, fields, isRemoval)
    }
}

extension ReplicaOperation: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, id, number, time, set, unset, removed, origin, removals, lost
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var fields: [String: String?] = try container.decodeIfPresent([String: String].self, forKey: .set) ?? [:]
        for field in try container.decodeIfPresent([String].self, forKey: .unset) ?? [] {
            fields.updateValue(nil, forKey: field)
        }
        self.init(
            ReplicaKey(
                kind: try container.decode(String.self, forKey: .kind),
                id: try container.decode(String.self, forKey: .id)),
            number: try container.decode(Int.self, forKey: .number),
            time: try container.decode(Int64.self, forKey: .time), fields: fields,
            isRemoval: try container.decodeIfPresent(Bool.self, forKey: .removed) ?? false)
        origin = try container.decodeIfPresent(Origin.self, forKey: .origin)
        removals = try container.decodeIfPresent(ReplicaKnowledge.self, forKey: .removals) ?? removals
        lost = try container.decodeIfPresent([Lost].self, forKey: .lost) ?? lost
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key.kind, forKey: .kind)
        try container.encode(key.id, forKey: .id)
        try container.encode(number, forKey: .number)
        try container.encode(time, forKey: .time)
        let set = fields.compactMapValues(\.self)
        let unset = fields.filter { $0.value == nil }.keys.sorted()
        if !set.isEmpty { try container.encode(set, forKey: .set) }
        if !unset.isEmpty { try container.encode(unset, forKey: .unset) }
        if isRemoval { try container.encode(true, forKey: .removed) }
        try container.encodeIfPresent(origin, forKey: .origin)
        if !removals.isEmpty { try container.encode(removals, forKey: .removals) }
        if !lost.isEmpty { try container.encode(lost, forKey: .lost) }
    }
}
