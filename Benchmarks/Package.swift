// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "superapp", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .executableTarget(name: "ResultTable", path: "ResultTable", swiftSettings: settings),
        .executableTarget(
            name: "Words",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "CoreModule", package: "superapp"),
                .product(name: "PersonalDictionary", package: "superapp"),
            ],
            path: "Benchmarks/Words",
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .executableTarget(
            name: "Translation",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "CoreModule", package: "superapp"),
                .product(name: "PersonalDictionary", package: "superapp"),
            ],
            path: "Benchmarks/Translation",
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
        .executableTarget(
            name: "FeatureTree",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"),
                .product(name: "CoreModule", package: "superapp"),
                .product(name: "PersonalDictionary", package: "superapp"),
                .product(name: "TodoList", package: "superapp"),
            ],
            path: "Benchmarks/FeatureTree",
            swiftSettings: settings,
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6]
)
