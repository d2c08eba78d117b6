// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }

// A package of its own, so that what is here uses what any other package could use, and nothing else.
let libraries: [Target.Dependency] = ["CoreModule", "PersonalDictionary", "TodoList"]
    .map { .product(name: $0, package: "superapp") }

let package = Package(
    name: "Examples",
    defaultLocalization: "en",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.executable(name: "terminal-app", targets: ["TerminalApp"])],
    dependencies: [
        .package(name: "superapp", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    ],
    targets: [
        .target(
            name: "TerminalAppKit", dependencies: [.product(name: "CoreModule", package: "superapp")],
            path: "TerminalAppKit", swiftSettings: settings),
        .target(
            name: "RecipeBook", dependencies: [.product(name: "CoreModule", package: "superapp")],
            path: "RecipeBook", resources: [.process("Resources")], swiftSettings: settings),
        .target(
            name: "NewsReader", dependencies: [.product(name: "CoreModule", package: "superapp")],
            path: "NewsReader", resources: [.process("Resources")], swiftSettings: settings),
        .executableTarget(
            name: "TerminalApp",
            dependencies: libraries + [
                "TerminalAppKit", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "TerminalApp", resources: [.process("Resources")], swiftSettings: settings),
        .testTarget(name: "AddingAFeatureTests", dependencies: libraries, swiftSettings: settings),
        .testTarget(
            name: "EmbeddingTests",
            dependencies: libraries + [.product(name: "SuperappTesting", package: "superapp")],
            swiftSettings: settings),
        .testTarget(
            name: "RecipeBookTests", dependencies: ["RecipeBook", .product(name: "CoreModule", package: "superapp")],
            swiftSettings: settings),
        .testTarget(
            name: "NewsReaderTests",
            dependencies: [
                "NewsReader", .product(name: "CoreModule", package: "superapp"),
                .product(name: "SuperappTesting", package: "superapp"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TerminalAppTests", dependencies: libraries + ["TerminalApp", "TerminalAppKit"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
