// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .map { .enableUpcomingFeature($0) }

// SwiftPM finds aliases by the identity of a package, which is the name of its folder.
let superapp = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "superapp"

// This package has modules that are named like two of the libraries', so those have other names here.
let names = ["CoreModule": "SuperappCore", "TodoList": "SuperappTodoList"]
let libraries: [Target.Dependency] = ["CoreModule", "PersonalDictionary", "TodoList"]
    .map { .product(name: $0, package: superapp, moduleAliases: names) }

let package = Package(
    name: "Aliases",
    platforms: [.macOS(.v15)],
    dependencies: [.package(path: "../..")],
    targets: [
        .target(name: "CoreModule", path: "CoreModule", swiftSettings: settings),
        .target(name: "TodoList", dependencies: ["CoreModule"], path: "TodoList", swiftSettings: settings),
        .executableTarget(
            name: "aliases", dependencies: ["CoreModule", "TodoList"] + libraries, path: "Program",
            swiftSettings: settings),
        .testTarget(
            name: "AliasesTests",
            dependencies: [
                "aliases", "CoreModule", "TodoList",
                .product(name: "SuperappTesting", package: superapp, moduleAliases: names),
            ] + libraries, path: "Tests", swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
