/// Elements in the order of appending. Appending an element takes constant time, and so does removing it by its place.
package typealias LinkedList<Element> = LinkedNodes<Element, [LinkedNode<Element>]>

/// An element of a linked list, between its neighbours.
package struct LinkedNode<Element> {
    fileprivate var element: Element?
    fileprivate var previous: Int32 = 0
    /// The following node; of a free node the next free one.
    fileprivate var next: Int32 = 0
    /// The number of the element's place; 0 if the node is free.
    fileprivate var number: UInt32 = 0
}

/// A doubly linked list whose nodes are in an array. The first node has no element: it precedes the first element and follows
/// the last one. The node of a removed element is used again.
package struct LinkedNodes<Element, Nodes>: Sequence
where
    Nodes: RandomAccessCollection & MutableCollection & RangeReplaceableCollection, Nodes.Index == Int,
    Nodes.Element == LinkedNode<Element>
{
    /// Where an element is. After the element was removed, it leads to nothing.
    package struct Place: Sendable {
        fileprivate let index: Int32
        /// The number of the element in the order of appending.
        package let number: UInt32
    }

    package private(set) var count = 0
    private var nodes: Nodes
    /// The first free node; 0 if there is none.
    private var free: Int32 = 0
    private var lastNumber: UInt32 = 0

    package init(in nodes: Nodes = Nodes()) {
        self.nodes = nodes
    }

    package var isEmpty: Bool { count == 0 }

    @discardableResult
    package mutating func append(_ element: Element) -> Place {
        if nodes.isEmpty { nodes.append(LinkedNode()) }
        lastNumber = lastNumber == .max ? 1 : lastNumber + 1
        count += 1
        let last = nodes[0].previous
        let node = LinkedNode(element: element, previous: last, number: lastNumber)
        let index = free == 0 ? Int32(nodes.count) : free
        if free == 0 {
            nodes.append(node)
        } else {
            free = nodes[Int(index)].next
            nodes[Int(index)] = node
        }
        nodes[Int(last)].next = index
        nodes[0].previous = index
        return Place(index: index, number: lastNumber)
    }

    /// Removes an element, unless that was done before.
    @discardableResult
    package mutating func remove(_ place: Place) -> Element? {
        guard contains(place) else { return nil }
        let index = Int(place.index)
        let (previous, next) = (nodes[index].previous, nodes[index].next)
        nodes[Int(previous)].next = next
        nodes[Int(next)].previous = previous
        defer {
            nodes[index] = LinkedNode(next: free)
            free = place.index
            count -= 1
            if isEmpty, nodes.count > 64 { (nodes, free) = (Nodes(), 0) }
        }
        return nodes[index].element
    }

    @discardableResult
    package mutating func removeFirst() -> Element? {
        isEmpty ? nil : remove(place(at: nodes[0].next))
    }

    /// Changes an element, unless it was removed.
    @discardableResult
    package mutating func update<Result>(_ place: Place, _ body: (inout Element) -> Result) -> Result? {
        // Moved out and back, or a change of the element would copy what it holds.
        guard contains(place), var element = nodes[Int(place.index)].element.take() else { return nil }
        defer { nodes[Int(place.index)].element = element }
        return body(&element)
    }

    package mutating func updateAll(_ body: (inout Element) -> Void) {
        var index = nodes.first?.next ?? 0
        while index != 0 {
            update(place(at: index), body)
            index = nodes[Int(index)].next
        }
    }

    package func makeIterator() -> some IteratorProtocol<Element> {
        sequence(state: Int32(0)) { [nodes] index in
            guard !nodes.isEmpty else { return nil }
            index = nodes[Int(index)].next
            return nodes[Int(index)].element
        }
    }

    private func place(at index: Int32) -> Place {
        Place(index: index, number: nodes[Int(index)].number)
    }

    private func contains(_ place: Place) -> Bool {
        Int(place.index) < nodes.count && nodes[Int(place.index)].number == place.number
    }
}
