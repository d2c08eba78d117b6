public import CoreModule
import Foundation

extension SettingKey<TranslationDirection> {
    /// The direction that the user chose last.
    public static let direction = SettingKey(
        "direction", unreadable: Message("the saved direction cannot be read"),
        decode: { text in
            let codes = text.split(separator: " ").map(String.init)
            guard codes.count == 2 else { throw DictionaryError.emptyText }
            return try TranslationDirection(from: Language(code: codes[0]), to: Language(code: codes[1]))
        },
        encode: { "\($0.source.code) \($0.target.code)" })
}

extension SettingKey<[Language]> {
    /// The languages that the user has chosen to offer. Without them the app offers those of its configuration.
    public static let languages = SettingKey("languages", unreadable: Message("the saved languages cannot be read"))
}

extension SettingKey<ReminderSettings> {
    static let reminder = SettingKey("reminder", unreadable: Message("the saved reminder cannot be read"))
}

extension SettingKey<[CalendarDay]> {
    /// The handled days, the one that was handled last at the end.
    static let handledDays = SettingKey(
        "reminderDays", unreadable: Message("the saved days of the reminder cannot be read"),
        decode: { try JSONDecoder().decode([String].self, from: Data($0.utf8)).map { try CalendarDay($0) } },
        encode: { String(decoding: try JSONEncoder().encode($0.map(\.description)), as: UTF8.self) })
}
