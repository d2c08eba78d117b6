// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }

// A package of its own, so that what is here uses what any other package could use, and nothing else.
let libraries: [Target.Dependency] = ["CoreModule", "PersonalDictionary", "TodoList"]
    .map { .product(name: $0, package: "superapp") }
let coreModule: Target.Dependency = .product(name: "CoreModule", package: "superapp")
let testing: Target.Dependency = .product(name: "SuperappTesting", package: "superapp")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

// Elsewhere a stand-in, so that the examples for SwiftUI compile.
#if canImport(Darwin)
let swiftUI: [Target.Dependency] = []
let standIns: [Target] = []
#else
let swiftUI: [Target.Dependency] = ["SwiftUI"]
let standIns: [Target] = [.target(name: "SwiftUI", path: "Tests/SwiftUIStubs", swiftSettings: settings)]
#endif

let package = Package(
    name: "Examples",
    defaultLocalization: "en",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .executable(name: "superapp", targets: ["superapp"]),
        .executable(name: "terminal-app", targets: ["TerminalApp"]),
        .executable(name: "showcase", targets: ["Showcase"]),
    ],
    dependencies: [
        .package(name: "superapp", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        .systemLibrary(name: "ExamplesEdit", path: "CEdit"),
        .executableTarget(
            name: "superapp", dependencies: libraries + ["ExamplesEdit", "TerminalFrontEnd"], path: "CommandLine",
            exclude: ["README.md"],
            resources: [.process("Resources")],
            swiftSettings: settings),
        .target(
            name: "TerminalAppKit", dependencies: [.product(name: "CoreModule", package: "superapp")],
            path: "TerminalAppKit", swiftSettings: settings),
        .target(
            name: "RecipeBook", dependencies: [.product(name: "CoreModule", package: "superapp")],
            path: "RecipeBook", resources: [.process("Resources")], swiftSettings: settings),
        .target(
            name: "AnimeCatalogDomain", dependencies: [coreModule], path: "AnimeCatalog/Domain",
            swiftSettings: settings),
        .target(
            name: "AnimeCatalogServices", dependencies: ["AnimeCatalogDomain", coreModule],
            path: "AnimeCatalog/Services", swiftSettings: settings),
        .target(
            name: "AnimeCatalog", dependencies: ["AnimeCatalogDomain", coreModule], path: "AnimeCatalog",
            exclude: ["Domain", "Services"], resources: [.process("Resources")], swiftSettings: settings),
        .target(
            name: "UserDirectory", dependencies: [.product(name: "CoreModule", package: "superapp")],
            path: "UserDirectory", resources: [.process("Resources")], swiftSettings: settings),
        .target(
            name: "NewsReader", dependencies: [.product(name: "CoreModule", package: "superapp")],
            path: "NewsReader", resources: [.process("Resources")], swiftSettings: settings),
        .target(
            name: "TerminalFrontEnd", dependencies: libraries + ["TerminalAppKit"], path: "TerminalFrontEnd",
            resources: [.process("Resources")], swiftSettings: settings),
        .executableTarget(
            name: "TerminalApp", dependencies: libraries + ["TerminalFrontEnd", arguments], path: "TerminalApp",
            swiftSettings: settings),
        .executableTarget(
            name: "Showcase",
            dependencies: libraries + [
                "AnimeCatalog", "AnimeCatalogDomain", "AnimeCatalogServices", "UserDirectory", "NewsReader",
                "TerminalAppKit",
                "TerminalFrontEnd", testing, arguments,
            ],
            path: "Showcase", resources: [.process("Resources")], swiftSettings: settings),
        .target(
            name: "TerminalTesting", dependencies: ["TerminalAppKit", coreModule], path: "Tests/TerminalTesting",
            swiftSettings: settings),
        // A connection to SQLite that is not the libraries'.
        .systemLibrary(name: "ProbeSQLite", path: "Tests/ProbeSQLite"),
        // Fakes that the libraries' tests use too are links to Tests/TestSupport.
        .testTarget(
            name: "CommandLineTests",
            dependencies: libraries + ["superapp", "ProbeSQLite", "TerminalTesting", testing],
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(name: "AddingAFeatureTests", dependencies: libraries, swiftSettings: settings),
        .testTarget(name: "EmbeddingTests", dependencies: libraries + [testing] + swiftUI, swiftSettings: settings),
        .testTarget(
            name: "RecipeBookTests", dependencies: ["RecipeBook", coreModule] + swiftUI, swiftSettings: settings),
        .testTarget(
            name: "AnimeCatalogTests",
            dependencies: ["AnimeCatalog", "AnimeCatalogDomain", "AnimeCatalogServices", coreModule, testing],
            swiftSettings: settings),
        .testTarget(
            name: "UserDirectoryTests", dependencies: ["UserDirectory", coreModule, testing], swiftSettings: settings),
        .testTarget(
            name: "NewsReaderTests", dependencies: ["NewsReader", coreModule, testing], swiftSettings: settings),
        .testTarget(
            name: "TerminalAppTests", dependencies: libraries + ["TerminalApp", "TerminalAppKit", "TerminalTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "ShowcaseTests",
            dependencies: libraries + [
                "Showcase", "AnimeCatalog", "AnimeCatalogDomain", "AnimeCatalogServices", "UserDirectory", "NewsReader",
                "TerminalAppKit", "TerminalTesting", testing,
            ], swiftSettings: settings),
    ] + standIns,
    swiftLanguageModes: [.v6]
)
