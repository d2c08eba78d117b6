import Observation

/// The value of a two-way control that is saved when it is set. Until it is saved, the control shows what the user has set.
///
/// One value is saved at a time; of those that are set meanwhile, only the last. A save ends also if its screen is dismissed meanwhile.
@MainActor
@Observable
package final class SavedValue<Value: Sendable & Equatable> {
    /// What the user has set, until it is saved or could not be saved.
    package private(set) var unsaved: Value?

    package init() {}

    /// Shows a value, and saves it.
    package func set(_ value: Value, save: @escaping @MainActor (Value) async -> Void) {
        let isSaving = unsaved != nil
        unsaved = value
        guard !isSaving else { return }
        Task {
            while let value = unsaved {
                await save(value)
                if unsaved == value { unsaved = nil }
            }
        }
    }
}
