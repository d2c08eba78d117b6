public import Foundation

extension URL {
    /// The folder of the user's data of programs: `XDG_DATA_HOME`, else the application-support folder on Apple's platforms, and
    /// `.local/share` in the home folder on others. A relative path in the environment is ignored.
    ///
    /// Source: the XDG Base Directory Specification, https://specifications.freedesktop.org/basedir-spec/latest/
    public static func applicationData(_ environment: [String: String]) -> URL {
        func folder(_ name: String) -> URL? {
            environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0, directoryHint: .isDirectory) : nil }
        }
        if let folder = folder("XDG_DATA_HOME") { return folder }
        #if canImport(Darwin)
        return .applicationSupportDirectory
        #else
        return (folder("HOME") ?? .homeDirectory).appending(path: ".local/share")
        #endif
    }
}
