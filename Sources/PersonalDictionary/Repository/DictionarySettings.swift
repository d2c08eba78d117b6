public import CoreModule

extension SettingKey<TranslationDirection> {
    /// The direction that the user chose last.
    public static let direction = SettingKey(
        "direction", unreadable: Message("the saved direction cannot be read"),
        decode: { text in
            let codes = text.split(separator: " ").map(String.init)
            guard codes.count == 2 else { throw DictionaryError.emptyText }
            return try TranslationDirection(from: Language(stored: codes[0]), to: Language(stored: codes[1]))
        },
        encode: { "\($0.source.code) \($0.target.code)" })
}

extension SettingKey<NavigationState> {
    /// The screens that are open. A state that a newer version saved, with screens unknown here, counts as none.
    public static let navigation = SettingKey("navigation", unreadable: nil)
}
