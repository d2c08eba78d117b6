package import Foundation

/// A three-way merge of two versions of a task, field by field, against their common base.
///
/// A field that one side changed is taken from that side. If both changed it, the newer value wins and the other is
/// reported as lost. A version that does not descend from the known one comes from a server that was reset: its older
/// values are reported as lost, and its newer values replace nothing silently.
package struct TodoMerge: Hashable, Sendable {
    /// A side of the merge.
    package enum Side: Hashable, Sendable {
        case here, there
    }

    /// A value that lost.
    package struct Loss: Hashable, Sendable {
        package let kept: TodoFieldValue
        package let lost: TodoFieldValue
        package let side: Side
        package let date: Date?

        package init(kept: TodoFieldValue, lost: TodoFieldValue, side: Side, date: Date?) {
            self.kept = kept
            self.lost = lost
            self.side = side
            self.date = date
        }
    }

    /// The merged fields.
    package private(set) var fields: TodoFields
    /// The values that lost, of both sides.
    package private(set) var losses: [Loss] = []

    /// Merges this side's fields, with the dates of their edits, and the other side's, which were edited at a date; nil counts as now.
    /// `base` is the last common version, if there is one, and `isBaseShared` whether the other side is known to descend from it.
    package init(
        base: TodoFields?, baseDate: Date?, isBaseShared: Bool = true, here: TodoFields, dates: (TodoField) -> Date,
        there: TodoFields, date: Date?
    ) {
        fields = there
        var isSetBack = false
        if let date, let baseDate, base != nil, !isBaseShared {
            // Other programs write no milliseconds.
            isSetBack = date < (date == date.inWholeSeconds ? baseDate.inWholeSeconds : baseDate)
        }
        for field in TodoField.allCases {
            let (mine, theirs, old) = (here[field], there[field], base?[field])
            if mine.agrees(with: theirs) { continue }
            if let old, theirs.agrees(with: old) {
                fields[field] = mine
            } else if let old, mine.agrees(with: old) {
                guard isSetBack else {
                    if !isBaseShared {
                        losses.append(Loss(kept: theirs, lost: mine, side: .here, date: baseDate))
                    }
                    continue
                }
                fields[field] = mine
                losses.append(Loss(kept: mine, lost: theirs, side: .there, date: date))
            } else if let date, dates(field) > date {
                fields[field] = mine
                losses.append(Loss(kept: mine, lost: theirs, side: .there, date: date))
            } else {
                losses.append(Loss(kept: theirs, lost: mine, side: .here, date: dates(field)))
            }
        }
    }
}
