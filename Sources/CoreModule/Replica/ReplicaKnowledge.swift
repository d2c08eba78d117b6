/// What a device knows: of each device, the number of its last operation that was read. Operations of a device are read in their order.
package struct ReplicaKnowledge: Hashable, Sendable, Codable {
    private var numbers: [String: Int]

    package init(_ numbers: [String: Int] = [:]) {
        self.numbers = numbers
    }

    package init(from decoder: any Decoder) throws {
        numbers = try decoder.singleValueContainer().decode([String: Int].self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(numbers)
    }

    package var isEmpty: Bool { numbers.isEmpty }

    /// The number of the last known operation of a device; 0 if none is known.
    package subscript(device: String) -> Int { numbers[device] ?? 0 }

    package func covers(_ device: String, _ number: Int) -> Bool { number <= self[device] }

    package mutating func see(_ device: String, _ number: Int) {
        if number > self[device] { numbers[device] = number }
    }

    package mutating func formUnion(_ other: ReplicaKnowledge) {
        for (device, number) in other.numbers { see(device, number) }
    }

    /// Whether another device knows all of it.
    func isCovered(by other: ReplicaKnowledge) -> Bool {
        numbers.allSatisfy { other.covers($0.key, $0.value) }
    }
}

extension ReplicaKnowledge {
    /// What was read of each device.
    init(_ connection: SQLiteConnection) throws {
        self.init()
        try connection.forEach("SELECT device, number FROM replica_device") { row in
            see(try row.text(0), Int(try row.integer(1)))
        }
    }
}
