import Foundation
import TestSupport
import Testing

@Suite("Rules of the project", .bounded)
struct ProjectRulesTests {
    private func sources(_ folder: String) throws -> [(path: String, text: String)] {
        let root = project.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.systemPath).filter {
            $0.hasSuffix(".swift")
        }
        #expect(!paths.isEmpty)
        return try paths.map { ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
    }

    @Test("no library prints", arguments: ["CoreModule", "PersonalDictionary", "TodoList", "SuperappTesting"])
    func printing(library: String) throws {
        for (path, text) in try sources("Sources/\(library)") {
            let code = text.split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
            for call in ["print(", "debugPrint(", "dump(", "NSLog(", "FileHandle.standardOutput"] {
                #expect(!code.contains { $0.contains(call) }, "\(path) calls \(call)")
            }
        }
    }

    @Test("code that the compiler does not check for races is in CoreModule, whose tests the thread sanitizer runs")
    func unchecked() throws {
        for (path, text) in try sources("Sources") where !path.hasPrefix("CoreModule/") {
            for mark in ["@unchecked Sendable", "nonisolated(unsafe)", "@preconcurrency"] {
                #expect(!text.contains(mark), "\(path) has \(mark)")
            }
        }
    }

    @Test("the root package has no package dependencies")
    func noDependencies() throws {
        let manifest = try String(contentsOf: project.appending(path: "Package.swift"), encoding: .utf8)
        #expect(!manifest.contains(".package("))
    }
}
