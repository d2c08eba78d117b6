package import CoreModule
package import Foundation

/// Uploads the pictures that users choose. In a directory without one, a chosen picture stays on this device.
package protocol AvatarUploader: Sendable {
    /// Uploads a picture.
    /// - Returns: its address, which is sent to the users' server.
    func upload(_ picture: Data) async throws(UserError) -> URL
}

/// The users with their rules. Every screen reads and changes them through it.
package actor Users {
    /// Whether chosen pictures are uploaded; if not, they stay on this device.
    package nonisolated let uploadsPictures: Bool
    nonisolated let clock: WallClock
    private nonisolated let validator: any EmailValidator
    private let service: any UserService
    private let repository: any UserRepository
    private let uploader: (any AvatarUploader)?
    private let log: OperationLog
    private let stream = EventStream<Void>()
    /// One reading at a time, so that an older list never replaces a newer one.
    private let mutex = AsyncMutex()
    private var latest: UserList?

    package init(
        _ service: any UserService, _ repository: any UserRepository, validator: any EmailValidator,
        uploader: (any AvatarUploader)?, clock: WallClock, logger: EventLogger
    ) {
        self.service = service
        self.repository = repository
        self.validator = validator
        self.uploader = uploader
        self.clock = clock
        uploadsPictures = uploader != nil
        log = OperationLog(logger.labelled("users"))
    }

    /// Sent after a change: the list must be read again.
    package nonisolated var changes: any ModelStreamReader<Void> { stream }

    // MARK: Reading

    /// Reads the list from the server, and keeps it. If that fails, returns the list that was kept last, and the failure.
    /// Throws only if the task is cancelled.
    package func listing() async throws(UserError) -> UserListing {
        do throws(CancellationError) { try await mutex.enterUnlessCancelled() } catch { throw .cancelled }
        defer { mutex.leave() }
        var listing = UserListing()
        do throws(UserError) {
            let list = try await current()
            latest = list
            listing.isCurrent = true
            try await log.run("keep users") { () throws(UserError) in
                try await stored { () throws(StoreError) in try await repository.keep(list) }
            }
        } catch {
            if error == .cancelled { throw error }
            listing.failures.append(error)
        }
        do throws(UserError) {
            listing.list = try await known()
            listing.pictures = try await pictures()
        } catch {
            if !listing.failures.contains(error) { listing.failures.append(error) }
        }
        return listing
    }

    /// A user as a draft: of the list that was read last, or else of the server's.
    package func draft(_ id: User.ID) async throws(UserError) -> UserDraft {
        var list = try await known()
        if list == nil { list = try await current() }
        guard let user = list?.users.first(where: { $0.id == id }) else { throw .notFound }
        var draft = UserDraft(user)
        draft.picture = try await pictures()[id]
        return draft
    }

    /// The bytes of a picture.
    package func bytes(of picture: UserPicture) async throws(UserError) -> Data {
        switch picture {
        case .chosen(let data): data
        case .address(let url):
            try await log.run("read picture") { () throws(UserError) in try await service.picture(at: url) }
        }
    }

    /// The list that the server has now.
    private func current() async throws(UserError) -> UserList {
        try await log.run("read users") { () throws(UserError) in try await service.users(clock) }
    }

    /// The pictures that are kept on this device.
    private func pictures() async throws(UserError) -> [User.ID: Data] {
        try await log.run("read pictures") { () throws(UserError) in
            try await stored { () throws(StoreError) in try await repository.pictures() }
        }
    }

    /// The list that was read or kept last.
    private func known() async throws(UserError) -> UserList? {
        if let latest { return latest }
        return try await log.run("read kept users") { () throws(UserError) in
            try await stored { () throws(StoreError) in try await repository.list() }
        }
    }

    // MARK: Changing

    /// What is wrong with a draft; nil if it can be sent.
    package nonisolated func problems(of draft: UserDraft) -> UserProblems? { draft.problems(validator) }

    /// Creates a user. Throws ``UserError/uncertain`` if it is not known whether the server has done it, or which user it is.
    package func add(_ draft: UserDraft) async throws(UserError) -> User.ID {
        if let problems = problems(of: draft) { throw .refused(problems) }
        let changes = draft.changes(from: UserDraft())
        return try await log.run("add user") { () throws(UserError) in
            let added: User.ID?
            do throws(UserError) {
                added = try await service.add(changes)
            } catch {
                switch error {
                case .timedOut, .interrupted, .malformed:
                    stream.send(())
                    throw .uncertain
                default: throw error
                }
            }
            stream.send(())
            if let added { return added }
            // It was created, but the answer does not say which one it is.
            let users: [User]
            do throws(UserError) { users = try await service.users(clock).users } catch { throw .uncertain }
            guard let user = users.last(where: { $0.email == changes.texts[.email] }) else { throw .uncertain }
            return user.id
        }
    }

    /// Sends what a draft changes of its user. If that is nothing, sends nothing.
    package func edit(_ id: User.ID, _ draft: UserDraft, from base: UserDraft) async throws(UserError) {
        if let problems = problems(of: draft) { throw .refused(problems) }
        let changes = draft.changes(from: base)
        guard !changes.isEmpty else { return }
        try await log.run("edit user", id.rawValue) { () throws(UserError) in try await service.edit(id, changes) }
        stream.send(())
    }

    /// Uploads a chosen picture. Nil if it stays on this device.
    package func upload(_ picture: Data) async throws(UserError) -> URL? {
        guard let uploader else { return nil }
        return try await log.run("upload picture") { () throws(UserError) in try await uploader.upload(picture) }
    }

    /// Keeps a picture of a user on this device, or removes it.
    package func keep(_ picture: Data?, of id: User.ID) async throws(UserError) {
        try await log.run("keep picture", id.rawValue) { () throws(UserError) in
            try await stored { () throws(StoreError) in try await repository.keep(picture, of: id) }
        }
        stream.send(())
    }

    /// Converts an error of the repository.
    private func stored<Value>(
        _ operation: () async throws(StoreError) -> Value
    ) async throws(UserError) -> Value {
        do throws(StoreError) { return try await operation() } catch { throw .store(error) }
    }
}
