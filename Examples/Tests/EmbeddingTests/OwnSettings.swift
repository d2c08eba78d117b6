import CoreModule

extension SettingKey where Value == Int {
    /// How many words a day the user wants to learn.
    static let dailyGoal = SettingKey("example.dailyGoal", unreadable: nil)
}

/// Raises the goal in one transaction.
func raiseDailyGoal(_ settings: AppSettings) async throws(StoreError) -> Int {
    try await settings.change(.dailyGoal) { goal in
        let raised = (goal ?? 0) + 5
        goal = raised
        return raised
    }
}
