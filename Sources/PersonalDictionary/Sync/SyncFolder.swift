import CoreModule
public import Foundation

/// The folder that the words are synchronized with, as the user named it, without a password.
public struct SyncFolder: Hashable, Sendable, Codable {
    /// The path on this device, or the address on a WebDAV server.
    public let address: String
    /// The user at the server; nil if the address names one, or if none is needed.
    public let user: String?
    /// This device's name, for people.
    public let device: String
    /// Whether the password may be sent without encryption to another host than this one.
    public var allowsInsecureConnections: Bool { isInsecure == true }

    private let isInsecure: Bool?

    // Folders that were saved before there were servers are read too.
    private enum CodingKeys: String, CodingKey {
        case address = "path"
        case user, device, isInsecure
    }

    /// Names a folder on this device, and the device: by default as the system does.
    public init(path: String, device: String = ProcessInfo.processInfo.hostName) {
        (address, user, self.device, isInsecure) = (path, nil, device, nil)
    }

    /// Names a folder on a WebDAV server, and this device. A password in the address is removed.
    public init(
        url: URL, user: String? = nil, allowsInsecureConnections: Bool = false,
        device: String = ProcessInfo.processInfo.hostName
    ) {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.password = nil
        (address, self.user, self.device) = (parts?.string ?? "\(url)", user, device)
        isInsecure = allowsInsecureConnections ? true : nil
    }

    /// The address on a server; nil if the folder is on this device.
    public var url: URL? {
        guard address.firstRange(of: "://") != nil else { return nil }
        return URL(string: address)
    }
}

extension SettingKey<SyncFolder> {
    static let syncFolder = SettingKey("syncFolder", unreadable: Message("the saved folder cannot be read"))
}
