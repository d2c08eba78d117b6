import Foundation
import Testing
import TodoList

@Suite("The merge of two versions of a task")
struct TodoMergeTests {
    private static let base = TodoFields(
        text: "milk", notes: "", priority: .normal, deadline: nil, isCompleted: false, completedAt: nil)
    private let early = Date(timeIntervalSince1970: 1000)
    private let late = Date(timeIntervalSince1970: 2000)

    private func fields(_ change: (inout TodoFields) -> Void) -> TodoFields {
        var fields = Self.base
        change(&fields)
        return fields
    }

    private func merge(
        base: TodoFields? = base, baseDate: Date? = Date(timeIntervalSince1970: 500), isShared: Bool = true,
        _ here: TodoFields, at hereDate: Date, _ there: TodoFields, at date: Date?
    ) -> TodoMerge {
        TodoMerge(
            base: base, baseDate: baseDate, isBaseShared: isShared, here: here, dates: { _ in hereDate }, there: there,
            date: date)
    }

    /// Each field, with two values that differ from the base and from each other.
    static let changes: [(first: TodoFieldValue, second: TodoFieldValue)] = [
        (.text("bread"), .text("tea")), (.notes("soon"), .notes("late")), (.priority(.high), .priority(.low)),
        (
            .deadline(.moment(Date(timeIntervalSince1970: 1))),
            .deadline(.moment(Date(timeIntervalSince1970: 2)))
        ),
    ]

    @Test("edits of different fields are all kept, and nothing is told as lost")
    func differentFields() {
        let here = fields { ($0.text, $0.isCompleted) = ("bread", true) }
        let there = fields { ($0.priority, $0.notes) = (.high, "soon") }
        let merge = merge(here, at: early, there, at: late)
        let both = fields {
            ($0.text, $0.isCompleted) = ("bread", true)
            ($0.priority, $0.notes) = (.high, "soon")
        }
        #expect(merge.fields == both)
        #expect(merge.losses.isEmpty)
    }

    @Test("of two edits of one field the newer wins, and the other one is told", arguments: changes.indices)
    func sameField(index: Int) {
        let (first, second) = Self.changes[index]
        let here = fields { $0[first.field] = first }
        let there = fields { $0[second.field] = second }
        for date in [late, nil] {
            let lost = merge(here, at: early, there, at: date)
            #expect(lost.fields == there)
            #expect(lost.losses == [TodoMerge.Loss(kept: second, lost: first, side: .here, date: early)])
        }
        let won = merge(here, at: late, there, at: early)
        #expect(won.fields == here)
        #expect(won.losses == [TodoMerge.Loss(kept: first, lost: second, side: .there, date: early)])
        #expect(merge(here, at: early, there, at: early).fields == there, "all devices decide the same way")
    }

    @Test("the same edit on both sides is no dispute, and when a task was done is none either")
    func agreeing() {
        let here = fields { ($0.isCompleted, $0.completedAt) = (true, early) }
        let there = fields { ($0.isCompleted, $0.completedAt) = (true, late) }
        let merge = merge(here, at: early, there, at: late)
        #expect(merge.fields == there)
        #expect(merge.losses.isEmpty)
    }

    @Test("where both never met, all that differs is in dispute")
    func noBase() {
        let here = fields { $0.text = "bread" }
        let there = fields { $0.priority = .high }
        let merge = merge(base: nil, baseDate: nil, here, at: late, there, at: early)
        #expect(merge.fields == here)
        #expect(
            Set(merge.losses.map(\.lost)) == [.text("milk"), .priority(.high)])
    }

    @Test("a version that was not made of the known one, and is older, is that of a server that was set back")
    func setBack() {
        let there = fields { $0.text = "water" }
        let merge = merge(baseDate: late, isShared: false, Self.base, at: late, there, at: early)
        #expect(merge.fields == Self.base)
        #expect(
            merge.losses == [TodoMerge.Loss(kept: .text("milk"), lost: .text("water"), side: .there, date: early)])
    }

    @Test("a version that was not made of the known one, and is newer, replaces nothing without telling")
    func otherBranch() {
        let there = fields { $0.text = "water" }
        let merge = merge(baseDate: early, isShared: false, Self.base, at: early, there, at: late)
        #expect(merge.fields == there)
        #expect(
            merge.losses == [TodoMerge.Loss(kept: .text("water"), lost: .text("milk"), side: .here, date: early)])
    }

    @Test("a version that was made of the known one counts, whatever its program's clock says")
    func slowClock() {
        let there = fields { $0.text = "water" }
        let merge = merge(baseDate: late, Self.base, at: late, there, at: early)
        #expect(merge.fields == there)
        #expect(merge.losses.isEmpty)
    }
}
