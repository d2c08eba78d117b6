// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }

/// A target of benchmarks: of some of the package's libraries, beside the libraries one would otherwise use.
func benchmark(_ name: String, measuring libraries: String..., beside peers: [Target.Dependency] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["Measuring", .product(name: "Benchmark", package: "benchmark")]
            + (["CoreModule"] + libraries).map { .product(name: $0, package: "superapp") } + peers,
        path: "Benchmarks/\(name)",
        swiftSettings: settings,
        plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

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
            name: "ParseTasks", dependencies: [.product(name: "TodoList", package: "superapp")], path: "ParseTasks",
            swiftSettings: settings),
        .target(
            name: "Measuring",
            dependencies: [
                .product(name: "Benchmark", package: "benchmark"), .product(name: "CoreModule", package: "superapp"),
            ],
            path: "Measuring", swiftSettings: settings),
        benchmark("Tasks", measuring: "PersonalDictionary", "TodoList"),
        benchmark(
            "Words", measuring: "PersonalDictionary",
            beside: [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        benchmark("Translation", measuring: "PersonalDictionary"),
        benchmark("FeatureTree", measuring: "PersonalDictionary", "TodoList"),
    ],
    swiftLanguageModes: [.v6]
)
