import Foundation
import TestSupport
import Testing
import TodoList

@Suite("The merge of two versions of a task", .bounded)
struct TodoMergeTests {
    private static let base = TodoFields(
        text: "milk", notes: "", priority: .normal, isCompleted: false, completedAt: nil)
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

    @Test("edits of different fields are all kept, without a conflict")
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

    @Test("of two edits of one field the newer wins, and the other is reported", arguments: changes.indices)
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

    @Test("the same edit on both sides is not a conflict, and neither are different completion dates")
    func agreeing() {
        let here = fields { ($0.isCompleted, $0.completedAt) = (true, early) }
        let there = fields { ($0.isCompleted, $0.completedAt) = (true, late) }
        let merge = merge(here, at: early, there, at: late)
        #expect(merge.fields == there)
        #expect(merge.losses.isEmpty)
    }

    @Test("without a common base, all differing fields are conflicts")
    func noBase() {
        let here = fields { $0.text = "bread" }
        let there = fields { $0.priority = .high }
        let merge = merge(base: nil, baseDate: nil, here, at: late, there, at: early)
        #expect(merge.fields == here)
        #expect(
            Set(merge.losses.map(\.lost)) == [.text("milk"), .priority(.high)])
    }

    @Test("an older version that does not descend from the known one comes from a server that was reset")
    func setBack() {
        let there = fields { $0.text = "water" }
        let merge = merge(baseDate: late, isShared: false, Self.base, at: late, there, at: early)
        #expect(merge.fields == Self.base)
        #expect(
            merge.losses == [TodoMerge.Loss(kept: .text("milk"), lost: .text("water"), side: .there, date: early)])
    }

    @Test("a version whose stamp has no milliseconds is not older than another one of the same second")
    func withoutMilliseconds() {
        let there = fields { $0.text = "water" }
        for (date, text) in [(late, "water"), (late + 0.25, "milk"), (late - 1, "milk")] {
            let merge = merge(baseDate: late + 0.5, isShared: false, Self.base, at: late, there, at: date)
            #expect(merge.fields.text == text)
        }
    }

    @Test("a newer version that does not descend from the known one replaces nothing silently")
    func otherBranch() {
        let there = fields { $0.text = "water" }
        let merge = merge(baseDate: early, isShared: false, Self.base, at: early, there, at: late)
        #expect(merge.fields == there)
        #expect(
            merge.losses == [TodoMerge.Loss(kept: .text("water"), lost: .text("milk"), side: .here, date: early)])
    }

    @Test("a version that descends from the known one wins, whatever its stamp")
    func slowClock() {
        let there = fields { $0.text = "water" }
        let merge = merge(baseDate: late, Self.base, at: late, there, at: early)
        #expect(merge.fields == there)
        #expect(merge.losses.isEmpty)
    }
}
