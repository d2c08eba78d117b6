public import CoreModule

/// Why the next time of a recurring task is not known.
public enum UnknownRecurrence: ExplainedError, Hashable {
    /// A part of the rule, or the whole rule, is none that RFC 5545 has.
    case part(String)
    /// The rule repeats within a day, and the task has only a day.
    case withinDay(String)
    /// The task has several rules.
    case severalRules
    /// The times that are left out follow a rule of their own, or an added or left out time cannot be read.
    case unreadableTimes
    /// The task has neither a start nor a deadline.
    case noDate
    /// None of the next 200,000 times is later than now.
    case tooFar

    /// What is not understood, for the user.
    public var explanation: Message {
        switch self {
        case .part(let text): Message("“\(text)” in its recurrence is not understood")
        case .withinDay(let rule): Message("“\(rule)” repeats within a day, and the task has no time of day")
        case .severalRules: Message("it recurs by several rules")
        case .unreadableTimes: Message("the times that its recurrence adds or leaves out are not understood")
        case .noDate: Message("it recurs, and has neither a start nor a deadline")
        case .tooFar: Message("it recurs so often that the next time is not found")
        }
    }
}

extension UnknownRecurrence {
    /// Why the times of a recurrence are not known, if they are not.
    init(of recurrence: TodoRecurrence, among rules: Int) {
        guard !recurrence.hasUnknownParts else {
            self = rules > 1 ? .severalRules : .unreadableTimes
            return
        }
        do throws(RecurrenceRule.UnknownPart) {
            let rule = try recurrence.rule.isEmpty ? nil : RecurrenceRule(reading: recurrence.rule)
            guard let start = recurrence.start else {
                self = .noDate
                return
            }
            let isWithinDay = start.isDate && (rule?.frequency ?? .daily) < .daily
            self = isWithinDay ? .withinDay(recurrence.rule) : .tooFar
        } catch {
            self = .part(error.text)
        }
    }
}
