import CoreModule
import Foundation
import SuperappTesting
import Testing
import UserDirectory

/// What an empty repository breaks of its contract; nothing if it keeps it.
func violations(of repository: any UserRepository) async throws(StoreError) -> [String] {
    var violations: [String] = []
    func require(_ isKept: Bool, _ law: String) {
        if !isKept { violations.append(law) }
    }
    require(try await repository.list() == nil, "an empty repository has no list")
    require(try await repository.pictures().isEmpty, "an empty repository has no pictures")
    let avatar = URL(string: "https://pictures.example/1.png?a=b#c")
    let full = User(
        id: User.ID("a/'b\0"), firstName: "Ж \"\n", lastName: "🥣", email: "a@b.example", avatar: avatar,
        created: Date(timeIntervalSince1970: 1_767_348_000.25), updated: Date(timeIntervalSince1970: -1))
    let bare = User(id: User.ID("2"), firstName: "", lastName: "", email: "")
    let list = UserList([full, bare], unreadableCount: 3, date: ManualTime.start)
    try await repository.keep(list)
    require(try await repository.list() == list, "a list is read as it was kept, in its order")
    let next = UserList([bare], date: ManualTime.start.addingTimeInterval(0.001))
    try await repository.keep(next)
    require(try await repository.list() == next, "a list replaces the one before")
    try await repository.keep(Data([0, 255]), of: full.id)
    try await repository.keep(Data([1]), of: bare.id)
    try await repository.keep(Data(), of: User.ID(""))
    require(
        try await repository.pictures() == [full.id: Data([0, 255]), bare.id: Data([1]), User.ID(""): Data()],
        "pictures of any user are kept")
    try await repository.keep(Data([2]), of: full.id)
    try await repository.keep(nil, of: bare.id)
    try await repository.keep(nil, of: bare.id)
    try await repository.keep(nil, of: User.ID("3"))
    try await repository.keep(nil, of: User.ID(""))
    require(try await repository.pictures() == [full.id: Data([2])], "a picture is replaced and removed")
    require(try await repository.list() == next, "pictures do not change the list")
    return violations
}

@Suite("Where a user directory keeps its list", .timeLimit(.minutes(15)))
struct UserRepositoryTests {
    @Test("the repository in memory keeps the contract")
    func memory() async throws {
        #expect(try await violations(of: InMemoryUserRepository()) == [])
    }

    @Test("the repository in a file keeps the contract, and what it has kept is there when it is opened again")
    func file() async throws {
        try await withFolder { folder in
            let folder = folder.appending(component: "not made yet")
            let repository = FileUserRepository(folder: folder)
            let broken = try await violations(of: repository)
            #expect(broken == [])
            let (list, pictures) = (try await repository.list(), try await repository.pictures())
            let reopened = FileUserRepository(folder: folder)
            let (listAgain, picturesAgain) = (try await reopened.list(), try await reopened.pictures())
            #expect(listAgain == list && list?.users.count == 1)
            #expect(picturesAgain == pictures && pictures.count == 1)
        }
    }

    @Test(
        "a file that cannot be read is an error, and is not overwritten",
        arguments: [
            ("", "storeDamaged"), ("[]", "storeDamaged"), (#"{"version":1}"#, "storeDamaged"),
            (#"{"version":2}"#, "storeTooNew"),
        ])
    func unreadable(_ contents: String, _ code: String) async throws {
        try await withFolder { folder in
            let file = folder.appending(component: "users.json")
            try Data(contents.utf8).write(to: file)
            let repository = FileUserRepository(folder: folder)
            let reading = await #expect(throws: StoreError.self) { try await repository.list() }
            #expect(reading?.code.rawValue == code)
            let keeping = await #expect(throws: StoreError.self) {
                try await repository.keep(UserList([], date: ManualTime.start))
            }
            #expect(keeping == reading)
            #expect(try Data(contentsOf: file) == Data(contents.utf8))
        }
    }

    @Test("a folder in place of the file is an error, and a file in place of the folder too")
    func wrongKind() async throws {
        try await withFolder { folder in
            let file = folder.appending(component: "users.json")
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            let first = await #expect(throws: StoreError.self) { try await FileUserRepository(folder: folder).list() }
            #expect(first?.code == .unreadable)
            let plain = folder.appending(component: "plain")
            try Data().write(to: plain)
            let second = await #expect(throws: StoreError.self) {
                try await FileUserRepository(folder: plain).keep(UserList([], date: ManualTime.start))
            }
            #expect(second?.code == .unreadable)
        }
    }

    @Test("a directory over a damaged file shows the server's list, and says that it cannot be kept")
    @MainActor
    func damagedDirectory() async throws {
        try await withFolder { folder in
            let file = folder.appending(component: "users.json")
            try Data("damaged".utf8).write(to: file)
            let test = try TestDirectory(repository: FileUserRepository(folder: folder))
            let directory = test.open()
            await directory.list.viewModel.load()
            #expect(directory.list.viewModel.rows.count == 3 && directory.list.viewModel.age == nil)
            #expect(directory.list.viewModel.failure?.code == "storeDamaged")
            #expect(try Data(contentsOf: file) == Data("damaged".utf8))
            await test.network.setOffline(true)
            let restarted = test.open()
            await restarted.list.viewModel.load()
            #expect(restarted.list.viewModel.failure?.code == "offline")
            let message = try #require(restarted.list.viewModel.message)
            let text = Localizer.userDirectory(Locale(identifier: "ru"))(message)
            #expect(text.hasPrefix("Пользователей не удаётся сохранить на этом устройстве: хранилище повреждено ("))
        }
    }

    @Test("without a network, a directory that is opened again shows the list of the file with its age")
    @MainActor
    func restart() async throws {
        try await withFolder { folder in
            let test = try TestDirectory(repository: FileUserRepository(folder: folder))
            let first = test.open()
            await first.list.viewModel.load()
            first.detach()
            test.time.advance(by: 50 * 3600)
            await test.network.setOffline(true)
            let second = test.open { $0.repository = FileUserRepository(folder: folder) }
            await second.list.viewModel.load()
            #expect(second.list.viewModel.rows == first.list.viewModel.rows)
            #expect(second.list.viewModel.rows.count == 3)
            #expect(second.list.viewModel.age == Message("This list is \(count: 2) days old"))
        }
    }
}
