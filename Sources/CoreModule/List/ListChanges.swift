/// What turns one state of a list into another, by identifier: what a table needs to animate the change.
///
/// A front end keeps what it shows, and asks for the way from that to what there is now:
///
/// ```swift
/// let changes = ListChanges(from: shown, to: viewModel.words)
/// ```
///
/// First the removals are to be carried out, then the insertions and moves in ascending order of their places; the updates
/// change elements where they stand then. Linear but for a sort of what has kept its place.
public struct ListChanges<Element: Identifiable & Equatable & Sendable>: Sendable, Equatable
where Element.ID: Sendable {
    /// An element and a place.
    public struct Place: Sendable, Equatable {
        /// The element's identifier.
        public let id: Element.ID
        /// Its place.
        public let index: Int
    }

    /// An element that has changed places.
    public struct Move: Sendable, Equatable {
        /// The element's identifier.
        public let id: Element.ID
        /// Its place in the old list.
        public let from: Int
        /// Its place in the new list.
        public let to: Int
    }

    /// What is gone, with its place in the old list, in ascending order.
    public let removals: [Place]
    /// What is new, with its place in the new list, in ascending order.
    public let insertions: [Place]
    /// What has changed places, by its place in the new list, in ascending order: as few as possible.
    public let moves: [Move]
    /// What is otherwise than it was, with its place in the new list, in ascending order.
    public let updates: [Place]

    /// Whether the two lists are equal.
    public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }

    /// Compares two lists, in each of which an identifier stands once; of several, the last counts.
    public init(from old: [Element], to new: [Element]) {
        let oldPlaces = Dictionary(old.indices.map { (old[$0].id, $0) }) { $1 }
        let newPlaces = Dictionary(new.indices.map { (new[$0].id, $0) }) { $1 }
        removals = old.indices.filter { newPlaces[old[$0].id] == nil }.map { Place(id: old[$0].id, index: $0) }
        insertions = new.indices.filter { oldPlaces[new[$0].id] == nil }.map { Place(id: new[$0].id, index: $0) }
        let kept = new.indices.compactMap { index in oldPlaces[new[index].id].map { (from: $0, to: index) } }
        updates = kept.filter { old[$0.from] != new[$0.to] }.map { Place(id: new[$0.to].id, index: $0.to) }
        let standing = Self.longestIncreasing(kept.map(\.from))
        moves = kept.indices.filter { !standing.contains($0) }.map { index in
            Move(id: new[kept[index].to].id, from: kept[index].from, to: kept[index].to)
        }
    }

    /// The positions of a longest increasing subsequence, by patience sorting.
    private static func longestIncreasing(_ numbers: [Int]) -> Set<Int> {
        var piles: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (position, number) in numbers.enumerated() {
            var (low, high) = (0, piles.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[piles[middle]] < number { low = middle + 1 } else { high = middle }
            }
            previous[position] = low > 0 ? piles[low - 1] : nil
            if low == piles.count { piles.append(position) } else { piles[low] = position }
        }
        var result: Set<Int> = []
        var next = piles.last
        while let position = next {
            result.insert(position)
            next = previous[position]
        }
        return result
    }
}
