import CoreModule
import Foundation
import TodoList

/// Logs what is read from and written to another repository of the direction.
struct LoggingDirectionRepository: DirectionRepository {
    let base: any DirectionRepository
    let log: OperationLog

    func direction() async throws(DictionaryError) -> TranslationDirection? {
        try await log.run("read direction", result: { $0?.description ?? "none" }) { () throws(DictionaryError) in
            try await base.direction()
        }
    }

    func save(_ direction: TranslationDirection) async throws(DictionaryError) {
        try await log.run("save direction", "\(direction)") { () throws(DictionaryError) in
            try await base.save(direction)
        }
    }
}

/// Logs what is read from and written to another repository of the daily reminder.
struct LoggingReminderRepository: ReminderRepository {
    let base: any ReminderRepository
    let log: OperationLog

    func settings() async throws(DictionaryError) -> ReminderSettings? {
        try await log.run("read reminder", result: { $0.map { "\($0.time)" } ?? "none" }) {
            () throws(DictionaryError) in try await base.settings()
        }
    }

    func change(
        at date: Date, _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) async throws(DictionaryError) -> ReminderSettings {
        try await log.run("save reminder", result: { "\($0.time)" }) { () throws(DictionaryError) in
            try await base.change(at: date, edit)
        }
    }

    func settledDays() async throws(DictionaryError) -> Set<CalendarDay> {
        try await log.run("read settled days", result: { "\($0.count)" }) { () throws(DictionaryError) in
            try await base.settledDays()
        }
    }

    func settle(_ day: CalendarDay) async throws(DictionaryError) -> Bool {
        try await log.run("settle day", "\(day)", result: { "\($0)" }) { () throws(DictionaryError) in
            try await base.settle(day)
        }
    }

    func reopen(_ day: CalendarDay) async throws(DictionaryError) {
        try await log.run("reopen day", "\(day)") { () throws(DictionaryError) in try await base.reopen(day) }
    }
}

/// Logs what is read from and written to another repository of the open screens.
struct LoggingNavigationStateRepository: NavigationStateRepository {
    let base: any NavigationStateRepository
    let log: OperationLog

    func state() async throws(DictionaryError) -> NavigationState? {
        try await log.run("read open screens", result: { "\($0?.screens.count ?? 0)" }) {
            () throws(DictionaryError) in try await base.state()
        }
    }

    func save(_ state: NavigationState) async throws(DictionaryError) {
        try await log.run("save open screens", "\(state.screens.count)") { () throws(DictionaryError) in
            try await base.save(state)
        }
    }
}
