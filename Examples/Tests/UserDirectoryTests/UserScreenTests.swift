import CoreModule
import Foundation
import SuperappTesting
import Testing
import UserDirectory

@MainActor
@Suite("The screens of a user directory", .timeLimit(.minutes(15)))
struct UserScreenTests {
    private let test: TestDirectory
    private let directory: UserDirectoryGraph
    private var list: UserListViewModel { directory.list.viewModel }

    init() throws {
        test = try TestDirectory()
        directory = test.open()
    }

    // MARK: List

    @Test("the list is covered while it is read, the first time and again")
    func covered() async {
        for _ in 1...2 {
            let covered = Latch()
            await test.network.duringNextRequest { [list] in if list.isLoading { covered.open() } }
            await list.load()
            #expect(covered.isOpen && !list.isLoading)
        }
    }

    @Test("a list that cannot be read and was never kept is a message, and a later load works")
    func neverRead() async {
        await test.network.setOffline(true)
        await list.load()
        let failure = UserError.offline(Message("there is no network"))
        #expect(list.failure == failure)
        list.dismissFailure()
        #expect(list.failure == nil && list.message == failure.explanation && list.age == nil)
        await test.network.setOffline(false)
        await list.load()
        #expect(list.failure == nil && list.rows.count == 3)
    }

    @Test("a directory without users says so")
    func empty() async {
        test.server.reply(.text("[]"))
        await list.load()
        #expect(list.message == Message("No users yet") && list.failure == nil)
    }

    @Test("users that could not be read are counted below the others")
    func incomplete() async {
        test.server.reply(.text(#"[{"id":1,"first_name":"Ann"},{"first_name":"No identifier"}]"#))
        await list.load()
        #expect(list.rows.map(\.fullName) == ["Ann"])
        #expect(list.incompleteness == Message("\(count: 1) users could not be read"))
    }

    @Test("a load that is cancelled is no failure")
    func cancelled() async {
        test.server.reply(.stall)
        let load = Task { [list] in await list.load() }
        await test.server.hasStalled.wait()
        load.cancel()
        await load.value
        #expect(list.failure == nil && list.message == Message("Users are loading…"))
        await list.load()
        #expect(list.rows.count == 3)
    }

    // MARK: Form

    @Test("the Return key goes from the first name to the last name, to the e-mail and back")
    func focus() {
        let form = directory.toForm.router.open(nil)
        var order: [UserField?] = []
        for _ in 1...4 {
            form.viewModel.focusNext()
            order.append(form.viewModel.focus)
        }
        #expect(order == [.firstName, .lastName, .email, .firstName])
    }

    @Test(
        "an e-mail address is a local part, an at sign, a domain and a last part of 2 to 50 letters",
        arguments: [
            ("a@b.co", true), ("A.b_c%d+e-1@x-y.museum", true), (" a@b.co ", true), ("a@b.c.d.example", true),
            ("a@b.\(String(repeating: "x", count: 50))", true), ("a@b.\(String(repeating: "x", count: 51))", false),
            ("a@b", false), ("a@b.c", false), ("@b.co", false), ("a@.co", false), ("a@b..co", false),
            ("a b@c.de", false),
            ("a@b.co\nx", false), ("a@b.c1", false), ("ä@b.co", false), ("a@@b.co", false), ("a@b.co, c@d.ef", false),
        ])
    func emails(_ email: String, _ isValid: Bool) {
        let draft = UserDraft(firstName: "Ann", lastName: "Berg", email: email)
        #expect((draft.problems(PatternEmailValidator()) == nil) == isValid)
    }

    @Test("the validator refuses blank fields too")
    func blankFields() {
        let problems = UserDraft(firstName: " ", lastName: "Berg", email: "").problems(PatternEmailValidator())
        #expect(problems?.fields == [.firstName: Message("Fill this in"), .email: Message("Fill this in")])
    }

    @Test("the form of a user that does not exist says so, and sends nothing")
    func notFound() async {
        let form = directory.toForm.router.open(User.ID("99"))
        await form.viewModel.load()
        #expect(form.viewModel.loadFailure == .notFound)
        form.viewModel.type("Ann", "Berg", "ann@directory.example")
        #expect(!form.viewModel.canSend)
    }

    @Test("a user that was removed on the server is a message, and the input is kept")
    func goneMeanwhile() async {
        let form = directory.toForm.router.open(User.ID("1"))
        await form.viewModel.load()
        form.viewModel.draft.firstName = "Veronika"
        test.server.reply(.text("", status: 404))
        await form.viewModel.send()
        #expect(form.viewModel.failure == .notFound && form.viewModel.draft.firstName == "Veronika")
    }

    @Test("a 422 of another form is a general message, and messages of no field are one too")
    func generalRefusal() async {
        let form = directory.toForm.router.open(nil)
        form.viewModel.type("Ann", "Berg", "ann@directory.example")
        test.server.reply(.text("<html>", status: 422))
        await form.viewModel.send()
        #expect(form.viewModel.failure?.explanation == Message("The server refused these data"))
        test.server.reply(.text(#"{"email":[]}"#, status: 422))
        await form.viewModel.send()
        #expect(form.viewModel.failure?.explanation == Message("The server refused these data"))
        #expect(!form.viewModel.hasProblem(.email))
        test.server.reply(.text(#"{"base":["is closed"],"email":["is taken"]}"#, status: 422))
        await form.viewModel.send()
        #expect(form.viewModel.failure?.explanation == Message("\("is closed")"))
        #expect(form.viewModel.hasProblem(.email))
    }

    @Test("what is typed during a load stays, and the other fields are filled")
    func typingDuringLoad() async {
        let form = directory.toForm.router.open(User.ID("1"))
        await test.network.duringNextRequest { form.viewModel.draft.firstName = "Veronika" }
        await form.viewModel.load()
        let draft = form.viewModel.draft
        #expect([draft.firstName, draft.lastName, draft.email] == ["Veronika", "Lindqvist", "vera@directory.example"])
        #expect(form.viewModel.canSend)
        await form.viewModel.load()
        #expect(form.viewModel.draft == draft)
    }

    @Test("what is typed while a new user is sent stays; the form then edits that user, and sends the rest once")
    func typingDuringSend() async throws {
        let form = directory.toForm.router.open(nil)
        form.viewModel.type("Ann", "Berg", "ann@directory.example")
        let covered = Latch()
        await test.network.duringNextRequest {
            if form.viewModel.isSending { covered.open() }
            form.viewModel.draft.firstName = "Anna"
        }
        await form.viewModel.send()
        #expect(covered.isOpen && !form.viewModel.isSending)
        #expect(directory.navigation.path.count == 1 && form.viewModel.draft.firstName == "Anna")
        #expect(form.viewModel.sendTitle == Message("Change"))
        await form.viewModel.load()
        #expect(form.viewModel.draft.firstName == "Anna")
        await form.viewModel.send()
        #expect(await waitUntil { directory.navigation.path.isEmpty })
        #expect(test.server.changes.map(\.method) == ["POST", "PATCH"])
        #expect(try fields(#require(test.server.changes.last).body) == ["first_name": "Anna"])
    }

    @Test("the problem of a field that was edited during the sending is not shown")
    func staleProblem() async {
        let form = directory.toForm.router.open(nil)
        form.viewModel.type("Ann", "Berg", "ann@directory.example")
        test.server.reply(.text(#"{"email":["is taken"]}"#, status: 422))
        await test.network.duringNextRequest { form.viewModel.draft.email = "anna@directory.example" }
        await form.viewModel.send()
        #expect(!form.viewModel.hasProblem(.email))
    }

    @Test("a new user whose answer was cut may have been created: the form says so, and the list is read again")
    func uncertain() async {
        await list.load()
        let form = directory.toForm.router.open(nil)
        form.viewModel.type("Ann", "Berg", "ann@directory.example")
        test.server.reply(.closeMidAnswer(Array("{".utf8)))
        let before = test.server.requestCount
        await form.viewModel.send()
        #expect(form.viewModel.failure == .uncertain && form.viewModel.draft.firstName == "Ann")
        #expect(await waitUntil { list.isLoading || test.server.requestCount == before + 2 })
        #expect(await waitUntil { !list.isLoading })
        #expect(test.server.requestCount == before + 2)
    }

    @Test("an answer to a new user that does not say which one it is, is found in the list")
    func answerWithoutIdentifier() async {
        let form = directory.toForm.router.open(nil)
        form.viewModel.type("Mei", "Tanaka", "mei@directory.example")
        test.server.reply(.text("{}", status: 201))
        await form.viewModel.send()
        #expect(form.viewModel.id == User.ID("3"))
        #expect(await waitUntil { directory.navigation.path.isEmpty })
    }

    @Test(
        "if a new user was created, but the list cannot be read to find it, it is uncertain, and not as if nothing was sent"
    )
    func createdButNotFound() async {
        let form = directory.toForm.router.open(nil)
        form.viewModel.type("Mei", "Tanaka", "mei@directory.example")
        test.server.reply(.text("{}", status: 201))
        // For the form, and for the list, which is read again.
        for _ in 0..<2 { test.server.reply(.text("", status: 500)) }
        await form.viewModel.send()
        #expect(form.viewModel.failure == .uncertain && form.viewModel.id == nil)
    }

    // MARK: Pictures

    private let picture = Data([1, 2, 3])

    @Test(
        "without an uploader a chosen picture stays on this device: the form says so, the list shows it, nobody is sent it"
    )
    func pictureOnDevice() async throws {
        let form = directory.toForm.router.open(nil)
        form.viewModel.type("Ann", "Berg", "ann@directory.example")
        #expect(form.viewModel.picture == nil && form.viewModel.pictureNote == nil)
        form.viewModel.choosePicture(picture)
        #expect(form.viewModel.picture == .chosen(picture) && form.viewModel.pictureTitle == Message("Change"))
        #expect(form.viewModel.pictureNote == Message("This picture stays on this device"))
        await form.viewModel.send()
        #expect(await waitUntil { directory.navigation.path.isEmpty })
        #expect(try Set(fields(#require(test.server.changes.first).body).keys) == ["first_name", "last_name", "email"])
        let restarted = test.open()
        await restarted.list.viewModel.load()
        let user = try #require(restarted.list.viewModel.rows.last)
        #expect(user.avatar == nil && restarted.list.viewModel.picture(of: user) == .chosen(picture))
    }

    @Test("a chosen picture alone is a change, which needs no request")
    func pictureOnly() async {
        await list.load()
        let form = directory.toForm.router.open(User.ID("1"))
        await form.viewModel.load()
        form.viewModel.choosePicture(picture)
        #expect(form.viewModel.canSend)
        await form.viewModel.send()
        #expect(await waitUntil { directory.navigation.path.isEmpty })
        #expect(test.server.changes.isEmpty)
        #expect(await waitUntil { list.rows.first.map { list.picture(of: $0) } == .chosen(picture) })
    }

    @Test("an uploader's address is sent with the user, and the picture is uploaded once although the first try fails")
    func uploadedPicture() async throws {
        let uploader = CountingUploader()
        let directory = test.open { $0.uploader = uploader }
        let form = directory.toForm.router.open(User.ID("3"))
        await form.viewModel.load()
        form.viewModel.choosePicture(picture)
        #expect(form.viewModel.pictureNote == nil)
        await uploader.fail(with: .timedOut)
        await form.viewModel.send()
        #expect(form.viewModel.failure == .timedOut && form.viewModel.picture == .chosen(picture))
        await uploader.fail(with: nil)
        test.server.reply(.text("", status: 500))
        await form.viewModel.send()
        #expect(form.viewModel.failure == .status(500) && form.viewModel.canSend)
        await form.viewModel.send()
        #expect(await waitUntil { directory.navigation.path.isEmpty })
        #expect(await uploader.count == 1)
        let body = try #require(test.server.changes.last).body
        #expect(try fields(body) == ["avatar_url": "https://pictures.example/1.png"])
    }
}

/// Uploads to nowhere, and can be told to fail.
private actor CountingUploader: AvatarUploader {
    private(set) var count = 0
    private var failure: UserError?

    func fail(with failure: UserError?) { self.failure = failure }

    func upload(_ picture: Data) async throws(UserError) -> URL {
        if let failure { throw failure }
        count += 1
        guard let url = URL(string: "https://pictures.example/\(count).png") else { throw .malformed }
        return url
    }
}
