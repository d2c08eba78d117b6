import CoreModule
import TestSupport
import Testing

@Suite("The way from one list to another")
struct ListChangesTests {
    struct Row: Identifiable, Equatable, Sendable {
        let id: Int
        var text = ""
    }

    private func rows(_ ids: Int...) -> [Row] { ids.map { Row(id: $0) } }

    @Test("what is new, gone, elsewhere and otherwise is told by identifier and place, and as little as possible")
    func kinds() {
        var new = rows(9, 3, 1, 4)
        new[2].text = "changed"
        let changes = ListChanges(from: rows(1, 2, 3, 4), to: new)
        #expect(changes.removals.map(\.id) == [2] && changes.removals.map(\.index) == [1])
        #expect(changes.insertions.map(\.id) == [9] && changes.insertions.map(\.index) == [0])
        #expect(changes.moves.count == 1)
        #expect(changes.updates.map(\.id) == [1] && changes.updates.map(\.index) == [2])
        #expect(ListChanges(from: new, to: new).isEmpty)
        let oneToTheFront = ListChanges(from: rows(1, 2, 3, 4, 5), to: rows(5, 1, 2, 3, 4))
        #expect(oneToTheFront.moves.map { [$0.id, $0.from, $0.to] } == [[5, 4, 0]])
    }

    @Test(
        "carried out as documented, they turn the old list into the new one", arguments: 1...300 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func list() -> [Row] {
            (0..<12).shuffled(using: &generator).prefix(Int.random(in: 0...12, using: &generator)).map { id in
                Row(id: id, text: Bool.random(using: &generator) ? "a" : "b")
            }
        }
        let (old, new) = (list(), list())
        let changes = ListChanges(from: old, to: new)
        let moved = Set(changes.moves.map(\.id))
        for move in changes.moves { #expect(old[move.from].id == move.id && new[move.to].id == move.id) }
        for place in changes.removals { #expect(old[place.index].id == place.id) }
        let gone = Set(changes.removals.map(\.id)).union(moved)
        var ids = old.map(\.id).filter { !gone.contains($0) }
        let arriving = changes.insertions.map { ($0.index, $0.id) } + changes.moves.map { ($0.to, $0.id) }
        for (index, id) in arriving.sorted(by: { $0.0 < $1.0 }) { ids.insert(id, at: index) }
        #expect(ids == new.map(\.id))
        let texts = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0.text) })
        let changed = new.filter { texts[$0.id].map { text in text != "" } ?? false }.filter { texts[$0.id] != $0.text }
        #expect(changes.updates.map(\.id) == changed.map(\.id))
    }
}
