import CoreModule
public import Foundation

extension DailyReminder {
    /// When the next reminders come, as things stand, for a system that shows them by itself: so many, or none where the
    /// user wants none. Today's is left out where it was given, or stays away because a word was added.
    public func upcoming(_ count: Int) async throws(DictionaryError) -> [Date] {
        let settings = try await settings()
        guard settings.isEnabled else { return [] }
        let now = clock.now()
        let schedule = ReminderSchedule(time: settings.time, timeZone: configuration.currentTimeZone)
        let today = schedule.day(at: now)
        var settled = try await repository.settledDays()
        if settings.skipsDaysWithNewWord, try await hasNewWord(on: today) { settled.insert(today) }
        var dates: [Date] = []
        var date = now
        while dates.count < count {
            date = schedule.next(after: date)
            if !settled.contains(schedule.day(at: date)) { dates.append(date) }
        }
        return dates
    }

    /// Whether a word was added on a day. Words of the future, which a clock that was wrong has left, do not count.
    func hasNewWord(on day: CalendarDay) async throws(DictionaryError) -> Bool {
        let end = WordPosition(createdAt: clock.now() + 0.001, id: WordID(""))
        let newest = try await words.words(WordPage(start: .after(end), limit: 1)).first
        let zone = configuration.currentTimeZone
        return newest.map { CalendarDay($0.createdAt, in: zone) == day } ?? false
    }
}
