public import Foundation

/// The resources of a module, which the build puts into a folder of its own beside the program.
///
/// If that folder is missing, `Bundle.module` ends the process. A ``MessageTable`` of this type has the English texts then, and
/// ``Localizer/missingResources`` names the folder.
///
/// ```swift
/// let table = MessageTable(ResourceBundle("MyApp_MyFeature"), englishIsKeys: true)
/// ```
public struct ResourceBundle: Sendable, Hashable {
    /// The folder's name without its extension: the name of the package and that of the module, `superapp_CoreModule`.
    let name: String

    /// Names the resources of a module. Nothing is opened.
    public init(_ name: String) {
        self.name = name
    }

    /// The resources of `CoreModule`: its messages.
    static let coreModule = ResourceBundle("superapp_CoreModule")

    /// The folder's name: `superapp_CoreModule.resources`, on Apple's platforms `superapp_CoreModule.bundle`.
    package var folderName: String {
        #if canImport(Darwin)
        "\(name).bundle"
        #else
        "\(name).resources"
        #endif
    }

    /// The folder; nil if it is missing. It is searched each time.
    package var url: URL? { url(in: Self.foldersOfThisProcess) }

    /// The folder in the first of some folders that has it.
    package func url(in folders: [URL]) -> URL? {
        folders.lazy.map { $0.appending(path: folderName, directoryHint: .isDirectory) }.first { url in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: url.path(percentEncoded: false), isDirectory: &isFolder)
                && isFolder.boolValue
        }
    }

    /// The resources; nil if the folder is missing.
    public var bundle: Bundle? { url.flatMap { Bundle(url: $0) } }

    /// The resources. Throws ``MissingResources`` if the folder is missing.
    package func required() throws(MissingResources) -> Bundle {
        guard let bundle else { throw MissingResources([self]) }
        return bundle
    }

    /// A file of the resources. Throws ``MissingResources`` if the folder is missing, or lacks the file.
    package func file(_ name: String, _ kind: String) throws(MissingResources) -> URL {
        guard let url = try required().url(forResource: name, withExtension: kind) else {
            throw MissingResources([self], file: "\(name).\(kind)")
        }
        return url
    }

    private static let foldersOfThisProcess = folders(ProcessInfo.processInfo.environment)

    /// Where the build puts the folders of modules: where the environment says, as a preview in Xcode does; into an app, into the
    /// framework or the test bundle that this code is linked into, or a few folders above one of them; or beside the program.
    package static func folders(_ environment: [String: String]) -> [URL] {
        // The names that Swift's own accessor reads. The value of both is a path.
        let names = ["PACKAGE_RESOURCE_BUNDLE_PATH", "PACKAGE_RESOURCE_BUNDLE_URL"]
        var folders: [URL?] = names.compactMap { environment[$0] }.map {
            URL(filePath: $0, directoryHint: .isDirectory)
        }
        folders += [Bundle.main.resourceURL, Bundle.main.bundleURL]
        #if canImport(Darwin)
        let code = Bundle(for: BundleOfThisCode.self)
        folders += [code.resourceURL, code.bundleURL]
        // A preview runs in a process of Xcode's, and this code is a framework in a folder beside the resources.
        folders += sequence(first: code.bundleURL) { $0.deletingLastPathComponent() }.dropFirst().prefix(3)
        #endif
        // The program may be a symbolic link.
        folders.append(Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent())
        return folders.compactMap(\.self)
    }
}

#if canImport(Darwin)
private final class BundleOfThisCode {}
#endif

/// Folders of resources that were not installed with the program.
public struct MissingResources: Error, Hashable, Sendable, CustomStringConvertible {
    /// The missing folders, or the one that lacks the file.
    let bundles: [ResourceBundle]
    /// The missing file of a folder that exists; nil if the folder is missing.
    let file: String?

    package init(_ bundles: [ResourceBundle], file: String? = nil) {
        self.bundles = bundles
        self.file = file
    }

    /// What is missing and what to do, for a person.
    public var explanation: Message {
        let names = bundles.map(\.folderName).joined(separator: ", ")
        if let file { return Message("the program's resources in \(names) are incomplete: \(file) is missing") }
        return Message("the program's resources are missing: copy \(names) from the build to the program's folder")
    }

    /// The explanation in English.
    public var description: String { explanation.description }
}
