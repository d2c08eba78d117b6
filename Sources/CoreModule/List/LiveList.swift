/// The loaded part of a list that a stream of changes keeps up to date: a pure state machine. A view model has a ``ListLoader``, which
/// takes a ``Rule`` and each ``Change``.
///
/// Changes that arrive during a load are applied again after it. So the list is right whether the page was read before or after
/// such a change. A page that a later load has overtaken is dropped. A list that was never loaded keeps no changes.
///
/// In an ordered list, a change is found with a logarithmic number of comparisons; ``Rule/asLoaded`` searches linearly.
public struct LiveList<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
    /// A change of one element.
    public enum Change: Sendable {
        /// It was added or updated.
        case put(Element)
        /// It was removed.
        case remove(Element.ID)
    }

    /// Which elements the list shows, and in which order.
    public enum Rule: Sendable {
        /// The elements that `includes` accepts, in an order. A change inserts an element in its place.
        ///
        /// The order must be total, and elements must be loaded in it. Otherwise a change takes linear time, and may be
        /// inserted at another place.
        case ordered(by: @Sendable (Element, Element) -> Bool, includes: @Sendable (Element) -> Bool = { _ in true })
        /// The loaded elements, in the order in which they were loaded. A change never adds one.
        case asLoaded
    }

    /// A load that is under way.
    package struct Load: Sendable, Hashable {
        let number: Int
    }

    package private(set) var elements: [Element] = []
    /// The same elements, to find the place of one in their order.
    private var known: [Element.ID: Element] = [:]
    /// Whether there are more after the last one.
    package private(set) var hasMore = false

    /// The element with an identifier, if it is loaded. Takes constant time.
    package subscript(id: Element.ID) -> Element? { known[id] }

    private let rule: Rule
    private var lastLoad = 0
    private var isLoading = false
    /// What is applied again after the load.
    private var held: [@Sendable (inout Self) -> Void] = []

    package init(_ rule: Rule) {
        self.rule = rule
    }

    /// Begins a load. One that is under way is overtaken. Call it right before reading.
    package mutating func beginLoading() -> Load {
        lastLoad += 1
        isLoading = true
        held = []
        return Load(number: lastLoad)
    }

    /// Whether a load is under way and was not overtaken.
    func isCurrent(_ load: Load) -> Bool { isLoading && load.number == lastLoad }

    /// Ends a load with the elements from the list's beginning, or with those that follow the last one if it is a continuation.
    /// - Returns: false if the load was overtaken; then nothing changes.
    @discardableResult
    package mutating func finish(
        _ load: Load, with read: [Element], isContinuation: Bool = false, hasMore: Bool
    ) -> Bool {
        guard let changes = end(load) else { return false }
        if !isContinuation { (elements, known) = ([], [:]) }
        known.reserveCapacity(known.count + read.count)
        elements += read.filter { element in
            guard let shown = known.updateValue(element, forKey: element.id) else { return true }
            known[element.id] = shown
            return false
        }
        self.hasMore = hasMore
        for change in changes { change(&self) }
        return true
    }

    /// Ends a load that failed; false if it was overtaken. The elements stay.
    @discardableResult
    package mutating func fail(_ load: Load) -> Bool {
        end(load) != nil
    }

    package mutating func apply(_ change: Change) {
        apply { $0.perform(change) }
    }

    /// Changes an element, if it is loaded.
    mutating func update(_ id: Element.ID, _ change: @escaping @Sendable (inout Element) -> Void) {
        apply { list in
            guard var element = list.known[id] else { return }
            change(&element)
            list.perform(.put(element))
        }
    }

    private mutating func apply(_ change: @escaping @Sendable (inout Self) -> Void) {
        guard lastLoad > 0 else { return }
        if isLoading { held.append(change) }
        change(&self)
    }

    /// Ends a load, unless it was overtaken.
    /// - Returns: the changes that arrived meanwhile; nil if it was overtaken.
    private mutating func end(_ load: Load) -> [@Sendable (inout Self) -> Void]? {
        guard isCurrent(load) else { return nil }
        isLoading = false
        defer { held = [] }
        return held
    }

    private mutating func perform(_ change: Change) {
        switch change {
        case .remove(let id):
            if let place = place(of: id) { elements.remove(at: place) }
            known[id] = nil
        case .put(let element):
            let place = place(of: element.id)
            switch rule {
            case .asLoaded:
                guard let place else { return }
                elements[place] = element
            case .ordered(let precedes, let includes):
                let old = known.removeValue(forKey: element.id)
                if let place { elements.remove(at: place) }
                guard includes(element) else { return }
                let next = firstPlace(behind: element)
                let isNewThere = old.map { precedes($0, element) } ?? !elements.isEmpty
                // After the last one, it belongs to a page that is not loaded yet.
                if next == elements.endIndex, hasMore, isNewThere { return }
                elements.insert(element, at: next)
            }
            known[element.id] = element
        }
    }

    private func place(of id: Element.ID) -> Int? {
        guard let element = known[id] else { return nil }
        let place = firstPlace(behind: element) - 1
        if elements.indices.contains(place), elements[place].id == id { return place }
        // As they were loaded, or equal in their order.
        return elements.firstIndex { $0.id == id }
    }

    /// The first place whose element comes after this one.
    private func firstPlace(behind element: Element) -> Int {
        guard case .ordered(let precedes, _) = rule else { return 0 }
        var (low, high) = (elements.startIndex, elements.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if precedes(element, elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
