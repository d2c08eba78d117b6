import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// A synchronization that was asked for. A value that is nil is as it was last time.
struct SyncRequest {
    private(set) var url: URL?
    let user: String?
    let allowsInsecure: Bool

    /// - Parameter passwordIn: the variable of the environment that has the password.
    init(_ arguments: Arguments, passwordIn variable: String) throws {
        if let text = arguments.value("--url") {
            // A wrong address is not shown: it may hold a password.
            guard let url = URL(lenient: text), ["http", "https"].contains(url.scheme?.lowercased()),
                url.host()?.isEmpty == false
            else { throw CommandLineError.usage(Message("--url is https://host[:port][/path]")) }
            guard url.password() == nil else {
                throw CommandLineError.usage(Message("--url has no password in it; it is read from \(variable)"))
            }
            self.url = url
        }
        user = arguments.value("--user")
        if user?.isEmpty == true { throw CommandLineError.usage(Message("--user needs a name")) }
        allowsInsecure = arguments.has("--allow-insecure")
    }
}

extension TodoServerConnection {
    /// Switches to the server that a request names, or to the remembered one.
    func choose(_ request: SyncRequest, _ settings: AppSettings) async throws -> TodoServerAddress {
        let known = try await settings.value(.todoServer)
        guard let url = request.url ?? known?.url else {
            throw CommandLineError.usage(Message("--url is needed the first time; it is remembered then"))
        }
        let address = TodoServerAddress(url: url, user: request.user ?? (url == known?.url ? known?.user : nil))
        do throws(WebDAVError) {
            try choose(address, allowsInsecureConnections: request.allowsInsecure)
        } catch {
            guard error == .passwordMissing else { throw error }
            throw CommandLineError.passwordMissing(in: "CALDAV_PASSWORD")
        }
        return address
    }
}

extension CommandLineError {
    /// A user without a password, which a variable of the environment would have.
    static func passwordMissing(in variable: String) -> CommandLineError {
        .usage(Message("the password is missing: \(variable) in the environment"))
    }
}
