package import CoreModule
package import Foundation

/// Keeps what the directory needs without a server: the last list, and the pictures that were chosen on this device.
package protocol UserRepository: Sendable {
    /// The list that was kept last; nil if there is none.
    func list() async throws(StoreError) -> UserList?

    /// Keeps a list in place of the last one. Throws, and changes nothing, if the last one cannot be read.
    func keep(_ list: UserList) async throws(StoreError)

    /// All pictures that were kept.
    func pictures() async throws(StoreError) -> [User.ID: Data]

    /// Keeps a picture of a user in place of the last one; nil removes it.
    func keep(_ picture: Data?, of id: User.ID) async throws(StoreError)
}

/// Keeps the list and the pictures as long as the process runs.
package actor InMemoryUserRepository: UserRepository {
    private var kept: UserList?
    private var keptPictures: [User.ID: Data] = [:]

    package init(_ list: UserList? = nil) {
        kept = list
    }

    package func list() -> UserList? { kept }
    package func keep(_ list: UserList) { kept = list }
    package func pictures() -> [User.ID: Data] { keptPictures }
    package func keep(_ picture: Data?, of id: User.ID) { keptPictures[id] = picture }
}
