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
    /// `base` is the last common version, if there is one, `isBaseShared` whether the other side is known to descend from it, and
    /// `isSetBack` whether it is known to be older. The time zones are those of the other side.
    package init(
        base: TodoFields?, baseDate: Date?, isBaseShared: Bool = true, isSetBack: Bool = false, here: TodoFields,
        dates: (TodoField) -> Date, there: TodoFields, date: Date?, zones: ICalendarTimeZones = ICalendarTimeZones()
    ) {
        fields = there
        var isSetBack = isSetBack
        if let date, let baseDate, base != nil, !isBaseShared {
            // Other programs write no milliseconds.
            isSetBack = isSetBack || date < (date == date.inWholeSeconds ? baseDate.inWholeSeconds : baseDate)
        }
        let recurs = [base, here, there].contains { $0?.schedule.recurrence != nil }
        var groups = Self.groups + (recurs ? [Self.schedule] : [[.start], [.deadline]])
        if let base, isBaseShared {
            fields.tags = base.tags.merged(here: here.tags, there: there.tags)
        } else {
            groups.append([.tags])
        }
        for group in groups {
            let differing = group.filter { !here[$0].agrees(with: there[$0]) }
            guard !differing.isEmpty else { continue }
            func isBase(_ fields: TodoFields) -> Bool {
                base.map { base in group.allSatisfy { fields[$0].agrees(with: base[$0]) } } ?? false
            }
            func keep(_ side: Side, date: Date?, noting: Bool = true) {
                let (kept, lost) = side == .here ? (here, there) : (there, here)
                for field in differing { fields[field] = kept[field] }
                guard noting else { return }
                let loser: Side = side == .here ? .there : .here
                let values: [(TodoFieldValue, TodoFieldValue)] =
                    group == Self.schedule
                    ? [(.schedule(kept.schedule), .schedule(lost.schedule))] : differing.map { (kept[$0], lost[$0]) }
                losses += values.map { Loss(kept: $0, lost: $1, side: loser, date: date) }
            }
            let edited = differing.map(dates).max() ?? .distantPast
            if isBase(there) {
                keep(.here, date: nil, noting: false)
            } else if isBase(here) {
                if isSetBack {
                    keep(.here, date: date)
                } else {
                    keep(.there, date: baseDate, noting: !isBaseShared)
                }
            } else if let base, group == Self.schedule, let later = Self.laterStep(from: base, here, there, zones) {
                keep(later, date: nil, noting: false)
            } else if let date, edited > date {
                keep(.here, date: date)
            } else {
                keep(.there, date: edited)
            }
        }
        do { try fields.schedule.check(in: .gmt) } catch {
            // Of a start here and a deadline there, or the other way round, the deadline counts.
            let lost = fields.schedule.start
            let side: Side = lost == here.schedule.start ? .here : .there
            fields.schedule.start = nil
            losses.append(
                Loss(kept: .start(nil), lost: .start(lost), side: side, date: side == .here ? dates(.start) : date))
        }
        let form = there.todoTxt == base?.todoTxt ? here.todoTxt : there.todoTxt
        fields.todoTxt = form.fitting(fields.priority, fields.schedule.recurrence)
    }

    /// The fields that are merged together: a recurring task moves with its start and its deadline. Each tag is merged by itself, if the
    /// base is known.
    private static let groups: [[TodoField]] = [
        [.text], [.notes], [.priority], [.link], [.parent], [.completion],
    ]
    private static let schedule: [TodoField] = [.start, .deadline, .recurrence]

    /// The side that has moved a recurring task further, if both have moved it and done nothing else: nobody loses anything.
    private static func laterStep(
        from base: TodoFields, _ here: TodoFields, _ there: TodoFields, _ zones: ICalendarTimeZones
    ) -> Side? {
        guard let mine = here.schedule.recurrence?.start, let theirs = there.schedule.recurrence?.start,
            base.schedule.leads(to: here.schedule, in: zones), base.schedule.leads(to: there.schedule, in: zones)
        else { return nil }
        return mine.clock > theirs.clock ? .here : .there
    }
}
