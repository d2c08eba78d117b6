/// A list of integers, each in as few bytes as the largest difference from the base needs: the row numbers of a hundred thousand
/// words take three bytes each instead of eight.
struct PackedIntegers: Sendable {
    private static let padding = [UInt8](repeating: 0, count: 8)

    private let base: Int64
    private var width: Int
    private var bytes: [UInt8] = Self.padding
    private(set) var count = 0

    /// Makes an empty list. Integers slightly above the base need the least space.
    init(base: Int64 = 0) {
        self.base = base
        width = 1
    }

    /// Packs integers tightly, with capacity for some more.
    init(_ integers: [Int64], room: Int) {
        let least = integers.min() ?? 0
        let most = integers.max() ?? 0
        base = least
        width = Self.width(of: UInt64(bitPattern: most &- least))
        bytes.reserveCapacity((integers.count + room) * width + Self.padding.count)
        for integer in integers { append(integer) }
    }

    subscript(index: Int) -> Int64 {
        precondition(index < count, "There is no integer at \(index).")
        // The padding allows reading eight bytes anywhere; the mask removes the bytes of the next integers.
        let word = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * width, as: UInt64.self) }
        let difference = UInt64(littleEndian: word) & (UInt64.max >> UInt64(64 - 8 * width))
        return base &+ Int64(bitPattern: difference)
    }

    var last: Int64? { count == 0 ? nil : self[count - 1] }

    mutating func append(_ integer: Int64) {
        let difference = UInt64(bitPattern: integer &- base)
        let needed = Self.width(of: difference)
        if needed > width { widen(to: needed) }
        let place = count * width
        for _ in 0..<width { bytes.append(0) }
        bytes.withUnsafeMutableBytes {
            $0.storeBytes(of: difference.littleEndian, toByteOffset: place, as: UInt64.self)
        }
        count += 1
    }

    /// Happens at most eight times for a list.
    private mutating func widen(to width: Int) {
        var wider = PackedIntegers(base: base)
        wider.width = width
        wider.bytes.reserveCapacity((count + 1) * width + Self.padding.count)
        for index in 0..<count { wider.append(self[index]) }
        self = wider
    }

    private static func width(of difference: UInt64) -> Int {
        max(1, (64 - difference.leadingZeroBitCount + 7) / 8)
    }
}
