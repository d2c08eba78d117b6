// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }

// A package of its own, so that the other examples need neither Hummingbird nor libpq.
let libraries: [Target.Dependency] = ["CoreModule", "PersonalDictionary", "TodoList"]
    .map { .product(name: $0, package: "superapp") }
let testing: Target.Dependency = .product(name: "SuperappTesting", package: "superapp")
let server: [Target.Dependency] = [
    .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
    .product(name: "HummingbirdTLS", package: "hummingbird"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
    .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
    .product(name: "UnixSignals", package: "swift-service-lifecycle"),
    .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "Logging", package: "swift-log"),
]

let package = Package(
    name: "WebApp",
    defaultLocalization: "en",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "web", targets: ["web"])],
    // Exact: a newer version is a change of its own. `Package.resolved` is not in the repository: see README.md.
    dependencies: [
        .package(name: "superapp", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        // What Hummingbird's own interface is made of.
        .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        // For a test only: its names beside the libraries'.
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CPostgres", path: "CPostgres", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // Slow hashes of passwords. It is part of Linux; Apple's systems have no such library.
        .systemLibrary(
            name: "CCrypt", path: "CCrypt", pkgConfig: "libxcrypt",
            providers: [.apt(["libcrypt-dev"]), .brew(["libxcrypt"])]),
        .target(
            name: "PostgresStore", dependencies: libraries + ["CPostgres"], path: "PostgresStore",
            swiftSettings: settings),
        .target(
            name: "WebFrontEnd", dependencies: libraries + server + ["CCrypt"], path: "WebFrontEnd",
            resources: [.process("Resources")], swiftSettings: settings),
        .executableTarget(
            name: "web",
            dependencies: libraries + [
                "WebFrontEnd", "PostgresStore", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "web", swiftSettings: settings),
        // What Scripts/load compares the server with.
        .executableTarget(
            name: "bare",
            dependencies: [
                "CPostgres", .product(name: "CoreModule", package: "superapp"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
            ], path: "Bare", swiftSettings: settings),
        .testTarget(
            name: "PostgresStoreTests", dependencies: libraries + ["CPostgres", "PostgresStore", testing],
            swiftSettings: settings),
        .testTarget(
            name: "WebFrontEndTests",
            dependencies: libraries + server + [
                "WebFrontEnd", "web", testing, .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
