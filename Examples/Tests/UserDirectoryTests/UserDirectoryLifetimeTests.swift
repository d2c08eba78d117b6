import CoreModule
import Foundation
import SuperappTesting
import Testing
import UserDirectory

@MainActor
@Suite("What a user directory leaves behind", .timeLimit(.minutes(15)))
struct UserDirectoryLifetimeTests {
    private let test: TestDirectory
    private var tree: FeatureTree { test.tree }

    init() throws {
        test = try TestDirectory()
    }

    @Test("forms that were used and closed leave nothing behind")
    func forms() async throws {
        let directory = test.open()
        await directory.list.viewModel.load()
        let before = tree.snapshot()
        await directory.toForm.router.open(User.ID("1")).viewModel.load()
        directory.toForm.router.open(nil)
        directory.navigation.popAll()
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("a form that has sent its user leaves nothing behind")
    func sentForm() async throws {
        let directory = test.open()
        await directory.list.viewModel.load()
        let before = tree.snapshot()
        do {
            let form = directory.toForm.router.open(nil)
            form.viewModel.type("Ann", "Berg", "ann@directory.example")
            await form.viewModel.send()
        }
        #expect(await waitUntil { directory.navigation.path.isEmpty })
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("a directory that is released with a form open leaves nothing behind")
    func whole() async throws {
        var directory: UserDirectoryGraph? = test.open()
        await directory?.list.viewModel.load()
        await directory?.toForm.router.open(User.ID("1")).viewModel.load()
        directory = nil
        try await tree.expectNoLeaks()
    }

    @Test("a form that is closed while it sends leaves nothing behind, and the user is in the list")
    func closedWhileSending() async throws {
        let directory = test.open()
        await directory.list.viewModel.load()
        let before = tree.snapshot()
        var form: UserFormGraph? = directory.toForm.router.open(nil)
        form?.viewModel.type("Ann", "Berg", "ann@directory.example")
        await test.network.duringNextRequest { directory.navigation.popAll() }
        await form?.viewModel.send()
        form = nil
        #expect(await waitUntil { directory.list.viewModel.rows.count == 4 })
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("the tree shows the directory, and the form that is open; a host's stack of screens can be used")
    func picture() {
        let stack = ScreenStack()
        let directory = test.open { $0.navigation = stack }
        directory.toForm.router.open(nil)
        #expect(stack.path.count == 1 && directory.title == Message("Users"))
        let lines = tree.drawing().split(separator: "\n")
        #expect(
            lines == [
                "UserDirectory (B G)",
                "├── [UserList] (B G MVVM)",
                "└── NavToUserForm (B G R)",
                "    └─→ [UserForm] (B G MVVM)",
            ])
    }

    @Test("the builders of a feature have at most 25 lines of code")
    func ceremony() throws {
        let builders = try UserDirectorySources.files().filter { $0.key.hasSuffix("Builder.swift") }
        #expect(builders.count == 2)
        for (name, source) in builders {
            let code = source.split(separator: "\n").filter {
                let line = $0.trimmingCharacters(in: .whitespaces)
                return !line.isEmpty && !line.hasPrefix("//")
            }
            #expect(code.count <= 25, "\(name) has \(code.count)")
        }
    }
}

/// The sources of the directory. The tests run where they were compiled.
enum UserDirectorySources {
    static func files() throws -> [String: String] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let folder = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "UserDirectory")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".swift") }.map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            })
    }
}
