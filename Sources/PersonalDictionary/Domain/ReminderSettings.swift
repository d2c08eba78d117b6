import CoreModule
public import Foundation

/// The user's settings of the daily reminder.
public struct ReminderSettings: Hashable, Sendable {
    /// Whether the reminder is switched on.
    public var isEnabled: Bool
    /// The time of day.
    public var time: ReminderTime
    /// Whether a day is skipped if a word was added before the time.
    public var skipsDaysWithNewWord: Bool
    /// When the reminder was switched on or its time changed. A reminder that was due before is not shown late.
    public internal(set) var setAt: Date

    /// Creates settings. The defaults are those of a new user.
    public init(
        isEnabled: Bool = true, time: ReminderTime = .standard, skipsDaysWithNewWord: Bool = false, setAt: Date
    ) {
        self.isEnabled = isEnabled
        self.time = time
        self.skipsDaysWithNewWord = skipsDaysWithNewWord
        self.setAt = setAt
    }

    /// Returns the settings after an edit. ``setAt`` changes if the time changes or the reminder is switched on.
    func changed(at date: Date, _ edit: (inout ReminderSettings) -> Void) -> ReminderSettings {
        var settings = self
        edit(&settings)
        if settings.time != time || (settings.isEnabled && !isEnabled) { settings.setAt = date }
        return settings
    }
}

extension ReminderSettings: Codable {
    private enum CodingKeys: CodingKey {
        case isEnabled, time, skipsDaysWithNewWord, setAt
    }

    /// Reads settings. The time is `HH:MM`, the date is in milliseconds since 1970.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let time = ReminderTime(try container.decode(String.self, forKey: .time)) else {
            throw DecodingError.dataCorruptedError(forKey: .time, in: container, debugDescription: "not HH:MM")
        }
        self.init(
            isEnabled: try container.decode(Bool.self, forKey: .isEnabled), time: time,
            skipsDaysWithNewWord: try container.decode(Bool.self, forKey: .skipsDaysWithNewWord),
            setAt: Date(millisecondsSince1970: try container.decode(Int64.self, forKey: .setAt)))
    }

    /// Writes settings.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isEnabled, forKey: .isEnabled)
        try container.encode(time.description, forKey: .time)
        try container.encode(skipsDaysWithNewWord, forKey: .skipsDaysWithNewWord)
        try container.encode(setAt.millisecondsSince1970, forKey: .setAt)
    }
}
