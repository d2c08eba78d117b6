import CoreModule
import Foundation
import SuperappTesting
import Testing
import UserDirectory

@MainActor
@Suite("A user directory: the acceptance points", .timeLimit(.minutes(15)))
struct UserDirectoryTests {
    private let test: TestDirectory
    private let directory: UserDirectoryGraph
    private var list: UserListViewModel { directory.list.viewModel }
    private var server: TestServer { test.server }

    init() throws {
        test = try TestDirectory()
        directory = test.open()
    }

    /// The form of a user of the list, or of a new one.
    private func openForm(_ id: String?) async -> UserFormGraph {
        await list.load()
        let form = directory.toForm.router.open(id.map { User.ID($0) })
        await form.viewModel.load()
        return form
    }

    @Test("1. the list shows three users in the server's order, and the one without an avatar has no picture")
    func threeUsers() async throws {
        #expect(list.message == Message("Users are loading…"))
        await list.load()
        #expect(list.rows.map(\.fullName) == ["Vera Lindqvist", "Omar Haddad", "Mei Tanaka"])
        #expect(list.rows.map(\.email).last == "mei@directory.example")
        #expect(list.message == nil && list.failure == nil && list.age == nil && list.incompleteness == nil)
        let avatar = try #require(list.picture(of: list.rows[0]))
        #expect(avatar == .address(server.url.appending(path: "avatars/1.png")))
        #expect(await list.bytes(of: avatar)?.isEmpty == false)
        #expect(list.picture(of: list.rows[2]) == nil)
    }

    @Test("2. the button of an empty form is disabled; with three filled fields it is enabled, and blanks are no text")
    func filled() {
        let form = directory.toForm.router.open(nil)
        let model = form.viewModel
        #expect(model.title == Message("New user") && model.sendTitle == Message("Create"))
        #expect(model.pictureTitle == Message("Choose"))
        #expect(!model.canSend)
        model.type("Ann", "Berg", " \n")
        #expect(!model.canSend)
        model.draft.email = "ann@directory.example"
        #expect(model.canSend)
        model.draft.firstName = "   "
        #expect(!model.canSend)
    }

    @Test("3. a new user with the e-mail a@b is refused at that field, and nothing is sent")
    func badEmail() async {
        let form = await openForm(nil)
        form.viewModel.type("Ann", "Berg", "a@b")
        #expect(form.viewModel.canSend)
        #expect(form.viewModel.caption(of: .email) == Message("E-mail"))
        await form.viewModel.send()
        #expect(form.viewModel.caption(of: .email) == Message("This is not an e-mail address"))
        #expect(form.viewModel.hasProblem(.email) && !form.viewModel.hasProblem(.firstName))
        #expect(form.viewModel.focus == .email && form.viewModel.failure == nil)
        #expect(server.changes.isEmpty && directory.navigation.path.count == 1)
    }

    @Test("4. the problem of a field goes when that field is edited, and not when another one is")
    func problemGoes() async {
        let form = await openForm(nil)
        form.viewModel.type("Ann", "Berg", "a@b")
        await form.viewModel.send()
        form.viewModel.draft.firstName = "Anna"
        #expect(form.viewModel.hasProblem(.email))
        form.viewModel.draft.email = "a@b."
        #expect(!form.viewModel.hasProblem(.email) && form.viewModel.caption(of: .email) == Message("E-mail"))
    }

    @Test("5. the button is disabled for an unchanged user, and after a change was taken back")
    func unchanged() async {
        let form = await openForm("1")
        let model = form.viewModel
        #expect(model.title == Message("Edit user") && model.sendTitle == Message("Change"))
        #expect(model.pictureTitle == Message("Change"))
        #expect(model.draft.firstName == "Vera" && !model.canSend)
        model.draft.firstName = "Veronika"
        #expect(model.canSend)
        model.draft.firstName = "Vera"
        #expect(!model.canSend)
        model.draft.firstName = " Vera "
        #expect(!model.canSend, "white space around a text is not sent")
    }

    @Test("6. a PATCH has exactly the changed fields")
    func patch() async throws {
        let form = await openForm("3")
        form.viewModel.draft.lastName = " Berg "
        await form.viewModel.send()
        #expect(form.scope.isDetached)
        let request = try #require(server.changes.first)
        #expect(server.changes.count == 1)
        #expect(request.method == "PATCH" && request.path == "/users/3.json")
        #expect(request.headers["content-type"] == "application/json")
        #expect(try fields(request.body) == ["last_name": "Berg"], "and no empty avatar")
    }

    @Test("7. a bad e-mail is refused in an edit too, and nothing is sent")
    func badEmailOnEdit() async {
        let form = await openForm("1")
        form.viewModel.draft.email = "vera@directory.example and more"
        await form.viewModel.send()
        #expect(form.viewModel.caption(of: .email) == Message("This is not an e-mail address"))
        #expect(server.changes.isEmpty && directory.navigation.path.count == 1)
    }

    @Test("8. a 422 puts each message at its field, and keeps the input")
    func refusedByServer() async {
        let form = await openForm(nil)
        form.viewModel.type("Ann", "Berg", "ann@directory.example")
        server.reply(.text(#"{"email":["is taken","is odd"],"first_name":["is too short"]}"#, status: 422))
        await form.viewModel.send()
        #expect(form.viewModel.caption(of: .email) == Message("\("is taken, is odd")"))
        #expect(form.viewModel.caption(of: .firstName) == Message("\("is too short")"))
        #expect(form.viewModel.caption(of: .lastName) == Message("Last name"))
        #expect(form.viewModel.failure == nil && form.viewModel.focus == .firstName)
        #expect(form.viewModel.draft.firstName == "Ann" && form.viewModel.draft.email == "ann@directory.example")
        #expect(directory.navigation.path.count == 1 && form.viewModel.canSend)
    }

    @Test("9. without a network there is a message and the input is kept, and the second try sends once")
    func offlineSend() async {
        let form = await openForm(nil)
        form.viewModel.type("Ann", "Berg", "ann@directory.example")
        await test.network.setOffline(true)
        await form.viewModel.send()
        #expect(form.viewModel.failure == .offline(Message("there is no network")))
        #expect(form.viewModel.draft.firstName == "Ann" && form.viewModel.canSend)
        form.viewModel.dismissFailure()
        #expect(form.viewModel.failure == nil && directory.navigation.path.count == 1)
        await test.network.setOffline(false)
        async let first: Void = form.viewModel.send()
        async let second: Void = form.viewModel.send()
        _ = await (first, second)
        #expect(await waitUntil { directory.navigation.path.isEmpty })
        #expect(server.changes.map(\.method) == ["POST"])
    }

    @Test(
        "10. what was created and edited is in the list at once; without a network the last list is there with its age")
    func changesAndAge() async {
        let new = await openForm(nil)
        new.viewModel.type("Ann", "Berg", "ann@directory.example")
        await new.viewModel.send()
        #expect(await waitUntil { directory.navigation.path.isEmpty })
        #expect(await waitUntil { list.rows.last?.fullName == "Ann Berg" })
        let edited = await openForm("4")
        edited.viewModel.draft.firstName = "Anna"
        await edited.viewModel.send()
        #expect(await waitUntil { list.rows.last?.fullName == "Anna Berg" && !list.isLoading })
        let rows = list.rows

        await test.network.setOffline(true)
        test.time.advance(by: 5 * 60)
        await list.load()
        #expect(list.rows == rows && list.age == Message("This list is \(count: 5) minutes old"))
        #expect(list.failure == .offline(Message("there is no network")))
        list.dismissFailure()
        #expect(list.failure == nil && list.rows == rows)

        // A start without a network.
        let restarted = test.open()
        test.time.advance(by: 3 * 3600)
        await restarted.list.viewModel.load()
        #expect(restarted.list.viewModel.rows == rows)
        #expect(restarted.list.viewModel.age == Message("This list is \(count: 3) hours old"))

        await test.network.setOffline(false)
        await restarted.list.viewModel.load()
        #expect(restarted.list.viewModel.age == nil && restarted.list.viewModel.failure == nil)
    }
}
