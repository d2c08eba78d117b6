import CoreModule
import SuperappTesting
import TestSupport
import Testing

/// An array that counts how often its elements are read, written, added or moved.
private struct CountingArray<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    private var elements: [Element] = []
    private let steps = Locked(0)

    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }

    subscript(index: Int) -> Element {
        get {
            count(1)
            return elements[index]
        }
        set {
            count(1)
            elements[index] = newValue
        }
    }

    mutating func replaceSubrange<Elements: Collection<Element>>(_ range: Range<Int>, with new: Elements) {
        count(new.count + elements.count - range.lowerBound)
        elements.replaceSubrange(range, with: new)
    }

    private func count(_ steps: Int) { self.steps.withLock { $0 += steps } }

    /// The steps so far; counts from zero again.
    func takeSteps() -> Int {
        steps.withLock { steps in
            defer { steps = 0 }
            return steps
        }
    }
}

@Suite("Linked lists", .timeLimit(.minutes(15)), .longComputation)
struct LinkedListTests {
    @Test("after random changes a list has the elements of an array, in the order of appending")
    func random() {
        for seed in 0..<TestScale.count(200, full: 4000) {
            var random = SeededGenerator(seed: UInt64(seed))
            var list = LinkedList<Int>()
            var model: [(element: Int, place: LinkedList<Int>.Place)] = []
            var removed: [LinkedList<Int>.Place] = []
            for number in 0..<200 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0...3: model.append((number, list.append(number)))
                case 4...5:
                    guard let index = model.indices.randomElement(using: &random) else { continue }
                    #expect(list.remove(model[index].place) == model[index].element)
                    removed.append(model.remove(at: index).place)
                case 6:
                    #expect(list.removeFirst() == model.first?.element)
                    if !model.isEmpty { removed.append(model.removeFirst().place) }
                default:
                    guard let index = model.indices.randomElement(using: &random) else { continue }
                    model[index].element += 1000
                    list.update(model[index].place) { $0 += 1000 }
                }
                // The place of a removed element does not lead to one that came later.
                if let place = removed.randomElement(using: &random) {
                    #expect(list.remove(place) == nil)
                    #expect(list.update(place) { $0 } == nil)
                }
                #expect(Array(list) == model.map(\.element), "seed \(seed)")
                #expect(list.count == model.count && list.isEmpty == model.isEmpty)
            }
            list.updateAll { $0 = -$0 }
            #expect(Array(list) == model.map { -$0.element }, "seed \(seed)")
        }
    }

    @Test("adding, changing and removing an element take as many steps in a list of 10,000 as in one of 10")
    func growth() {
        typealias List = LinkedNodes<Int, CountingArray<LinkedNode<Int>>>
        func steps(_ length: Int) -> [String: Int] {
            let nodes = CountingArray<LinkedNode<Int>>()
            var list = List(in: nodes)
            var places = (0..<length).map { list.append($0) }
            var most: [String: Int] = [:]
            func measure(_ name: String, _ body: () -> Void) {
                _ = nodes.takeSteps()
                body()
                most[name] = max(most[name, default: 0], nodes.takeSteps())
            }
            // From both ends and from the middle, and places that are used again.
            for turn in 0..<length * 3 {
                let place = (turn &* 2_654_435_761) % length
                measure("update") { list.update(places[place]) { $0 += 1 } }
                measure("remove") { list.remove(places[place]) }
                measure("remove again") { list.remove(places[place]) }
                measure("append") { places[place] = list.append(turn) }
            }
            for _ in 0..<length / 2 { measure("remove first") { list.removeFirst() } }
            return most
        }
        let few = steps(10)
        #expect(few.count == 5)
        #expect(few.values.allSatisfy { $0 > 0 && $0 < 20 })
        #expect(steps(100) == few)
        #expect(steps(10_000) == few)
    }

    @Test("an element is released as soon as it is removed")
    func release() {
        final class Object {}
        var list = LinkedList<Object>()
        var places = (0..<100).map { _ in list.append(Object()) }
        weak let first = Array(list).first
        weak let middle = Array(list)[50]
        #expect(first != nil && middle != nil)
        list.removeFirst()
        list.remove(places[50])
        #expect(first == nil && middle == nil)
        weak let last = Array(list).last
        places.removeAll()
        while !list.isEmpty { list.removeFirst() }
        #expect(last == nil)
    }
}
