public import CoreModule
public import Foundation

/// The status of the daily reminder, for a front end to show.
public struct ReminderStatus: Hashable, Sendable {
    /// When the next reminder comes; nil if there is none, or one is late.
    public var next: Date?
    /// Why it does not work at the moment. It tries again by itself.
    public var failure: ReminderFailure?

    package init(next: Date? = nil, failure: ReminderFailure? = nil) {
        self.next = next
        self.failure = failure
    }
}

/// The failure of the daily reminder.
public enum ReminderFailure: Error, Hashable, Sendable {
    /// The store cannot be read or written.
    case store(DictionaryError)
    /// The notification was not shown.
    case delivery(ReminderDeliveryError)

    /// The failure's name, as scripts see it.
    public var code: String {
        switch self {
        case .store(let error): error.code
        case .delivery(let error): error.code.rawValue
        }
    }

    /// What happened, for a person.
    public var explanation: Message {
        switch self {
        case .store(let error): error.explanation
        case .delivery(let error): error.message
        }
    }
}
