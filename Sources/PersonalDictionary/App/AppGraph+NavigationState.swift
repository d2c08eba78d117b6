public import CoreModule
public import Foundation
import TodoList

extension CustomAppGraph {
    /// The screens that are open now. Observable.
    public var navigationState: NavigationState {
        NavigationState(
            screens: navigation.savedPath, searchText: parts.searchField.value, searchMode: searchMode.value)
    }

    /// Dismisses the open screens, and opens those of a state with their routers. A screen is skipped if its route is not known or
    /// not reached, or if its word or task no longer exists. If the store cannot be read, the screens before the failure are open.
    public func restore(_ state: NavigationState) async throws(DictionaryError) {
        do {
            // After the screens were dismissed: leaving the search clears its text.
            try await navigation.restore(state.screens) {
                parts.searchField.value = state.searchText
                searchMode.send(state.searchMode)
            }
        } catch {
            throw DictionaryError(ofRoute: error)
        }
    }

    /// Opens the screen of a link: `superapp://new-word`, `favorites`, `search`, `search?text=dog`, `word/ID`, `review`,
    /// `review/statistics`, `bin`, `todo`, `todo/ID`,
    /// `new-task`, `conflicts`, `todo-bin`, or one of your own routes. Throws if the store cannot be read.
    @discardableResult
    public func open(_ link: URL) async throws(DictionaryError) -> LinkOutcome {
        // The reminder's link has the library's scheme, whatever the app's.
        let screens = [ReminderNotification.newWordLink: SavedScreen.newWord, ReminderNotification.reviewLink: .review]
        let link = screens[link.absoluteString].flatMap { navigation.link(to: $0) } ?? link
        do { return try await navigation.open(link) } catch { throw DictionaryError(ofRoute: error) }
    }
}

extension DictionaryError {
    fileprivate init(ofRoute error: any Error) {
        if case .store(let error)? = error as? TodoError {
            self = .store(error)
        } else {
            self.init(wrapping: error, path: nil)
        }
    }
}

extension ActionState<DictionaryError> {
    /// Performs an action whose errors have no type, such as opening a link in tabs, like ``perform(_:_:_:)``.
    @discardableResult
    public func performAny<Value>(_ name: String?, _ action: @MainActor () async throws -> Value) async -> Value? {
        await perform(name) { () throws(DictionaryError) in
            do { return try await action() } catch { throw DictionaryError(ofRoute: error) }
        }
    }
}
