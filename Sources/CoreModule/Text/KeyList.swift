/// Keys by position, and the position of a key: by binary search while the keys ascend, as row numbers do; otherwise by a table.
struct KeyList: Sendable {
    private var keys: [Int64]
    private var isAscending: Bool
    private var places: [Int64: Int]?

    init(_ keys: [Int64] = []) {
        self.keys = keys
        isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    }

    var count: Int { keys.count }

    subscript(place: Int) -> Int64 { keys[place] }

    mutating func reserveCapacity(_ count: Int) { keys.reserveCapacity(count) }

    mutating func append(_ key: Int64) {
        if let last = keys.last, key <= last { isAscending = false }
        places?[key] = keys.count
        keys.append(key)
    }

    /// The position of a key, the last one if there are several.
    mutating func place(of key: Int64) -> Int? {
        if isAscending {
            // A new key is mostly the largest.
            guard let last = keys.last, key <= last else { return nil }
            let place = keys.partitioningIndex { $0 >= key }
            return place < count && keys[place] == key ? place : nil
        }
        let places = places ?? Dictionary(zip(keys, keys.indices)) { $1 }
        self.places = places
        return places[key]
    }
}
