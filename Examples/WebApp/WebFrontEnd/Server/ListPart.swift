/// The pages of a long list that are shown at once, from the first to the last. They count from 1.
package struct ListPart: Hashable, Sendable {
    /// The first page.
    package let first: Int
    /// The last page.
    package let last: Int

    /// The beginning of a list.
    package static let start = ListPart(first: 1, last: 1)
    /// How many pages may be shown at once: one answer must not hold up others for long.
    static let longest = 10
    /// The last page that an address may name.
    private static let limit = 99_999

    private init(first: Int, last: Int) {
        (self.first, self.last) = (first, last)
    }

    /// One page.
    package init(page: Int) {
        self.init(first: page, last: page)
    }

    /// Reads what an address has: `3` or `3-5`. Nil if it is no such part.
    package init?(_ text: String) {
        let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard 1...2 ~= numbers.count, let first = numbers.first, let last = numbers.last, first >= 1, last >= first,
            last <= Self.limit, last - first < Self.longest
        else { return nil }
        self.init(first: first, last: last)
    }

    /// What an address has.
    package var text: String { first == last ? "\(first)" : "\(first)-\(last)" }

    /// With one page more; from there only that one, if there are as many pages as may be.
    var extended: ListPart {
        last - first + 1 < Self.longest ? ListPart(first: first, last: last + 1) : ListPart(page: last + 1)
    }

    /// Whether ``extended`` still begins at the same page.
    var canGrow: Bool { extended.first == first }

    /// The rows of this part, or of the last page if the list is shorter.
    func rows(of size: Int, among count: Int) -> (part: ListPart, rows: Range<Int>) {
        let pages = max(1, (count + size - 1) / size)
        let part = first <= pages ? ListPart(first: first, last: min(last, pages)) : ListPart(page: pages)
        return (part, (part.first - 1) * size..<min(part.last * size, count))
    }
}
