public import CoreModule

extension SettingKey<ReviewSettings> {
    /// How the user learns. ``Reviews`` changes it, because the cards follow from it.
    public static let review = SettingKey("review", unreadable: Message("the saved settings of reviews cannot be read"))
}
