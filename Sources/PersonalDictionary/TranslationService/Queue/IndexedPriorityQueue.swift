/// Words in the order of their places, each once: a binary heap, in which a removed word stays until it comes to the top. Every operation
/// takes O(log n) on average.
struct IndexedPriorityQueue {
    private var heap: [(place: Int, id: WordID)] = []
    private var places: [WordID: Int] = [:]

    var count: Int { places.count }
    var isEmpty: Bool { places.isEmpty }

    func contains(_ id: WordID) -> Bool { places[id] != nil }

    mutating func insert(_ id: WordID, at place: Int) {
        guard places[id] == nil else { return }
        places[id] = place
        heap.append((place, id))
        var child = heap.count - 1
        while child > 0, heap[child].place < heap[(child - 1) / 2].place {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func remove(_ id: WordID) {
        places[id] = nil
        if places.isEmpty { heap = [] }
    }

    /// The place of the first word.
    var firstPlace: Int? {
        mutating get {
            while let top = heap.first, places[top.id] != top.place { _ = popTop() }
            return heap.first?.place
        }
    }

    mutating func popFirst() -> WordID? {
        guard firstPlace != nil, let first = popTop() else { return nil }
        places[first.id] = nil
        return first.id
    }

    private mutating func popTop() -> (place: Int, id: WordID)? {
        guard let last = heap.popLast() else { return nil }
        guard let top = heap.first else { return last }
        heap[0] = last
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && heap[child].place < heap[least].place { least = child }
            guard least != parent else { return top }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
