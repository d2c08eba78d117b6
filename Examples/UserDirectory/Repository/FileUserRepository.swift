package import CoreModule
package import Foundation

/// Keeps the list in a JSON file of a folder, and the pictures in files beside it.
///
/// The folder is made with the first file. A file that cannot be read is an error, and is not changed.
package actor FileUserRepository: UserRepository {
    private let folder: URL
    private static let version = 1

    /// Nothing is opened.
    package init(folder: URL) {
        self.folder = folder
    }

    private struct Version: Codable {
        let version: Int
    }

    private struct Contents: Codable {
        var version = FileUserRepository.version
        let list: UserList
    }

    private var file: URL { folder.appending(component: "users.json") }
    private var pictureFolder: URL { folder.appending(component: "pictures") }

    package func list() throws(StoreError) -> UserList? {
        guard let data = try read(file) else { return nil }
        let path = file.path(percentEncoded: false)
        do {
            let version = try JSONDecoder().decode(Version.self, from: data).version
            guard version <= Self.version else {
                let message = Message(
                    "the store was written by a newer version (users \(version), this program knows \(Self.version))")
                throw StoreError(.tooNew, path: path, message: message)
            }
            return try JSONDecoder().decode(Contents.self, from: data).list
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(.damaged, path: path, message: Message("the store is damaged"))
        }
    }

    package func keep(_ list: UserList) async throws(StoreError) {
        // Throws if it would overwrite what cannot be read.
        _ = try self.list()
        let data: Data
        do {
            data = try JSONEncoder().encode(Contents(list: list))
        } catch {
            throw StoreError(wrapping: error, path: file.path(percentEncoded: false))
        }
        try await write(data, to: file)
    }

    package func pictures() throws(StoreError) -> [User.ID: Data] {
        var pictures: [User.ID: Data] = [:]
        for name in try pictureNames() {
            // The drafts of an interrupted write have other names.
            guard let id = Self.identifier(name) else { continue }
            pictures[id] = try read(pictureFolder.appending(component: name))
        }
        return pictures
    }

    package func keep(_ picture: Data?, of id: User.ID) async throws(StoreError) {
        let file = pictureFolder.appending(component: Self.name(id))
        if let picture {
            try await write(picture, to: file)
        } else if try pictureNames().contains(Self.name(id)) {
            do { try FileManager.default.removeItem(at: file) } catch { throw Self.refusal(file, .fileError(error)) }
        }
    }

    // MARK: Files

    private func pictureNames() throws(StoreError) -> [String] {
        let path = pictureFolder.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
            throw Self.refusal(pictureFolder, .fileError(error))
        }
    }

    /// The contents of a file; nil if there is no such file.
    private func read(_ file: URL) throws(StoreError) -> Data? {
        do {
            return try Data(contentsOf: file)
        } catch {
            if (error as? CocoaError)?.code == .fileReadNoSuchFile { return nil }
            throw Self.refusal(file, .fileError(error))
        }
    }

    private func write(_ data: Data, to file: URL) async throws(StoreError) {
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Self.refusal(file, .fileError(error))
        }
        let failure: @Sendable (Message) -> StoreError = { Self.refusal(file, $0) }
        try await OutputFile.write(to: file, failure) { handle throws(StoreError) in
            do { try handle.write(contentsOf: data) } catch { throw failure(.fileError(error)) }
        }
    }

    private static func refusal(_ file: URL, _ reason: Message) -> StoreError {
        StoreError(
            .unreadable, path: file.path(percentEncoded: false),
            message: Message("the store cannot be reached: \(reason)"))
    }

    /// A file name for any identifier: its bytes in hexadecimal digits.
    private static func name(_ id: User.ID) -> String {
        id.rawValue.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + ".picture"
    }

    private static func identifier(_ name: String) -> User.ID? {
        guard name.hasSuffix(".picture") else { return nil }
        let digits = name.dropLast(".picture".count).compactMap(\.hexDigitValue)
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        let id = User.ID(String(decoding: bytes, as: UTF8.self))
        return Self.name(id) == name ? id : nil
    }
}
