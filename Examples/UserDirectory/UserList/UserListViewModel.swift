package import CoreModule
package import Foundation
import Observation

/// All users, for a view.
@MainActor
@Observable
package final class UserListViewModel: ScreenViewModel {
    private let users: Users
    private let loader: Loader<UserListing, UserError>

    /// Why the last load failed, at least in part; nil if it did not, or the user has read it.
    package private(set) var failure: UserError?

    init(_ users: Users, scope: FeatureScope) {
        self.users = users
        loader = Loader(UserListing()) { () throws(UserError) in try await users.listing() }
        scope.observe(users.changes.events(), with: self) { model, _ in await model.load() }
    }

    package var title: Message { Message("Users") }
    package var rows: [User] { loader.value.list?.users ?? [] }
    /// Whether to cover the list.
    package var isLoading: Bool { loader.isLoading }

    /// The age of the list; nil if the server has just sent it.
    package var age: Message? {
        loader.value.isCurrent ? nil : loader.value.list.map { $0.age(now: users.clock.now()) }
    }

    /// A line below the rows: how many of the server's entries are not among them; nil if all are.
    package var incompleteness: Message? {
        let count = loader.value.list?.unreadableCount ?? 0
        return count == 0 ? nil : Message("\(count: count) users could not be read")
    }

    /// What to show in place of the rows; nil if there are rows.
    package var message: Message? {
        guard rows.isEmpty else { return nil }
        if isLoading || loader.phase == .loading { return Message("Users are loading…") }
        return loader.value.list == nil ? loader.value.failures.last?.explanation : Message("No users yet")
    }

    /// The picture of a row; nil if there is none, and then its place is hidden.
    package func picture(of user: User) -> UserPicture? {
        loader.value.pictures[user.id].map { .chosen($0) } ?? user.avatar.map { .address($0) }
    }

    /// The bytes of a picture; nil if they cannot be read, which is logged.
    package func bytes(of picture: UserPicture) async -> Data? {
        // Its place is then as if there were none.
        do throws(UserError) { return try await users.bytes(of: picture) } catch { return nil }
    }

    /// Reads the list. Call it when the screen appears, when the user pulls it down, and again after a failure.
    package func load() async {
        await loader.load()
        if !Task.isCancelled { failure = loader.value.failures.first }
    }

    /// The OK below the failure.
    package func dismissFailure() {
        failure = nil
    }
}
