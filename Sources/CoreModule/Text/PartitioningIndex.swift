extension RandomAccessCollection {
    /// The index of the first element that satisfies a condition, or `endIndex` if none does: a binary search.
    ///
    /// No element that satisfies the condition may come before one that does not. O(log n).
    @inline(__always)  // Searching calls it for each match, and the closure is small.
    package func partitioningIndex(
        where belongsInSecondPartition: (Element) throws -> Bool
    ) rethrows -> Index {
        var start = startIndex
        var remaining = count
        while remaining > 0 {
            let half = remaining / 2
            let middle = index(start, offsetBy: half)
            if try belongsInSecondPartition(self[middle]) {
                remaining = half
            } else {
                start = index(after: middle)
                remaining -= half + 1
            }
        }
        return start
    }
}
