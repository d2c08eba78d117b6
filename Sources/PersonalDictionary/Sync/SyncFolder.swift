import CoreModule
public import Foundation

/// The folder that the words are synchronized with, as the user named it, without a password.
public struct SyncFolder: Hashable, Sendable, Codable {
    /// The path on this device; nil if it is on a server.
    public let path: String?
    /// The address on a WebDAV server; nil if it is on this device.
    public let url: URL?
    /// The user at the server; nil if the address names one, or if none is needed.
    public let user: String?
    /// This device's name, for people: one line of 100 characters at most; that of the system if it would be empty.
    public let device: String
    /// Whether the password may be sent without encryption to another host than this one.
    public var allowsInsecureConnections: Bool { isInsecure == true }

    /// Nil in folders that were saved before there were servers.
    private let isInsecure: Bool?

    /// Names a folder on this device, and the device: by default as the system does.
    public init(path: String, device: String = ProcessInfo.processInfo.hostName) {
        self.init(path, nil, user: nil, isInsecure: nil, device)
    }

    /// Names a folder on a WebDAV server, or one on this device by the URL of a file, and this device. A password in the address is removed.
    public init(
        url: URL, user: String? = nil, allowsInsecureConnections: Bool = false,
        device: String = ProcessInfo.processInfo.hostName
    ) {
        guard !url.isFileURL else {
            self.init(path: url.path(percentEncoded: false), device: device)
            return
        }
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.password = nil
        self.init(nil, parts?.url ?? url, user: user, isInsecure: allowsInsecureConnections ? true : nil, device)
    }

    private init(_ path: String?, _ url: URL?, user: String?, isInsecure: Bool?, _ device: String) {
        (self.path, self.url, self.user, self.isInsecure) = (path, url, user, isInsecure)
        // As it stands in lists.
        let name = device.onOneLine().split(separator: " ").joined(separator: " ").prefix(100)
        self.device = name.isEmpty ? ProcessInfo.processInfo.hostName : String(name)
    }

    /// The path or the address.
    public var address: String { path ?? url?.absoluteString ?? "" }
}

extension SettingKey<SyncFolder> {
    static let syncFolder = SettingKey("syncFolder", unreadable: Message("the saved folder cannot be read"))
}
