// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }

// A package of its own, so that what is here uses what any other package could use, and nothing else.
let libraries: [Target.Dependency] = ["CoreModule", "PersonalDictionary", "TodoList"]
    .map { .product(name: $0, package: "superapp") }

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [.package(name: "superapp", path: "..")],
    targets: [
        .testTarget(name: "AddingAFeatureTests", dependencies: libraries, swiftSettings: settings),
        .testTarget(name: "EmbeddingTests", dependencies: libraries, swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
