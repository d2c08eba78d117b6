// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }

/// Tests are compiled without optimization, also beside optimized libraries, which are what they test.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
    name: "superapp",
    defaultLocalization: "en",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .visionOS(.v1)],
    products: [
        .library(name: "CoreModule", targets: ["CoreModule"]),
        .library(name: "PersonalDictionary", targets: ["PersonalDictionary"]),
        .library(name: "TodoList", targets: ["TodoList"]),
        .library(name: "SuperappTesting", targets: ["SuperappTesting"]),
    ],
    targets: [
        // Prefixed, since SwiftPM refuses two targets of one name in a package graph.
        .systemLibrary(name: "SuperappSQLite", path: "Sources/CSQLite"),
        .systemLibrary(name: "SuperappMemory", path: "Sources/CMemory"),
        .systemLibrary(name: "SuperappCurl", path: "Sources/CCurl"),
        .systemLibrary(name: "SuperappZlib", path: "Sources/CZlib"),
        .target(
            name: "CoreModule", dependencies: ["SuperappSQLite", "SuperappMemory", "SuperappCurl"],
            resources: [.process("Resources")], swiftSettings: settings),
        .target(
            name: "PersonalDictionary", dependencies: ["SuperappZlib", "CoreModule", "TodoList"],
            resources: [.process("Resources")], swiftSettings: settings),
        .target(
            name: "TodoList", dependencies: ["CoreModule"], resources: [.process("Resources")],
            swiftSettings: settings),
        .target(
            name: "SuperappTesting", dependencies: ["CoreModule", "PersonalDictionary", "TodoList"],
            swiftSettings: settings),
        .executableTarget(
            name: "superapp-demo", dependencies: ["CoreModule", "PersonalDictionary", "TodoList"],
            swiftSettings: settings),
        .target(
            name: "TestSupport",
            dependencies: ["SuperappSQLite", "CoreModule", "PersonalDictionary", "TodoList", "SuperappTesting"],
            path: "Tests/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "CoreModuleTests", dependencies: ["CoreModule", "SuperappTesting", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "PersonalDictionaryTests",
            dependencies: ["PersonalDictionary", "TodoList", "SuperappTesting", "TestSupport"],
            resources: [.copy("Fixtures"), .copy("Resources")], swiftSettings: testSettings),
        .testTarget(
            name: "TodoListTests", dependencies: ["TodoList", "SuperappTesting", "TestSupport"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "DemoTests", dependencies: ["superapp-demo", "CoreModule", "PersonalDictionary", "TestSupport"],
            swiftSettings: testSettings),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["CoreModule", "PersonalDictionary", "TodoList", "SuperappTesting", "TestSupport"],
            swiftSettings: testSettings),
    ],
    swiftLanguageModes: [.v6]
)

// The thread sanitizer looks at the module with code that the compiler does not check for races: see decision 13.
if Context.environment["SANITIZED"] != nil {
    package.targets.removeAll { $0.isTest && $0.name != "CoreModuleTests" }
}
