/// Slots sorted by the first eight bytes of their texts, so that all texts with a prefix are adjacent. Four bytes for each text.
struct PrefixOrder: Sendable {
    private var slots: [UInt32] = []

    /// Sorts slots. It keeps its memory for the next order: what is allocated once can be returned to the system.
    struct Sorter {
        private struct Item {
            var prefix: UInt64 = 0
            var slot: UInt32 = 0
        }

        private var items: [Item]
        private var next: [Item]

        /// Makes a sorter for at most a number of slots.
        init(_ count: Int) {
            items = Array(repeating: Item(), count: count)
            next = items
        }

        /// Sorts so many slots by the first eight bytes of their texts as a big-endian number, nil without a text.
        mutating func order(_ slotCount: Int, _ prefix: (_ slot: Int) -> UInt64?) -> PrefixOrder {
            var count = 0
            for slot in 0..<slotCount {
                guard let prefix = prefix(slot) else { continue }
                items[count] = Item(prefix: prefix, slot: UInt32(slot))
                count += 1
            }
            for shift in stride(from: UInt64(0), to: 64, by: 8) { sort(count, shift) }
            var order = PrefixOrder()
            order.slots = items[..<count].map(\.slot)
            return order
        }

        /// One step of a radix sort from the last byte on: for a hundred thousand texts several times as fast as comparing.
        private mutating func sort(_ count: Int, _ shift: UInt64) {
            func digit(_ item: Item) -> Int { Int(truncatingIfNeeded: item.prefix >> shift & 0xFF) }
            var places = [Int](repeating: 0, count: 256)
            for item in items[..<count] { places[digit(item)] += 1 }
            var start = 0
            for digit in places.indices { (places[digit], start) = (start, start + places[digit]) }
            for item in items[..<count] {
                next[places[digit(item)]] = item
                places[digit(item)] += 1
            }
            swap(&items, &next)
        }
    }

    /// The slots whose first eight bytes are in a range, in no particular order.
    func slots(from low: UInt64, through high: UInt64, prefix: (_ slot: Int) -> UInt64?) -> ArraySlice<UInt32> {
        let start = slots.indices.partitioningIndex { (prefix(Int(slots[$0])) ?? 0) >= low }
        let end = (start..<slots.count).partitioningIndex { (prefix(Int(slots[$0])) ?? 0) > high }
        return slots[start..<end]
    }
}

/// Collects the largest slots, which are the newest: the wanted number, and a few more, some of them perhaps twice.
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
        slots = Set(slots).sorted()
        guard slots.count > wanted else { return }
        slots.removeFirst(slots.count - wanted)
        least = slots.first ?? .max
    }
}
