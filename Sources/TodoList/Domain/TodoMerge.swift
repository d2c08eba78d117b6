package import Foundation

/// Two versions of a task made one, field by field, against the version that both come from.
///
/// A field that one side has changed is taken from that side. Where both have, the newer one is taken and the other one told as
/// lost. A version that does not come from the one that is known here is that of a server that was set back, or was made of such:
/// of that, what is older than the known version is told as lost where it differs, and what is newer replaces nothing without
/// telling.
package struct TodoMerge: Hashable, Sendable {
    /// A side of the merge.
    package enum Side: Hashable, Sendable {
        case here, there
    }

    /// A value that was not taken.
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
    /// What was not taken of either side.
    package private(set) var losses: [Loss] = []

    /// Merges.
    /// - Parameters:
    ///   - base: what both sides had last; `nil` where they never met.
    ///   - baseDate: when that was edited.
    ///   - isBaseShared: whether the other side is known to come from it.
    ///   - here: this side's fields.
    ///   - dates: when they were edited.
    ///   - there: the other side's fields.
    ///   - date: when the other side was edited; `nil` where it does not say, which counts as just now.
    package init(
        base: TodoFields?, baseDate: Date?, isBaseShared: Bool = true, here: TodoFields, dates: (TodoField) -> Date,
        there: TodoFields, date: Date?
    ) {
        fields = there
        let isSetBack = if let date, let baseDate, base != nil, !isBaseShared { date < baseDate } else { false }
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
