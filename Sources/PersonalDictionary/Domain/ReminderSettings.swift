import CoreModule
public import Foundation

/// What the user has decided about the daily reminder.
public struct ReminderSettings: Hashable, Sendable {
    /// Whether there is a reminder at all.
    public var isEnabled: Bool
    /// When it comes.
    public var time: ReminderTime
    /// Whether it stays away on a day on which a word was added before its time.
    public var skipsDaysWithNewWord: Bool
    /// Since when there is a reminder, at this time of day: one whose moment was before is not made up for.
    public internal(set) var setAt: Date

    /// Describes settings; as they are where the user has decided nothing, unless told otherwise.
    public init(
        isEnabled: Bool = true, time: ReminderTime = .standard, skipsDaysWithNewWord: Bool = false, setAt: Date
    ) {
        self.isEnabled = isEnabled
        self.time = time
        self.skipsDaysWithNewWord = skipsDaysWithNewWord
        self.setAt = setAt
    }

    /// These settings after an edit: ``setAt`` moves on where the time was changed or the reminder switched on.
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
