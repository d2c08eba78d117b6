import Foundation
import TestSupport
import Testing

/// What a release must say of itself.
@Suite("A release", .bounded)
struct ReleaseTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: project.appending(path: path), encoding: .utf8)
    }

    @Test("the program, the changelog and the README name one version, and the changelog says what is in it")
    func version() throws {
        let program = try #require(
            try text("Examples/CommandLine/Help.swift").firstMatch(of: /version = "(\d+\.\d+\.\d+)"/))
        let version = String(program.1)
        let changelog = try text("CHANGELOG.md")
        let entries = changelog.matches(of: /(?m)^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$/).filter {
            $0.1 != "Unreleased"
        }
        let newest = try #require(entries.first)
        #expect(newest.1 == version && newest.2 != nil)
        #expect(Set(entries.map(\.1)).count == entries.count)
        let notes = changelog[newest.range.upperBound...].prefix { $0 != "[" }
        #expect(notes.contains("\n### "))
        let readme = try text("README.md").matches(of: /version (\d+\.\d+\.\d+)/)
        #expect(readme.map { String($0.1) } == [version])
    }

    @Test("the licence and the notices are there, and every file that the notices name exists")
    func licence() throws {
        #expect(try text("LICENSE").hasPrefix("MIT License\n\nCopyright (c) 2026 The superapp authors\n"))
        let notices = try text("NOTICE.md")
        let paths = notices.matches(of: /`((?:Sources|Tests|Scripts)\/[^`*]+)`/).map { String($0.1) }
        #expect(paths.count >= 6)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: project.appending(path: path).systemPath), "\(path)")
        }
    }

    @Test("the README, the page on platforms and the changelog have the manifest's platforms")
    func platforms() throws {
        let manifest = try text("Package.swift")
        let floors = manifest.matches(of: /\.(macOS|iOS|tvOS|visionOS)\(\.v(\d+)\)/).map { "\($0.1) \($0.2)" }
        #expect(floors.count == 4)
        for page in ["README.md", "Docs/Platforms.md", "CHANGELOG.md"] {
            let page = try text(page)
            for floor in floors { #expect(page.contains(floor), "\(floor)") }
        }
        let tools = try #require(manifest.firstMatch(of: /swift-tools-version: (\S+)/)).1
        for page in ["README.md", "Docs/Platforms.md", "CHANGELOG.md"] {
            #expect(try text(page).contains("Swift \(tools)"))
        }
    }

    @Test("no library uses what the manifest's platforms lack, and no program an accessor that ends the process")
    func floor() throws {
        let accessors = ["Bundle.module", "MessageTable(.module"]
        let floor = accessors + ["import Synchronization", "String(validating:", "isolated deinit"]
        let folders = ["CoreModule", "PersonalDictionary", "TodoList"].map { ("Sources/\($0)", floor) }
        let examples = ["CommandLine", "TerminalApp", "TerminalFrontEnd", "RecipeBook"].map {
            ("Examples/\($0)", accessors)
        }
        for (folder, words) in folders + examples {
            let root = project.appending(path: folder)
            for path in try FileManager.default.subpathsOfDirectory(atPath: root.systemPath)
            where path.hasSuffix(".swift") {
                let code = try String(contentsOf: root.appending(path: path), encoding: .utf8).split(separator: "\n")
                    .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.joined(separator: "\n")
                for word in words { #expect(!code.contains(word), "\(folder)/\(path): \(word)") }
            }
        }
    }
}
