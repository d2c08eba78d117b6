package import CoreModule
package import Foundation
import Observation

/// The form of a user, or of a new one. Nothing changes before it is sent.
@MainActor
@Observable
package final class UserFormViewModel: ScreenViewModel {
    /// What the fields show. Bind them to it. The problem of a field goes when its text changes.
    package var draft = UserDraft() {
        didSet {
            for field in UserField.allCases where draft[field] != oldValue[field] { problems[field] = nil }
        }
    }
    /// The field with the cursor. Bind it to the view's focus.
    package var focus: UserField?

    /// The user; nil as long as a new one was not sent.
    package private(set) var id: User.ID?
    private var problems: [UserField: Message] = [:]
    /// What the server has: the draft that was read or sent last.
    private var base = UserDraft()
    private let users: Users
    private let scope: FeatureScope
    private let loader: Loader<UserDraft, UserError>
    private let actions: ActionState<UserError>

    init(_ id: User.ID?, _ users: Users, scope: FeatureScope) {
        self.id = id
        self.users = users
        self.scope = scope
        actions = ActionState(scope.actions)
        loader = Loader(UserDraft()) { () throws(UserError) in
            if let id { try await users.draft(id) } else { UserDraft() }
        }
        if id == nil { loader.show(read: base) }
    }

    // MARK: What is shown

    package var title: Message { id == nil ? Message("New user") : Message("Edit user") }
    package var sendTitle: Message { id == nil ? Message("Create") : Message("Change") }
    package var pictureTitle: Message { picture == nil ? Message("Choose") : Message("Change") }

    /// Below a field: its problem, or else its hint.
    package func caption(of field: UserField) -> Message {
        if let problem = problems[field] { return problem }
        return switch field {
        case .firstName: Message("First name")
        case .lastName: Message("Last name")
        case .email: Message("E-mail")
        }
    }

    package func hasProblem(_ field: UserField) -> Bool { problems[field] != nil }

    package var picture: UserPicture? {
        draft.picture.map { .chosen($0) } ?? draft.avatar.map { .address($0) }
    }

    /// Beside a picture that others will not see; nil if there is none.
    package var pictureNote: Message? {
        draft.picture == nil || users.uploadsPictures ? nil : Message("This picture stays on this device")
    }

    /// Whether the fields differ from what the server has. A new user always does.
    package var hasChanges: Bool {
        id == nil || draft.picture != base.picture || !draft.changes(from: base).isEmpty
    }
    package var canSend: Bool { loader.phase == .loaded && draft.isFilled && hasChanges && !isSending }
    /// Whether to cover the form.
    package var isSending: Bool { actions.isRunning }
    /// Why the fields cannot be filled; nil if they can.
    package var loadFailure: UserError? { loader.phase.failure }

    /// Why the user could not be sent, unless that is shown at the fields; nil before that, and once the user has read it.
    package var failure: UserError? {
        if case .refused(let problems) = actions.failure, problems.general == nil { nil } else { actions.failure }
    }

    // MARK: What the user does

    /// Fills the fields. Call it when the screen appears, and again after a failure. What the user has typed stays.
    package func load() async {
        // After it was sent, a user is newer here than in the list.
        guard id != nil, base == loader.value else { return }
        let before = base
        await loader.load()
        guard loader.phase == .loaded, base == before else { return }
        draft = draft.rebased(from: base, to: loader.value)
        base = loader.value
    }

    /// The Return key: moves the cursor to the next field.
    package func focusNext() {
        focus = focus?.next ?? .firstName
    }

    package func choosePicture(_ picture: Data) {
        actions.note("choose picture")
        draft.picture = picture
    }

    /// The OK below the failure.
    package func dismissFailure() {
        actions.dismissFailure()
    }

    /// Sends the user and closes the screen. If that fails, or the user types meanwhile, the screen stays open with its input.
    package func send() async {
        guard canSend else { return }
        let sent = draft
        let isDone = await actions.performAlone("send", id?.rawValue ?? "new") { () throws(UserError) in
            try await send(sent)
            return true
        }
        if isDone == true {
            if !hasChanges { scope.detach() }
        } else if case .refused(let refused) = actions.failure {
            // A field that was edited meanwhile has another text than the refused one.
            problems = refused.fields.filter { draft[$0.key] == sent[$0.key] }
            focus = UserField.allCases.first(where: hasProblem) ?? focus
        }
    }

    /// Each step that has succeeded is not repeated when the user tries again.
    private func send(_ draft: UserDraft) async throws(UserError) {
        var sent = draft
        if let problems = users.problems(of: sent) { throw .refused(problems) }
        if let picture = sent.picture, picture != base.picture, let address = try await users.upload(picture) {
            sent.picture = nil
            sent.avatar = address
            if self.draft.picture == picture { (self.draft.picture, self.draft.avatar) = (nil, address) }
        }
        let kept = base.picture
        if let id {
            try await users.edit(id, sent, from: base)
        } else {
            id = try await users.add(sent)
        }
        base = sent
        base.picture = kept
        guard let id, sent.picture != kept else { return }
        try await users.keep(sent.picture, of: id)
        base.picture = sent.picture
    }
}
