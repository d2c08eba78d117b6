/// The loaded part of a list that is kept up with a stream of changes: a pure state machine.
///
/// Changes that arrive while a page is being read are held, and applied once more when it is there: whether the page was read
/// before or after such a change, the list ends right. A page that was overtaken by a later load is dropped.
public struct LiveList<Element: Identifiable & Sendable>: Sendable where Element.ID: Sendable {
    /// What happened to an element.
    public enum Change: Sendable {
        /// It was added, or is now like this.
        case put(Element)
        /// It is gone.
        case remove(Element.ID)
    }

    /// How the list decides what it shows, and where.
    public enum Rule: Sendable {
        /// Elements that belong to the list stand in an order; those that a change makes belong are put in their place.
        case ordered(by: @Sendable (Element, Element) -> Bool, includes: @Sendable (Element) -> Bool)
        /// Elements stand as they were loaded; a change never adds one.
        case asLoaded
    }

    /// A load that was begun.
    public struct Load: Sendable, Hashable {
        let number: Int
    }

    /// The elements that are loaded.
    public private(set) var elements: [Element] = []
    /// Whether there are more behind the last of them.
    public private(set) var hasMore = false

    private let rule: Rule
    private var lastLoad = 0
    private var isLoading = false
    private var held: [Change] = []

    /// Makes an empty list.
    public init(_ rule: Rule) {
        self.rule = rule
    }

    /// Begins a load, and drops the one that is under way, if any. Call it right before the reading starts.
    public mutating func beginLoading() -> Load {
        lastLoad += 1
        isLoading = true
        held = []
        return Load(number: lastLoad)
    }

    /// Ends a load with the elements that the list has from its beginning on.
    /// - Returns: false where the load was overtaken; then nothing is changed.
    @discardableResult
    public mutating func finish(_ load: Load, with elements: [Element], hasMore: Bool) -> Bool {
        guard end(load) else { return false }
        self.elements = elements
        self.hasMore = hasMore
        applyHeld()
        return true
    }

    /// Ends a load with the elements that follow the last one.
    /// - Returns: false where the load was overtaken; then nothing is changed.
    @discardableResult
    public mutating func finish(_ load: Load, appending more: [Element], hasMore: Bool) -> Bool {
        guard end(load) else { return false }
        let known = Set(elements.map(\.id))
        elements += more.filter { !known.contains($0.id) }
        self.hasMore = hasMore
        applyHeld()
        return true
    }

    /// Ends a load that failed; the elements stay.
    /// - Returns: false where the load was overtaken.
    @discardableResult
    public mutating func fail(_ load: Load) -> Bool {
        guard end(load) else { return false }
        held = []
        return true
    }

    /// Takes a change over.
    public mutating func apply(_ change: Change) {
        if isLoading { held.append(change) }
        perform(change)
    }

    private mutating func end(_ load: Load) -> Bool {
        guard isLoading, load.number == lastLoad else { return false }
        isLoading = false
        return true
    }

    private mutating func applyHeld() {
        let changes = held
        held = []
        for change in changes { perform(change) }
    }

    private mutating func perform(_ change: Change) {
        switch change {
        case .remove(let id):
            elements.removeAll { $0.id == id }
        case .put(let element):
            let place = elements.firstIndex { $0.id == element.id }
            switch rule {
            case .asLoaded:
                if let place { elements[place] = element }
            case .ordered(let precedes, let includes):
                if let place { elements.remove(at: place) }
                guard includes(element) else { return }
                let next = elements.firstIndex { precedes(element, $0) }
                // Behind the last one it belongs to a page that is not loaded yet.
                if next == nil, hasMore, place == nil, !elements.isEmpty { return }
                elements.insert(element, at: next ?? elements.endIndex)
            }
        }
    }
}
