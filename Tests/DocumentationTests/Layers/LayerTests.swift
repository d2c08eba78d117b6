import Foundation
import TestSupport
import Testing

/// The layers that `Docs/Architecture.md` draws.
@Suite("Layers", .bounded)
struct LayerTests {
    /// The folders of each module from top to bottom.
    private static let layers = [
        "CoreModule": Layers(
            ["Replica"], ["SharedFolder", "Settings", "Exchange"], ["WebDAV"],
            ["SQLite", "Networking", "Navigation", "List"],
            ["Feature"], ["ModelStream"], ["Logging", "Localization", "Identity"], ["Concurrency"], ["Time"], ["Text"]),
        "PersonalDictionary": Layers(
            ["App"], ["PushNotification"], ["UIFeature"], ["TranslationService", "Exchange", "Sync"], ["Repository"],
            ["ModelStream"],
            ["Domain"]),
        "TodoList": Layers(
            ["App"], ["UIFeature"], ["Sync"], ["CalDAV", "Exchange"], ["Repository"], ["ModelStream"], ["Domain"],
            ["ICalendar", "TodoTxt"]),
    ]

    /// The folders that may import another module of the package.
    private static let imports = [
        "CoreModule": ["PersonalDictionary": [], "TodoList": []],
        "TodoList": ["PersonalDictionary": [], "Observation": ["UIFeature"]],
        "PersonalDictionary": [
            "TodoList": ["App", "UIFeature/Navigation/NavToTodoList"], "Observation": ["UIFeature"],
        ],
    ]

    /// The folders of the libraries that may name the types of a folder of CoreModule. The errors of stores
    /// and servers, and the paths of a server, may be named everywhere.
    private static let uses = [
        "SQLite": ["Repository", "App", "Sync"], "Networking": ["TranslationService", "CalDAV", "Sync", "App"],
        "Feature": ["UIFeature", "PushNotification", "App", "TranslationService", "Sync"],
        "Navigation": ["UIFeature", "PushNotification", "App"], "Replica": ["Sync", "UIFeature", "App"],
        "SharedFolder": ["Sync"],
        "WebDAV": ["CalDAV", "Sync", "App"],
    ]

    /// Read once for all tests.
    private static let read = Result { () throws -> [SwiftSource] in
        let root = project.appending(path: "Sources")
        return try FileManager.default.subpathsOfDirectory(atPath: root.systemPath).sorted()
            .filter { $0.hasSuffix(".swift") }
            .map { path in
                let parts = path.split(separator: "/", maxSplits: 1)
                return SwiftSource(
                    module: String(parts[0]), path: String(parts[1]),
                    text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
            }
    }

    private static func sources() throws -> [SwiftSource] { try read.get() }

    private func expectNone(_ findings: [String], _ location: SourceLocation = #_sourceLocation) {
        #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))", sourceLocation: location)
    }

    @Test("types are only named in folders above the one that defines them")
    func arrows() throws {
        expectNone(try LayerRules(Self.sources()).forbiddenArrows(Self.layers))
    }

    @Test("no folders name each other's types in a circle")
    func circles() throws {
        expectNone(try LayerRules(Self.sources()).circles())
    }

    @Test("no file has more than 400 lines")
    func lengths() throws {
        expectNone(try LayerRules(Self.sources()).longFiles())
    }

    @Test("only repositories name SQLite, only services name HTTP, and only features name screens")
    func uses() throws {
        let libraries = try Self.sources().filter {
            ["CoreModule", "PersonalDictionary", "TodoList"].contains($0.module)
        }
        expectNone(
            LayerRules(libraries).forbiddenUses(
                of: "CoreModule", Self.uses, except: ["StoreError", "WebDAVError", "WebDAVPath", "WebDAVResource"]))
    }

    @Test(
        "only the app and the way to the tasks import TodoList, only features Observation, and no module one above it")
    func moduleImports() throws {
        expectNone(try LayerRules(Self.sources()).forbiddenImports(Self.imports))
    }
}
