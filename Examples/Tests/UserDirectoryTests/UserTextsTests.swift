import CoreModule
import Foundation
import SuperappTesting
import Testing
import UserDirectory

@Suite("The texts and the log of a user directory", .timeLimit(.minutes(15)))
struct UserTextsTests {
    private let english = Localizer.userDirectory(Locale(identifier: "en"))
    private let russian = Localizer.userDirectory(Locale(identifier: "ru"))

    private func isRussian(_ text: String) -> Bool {
        text.contains { ("а"..."я").contains($0.lowercased()) }
    }

    @Test("every text without a value is in Russian")
    func literals() throws {
        var literals: Set<String> = []
        for source in try UserDirectorySources.files().values {
            for literal in source.matches(of: /Message\(\s*"([^"\\]+)"\s*\)/) {
                #expect(isRussian(russian(Message(key: String(literal.1)))), "\(literal.1)")
                literals.insert(String(literal.1))
            }
        }
        #expect(literals.count == 23)
    }

    @Test("every failure is explained in both languages, with its reason")
    func failures() {
        let network = Message("there is no network")
        let store = StoreError(.full, path: nil, message: Message("there is no space left for the store"))
        let failures: [(UserError, String)] = [
            (.offline(network), "The server cannot be reached: there is no network"),
            (.timedOut, "The server did not answer in time"),
            (
                .interrupted(Message("the connection was closed")),
                "The answer did not arrive: the connection was closed"
            ),
            (
                .uncertain,
                "No answer came. The user may have been created: look at the list before you send it again"
            ),
            (.status(503), "The server failed with status 503"),
            (.malformed, "The server sent an answer that cannot be read"),
            (.refused(UserProblems()), "Some fields need a correction"),
            (
                .refused(UserProblems(general: Message("The server refused these data"))),
                "The server refused these data"
            ),
            (.notFound, "This user no longer exists"),
            (.store(store), "The users cannot be kept on this device: there is no space left for the store"),
            (.cancelled, "It was cancelled"),
        ]
        for (failure, text) in failures {
            #expect(english(failure.explanation) == text)
            #expect(isRussian(russian(failure.explanation)) && !russian(failure.explanation).contains("the "))
        }
        #expect(russian(UserError.offline(network).explanation) == "Сервер недоступен: нет сети")
        let newer = Message("the store was written by a newer version (users \(2), this program knows \(1))")
        #expect(russian(newer) == "хранилище записано более новой версией (2, эта программа знает 1)")
    }

    @Test(
        "the age is in minutes, hours and days, with the plural forms of both languages",
        arguments: [
            (-5, "This list is less than a minute old", "Список получен меньше минуты назад"),
            (59, "This list is less than a minute old", "Список получен меньше минуты назад"),
            (60, "This list is 1 minute old", "Список получен 1 минуту назад"),
            (120, "This list is 2 minutes old", "Список получен 2 минуты назад"),
            (3599, "This list is 59 minutes old", "Список получен 59 минут назад"),
            (3600, "This list is 1 hour old", "Список получен 1 час назад"),
            (47 * 3600, "This list is 47 hours old", "Список получен 47 часов назад"),
            (48 * 3600, "This list is 2 days old", "Список получен 2 дня назад"),
            (21 * 24 * 3600, "This list is 21 days old", "Список получен 21 день назад"),
        ])
    func age(_ seconds: Int, _ englishText: String, _ russianText: String) {
        let list = UserList([], date: ManualTime.start)
        let age = list.age(now: ManualTime.start.addingTimeInterval(Double(seconds)))
        #expect(english(age) == englishText && russian(age) == russianText)
    }

    @Test("entries that could not be read are counted in both languages")
    func unreadable() {
        let messages = [1, 2].map { Message("\(count: $0) users could not be read") }
        #expect(messages.map { english($0) } == ["1 user could not be read", "2 users could not be read"])
        let texts = ["Не удалось прочитать 1 пользователя", "Не удалось прочитать 2 пользователей"]
        #expect(messages.map { russian($0) } == texts)
    }

    @Test("actions, requests and failures are logged, and no text of the user's or the server's")
    @MainActor
    func log() async throws {
        let handler = EventLogger.InMemoryHandler()
        let test = try TestDirectory(logger: EventLogger(label: "app", minimumLevel: .debug, handler: handler))
        let directory = test.open()
        await directory.list.viewModel.load()
        let row = try #require(directory.list.viewModel.rows.first)
        let avatar = try #require(directory.list.viewModel.picture(of: row))
        #expect(await directory.list.viewModel.bytes(of: avatar) != nil)
        let form = directory.toForm.router.open(nil)
        form.viewModel.type("Annabel", "Bergström", "annabel@directory.example")
        form.viewModel.choosePicture(Data([1]))
        test.server.reply(.text(#"{"email":["annabel is taken"]}"#, status: 422))
        await form.viewModel.send()
        test.server.reply(.text("", status: 500))
        await form.viewModel.send()
        await form.viewModel.send()
        #expect(await waitUntil { directory.navigation.path.isEmpty })
        let lines = handler.events.map(\.line)
        #expect(
            lines.contains { $0.contains("action: send feature=UserDirectory / NavToUserForm / UserForm subject=new") })
        #expect(lines.contains { $0.contains("info users: add user failed") && $0.contains("error=refused") })
        #expect(lines.contains { $0.contains("warning users: add user failed") && $0.contains("error=status 500") })
        #expect(lines.contains { $0.contains("debug http: request done request=GET 127.0.0.1/users.json status=200") })
        #expect(lines.contains { $0.contains("screen shown") })
        for secret in ["Annabel", "annabel", "Bergström", "Vera", "Lindqvist", "directory.example", "avatars"] {
            #expect(!lines.contains { $0.contains(secret) }, "\(secret)")
        }
    }

    @Test("a form that cannot read its user, or the pictures, has that in the log")
    @MainActor
    func unreadForm() async throws {
        let handler = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "app", minimumLevel: .info, handler: handler)
        try await withFolder { folder in
            let test = try TestDirectory(repository: FileUserRepository(folder: folder), logger: logger)
            let directory = test.open()
            let form = directory.toForm.router.open(User.ID("1"))
            await test.network.setOffline(true)
            await form.viewModel.load()
            #expect(form.viewModel.loadFailure?.code == "offline")
            await test.network.setOffline(false)
            // A file in place of the folder.
            try Data().write(to: folder.appending(component: "pictures"))
            await form.viewModel.load()
            #expect(form.viewModel.loadFailure?.code == "storeUnreadable")
        }
        let lines = handler.events.map(\.line)
        #expect(lines.contains { $0.contains("warning users: read users failed") && $0.contains("error=offline") })
        #expect(lines.contains { $0.contains("users: read pictures failed") && $0.contains("storeUnreadable") })
    }
}
