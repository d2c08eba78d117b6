/// Slots sorted by the first eight bytes of their texts, so that all texts with a prefix are adjacent. Four bytes for each text.
struct PrefixOrder: Sendable {
    private var slots: [UInt32] = []

    private struct Item {
        let prefix: UInt64
        let slot: UInt32
    }

    init() {}

    /// Sorts the slots below a count by the first eight bytes of their texts as a big-endian number, nil without a text.
    init(count: Int, prefix: (_ slot: Int) -> UInt64?) {
        var items: [Item] = []
        items.reserveCapacity(count)
        for slot in 0..<count {
            if let prefix = prefix(slot) { items.append(Item(prefix: prefix, slot: UInt32(slot))) }
        }
        slots = Self.sorted(items).map(\.slot)
    }

    /// A radix sort from the last byte to the first: for a hundred thousand texts several times as fast as comparing.
    private static func sorted(_ items: [Item]) -> [Item] {
        var items = items
        var next = items
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            var places = [Int](repeating: 0, count: 256)
            for item in items { places[digit(item, shift)] += 1 }
            var start = 0
            for digit in places.indices { (places[digit], start) = (start, start + places[digit]) }
            for item in items {
                next[places[digit(item, shift)]] = item
                places[digit(item, shift)] += 1
            }
            swap(&items, &next)
        }
        return items
    }

    private static func digit(_ item: Item, _ shift: UInt64) -> Int {
        Int(truncatingIfNeeded: item.prefix >> shift & 0xFF)
    }

    /// The slots whose first eight bytes are in a range, in no particular order.
    func slots(from low: UInt64, through high: UInt64, prefix: (_ slot: Int) -> UInt64?) -> ArraySlice<UInt32> {
        let start = slots.indices.partitioningIndex { (prefix(Int(slots[$0])) ?? 0) >= low }
        let end = (start..<slots.count).partitioningIndex { (prefix(Int(slots[$0])) ?? 0) > high }
        return slots[start..<end]
    }
}

/// Collects the largest slots, which are the newest: the wanted number, and a few more.
struct NewestSlots {
    private let wanted: Int
    private(set) var slots: [UInt32] = []
    private var least: UInt32 = 0

    init(wanted: Int) {
        self.wanted = wanted
    }

    /// Adds a slot if it may be among the wanted ones and satisfies the condition. O(1) on average.
    mutating func insert(_ slot: UInt32, where isIncluded: (Int) -> Bool) {
        guard slot >= least, isIncluded(Int(slot)) else { return }
        slots.append(slot)
        guard slots.count > 64, slots.count / 2 >= wanted else { return }
        slots.sort()
        slots.removeFirst(slots.count - wanted)
        least = slots.first ?? .max
    }
}
