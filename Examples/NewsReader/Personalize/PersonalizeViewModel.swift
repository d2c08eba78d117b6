package import CoreModule
import Observation

/// The reader's name, to be edited. Nothing changes before it is saved.
@MainActor
@Observable
package final class PersonalizeViewModel: ScreenViewModel {
    /// What the field shows. Bind it to it. A failure goes when the name is edited.
    package var name = "" {
        didSet { if name != oldValue { actions.dismissFailure() } }
    }

    /// What was read or saved last.
    private var base = ""
    private let reader: ReaderName
    private let scope: FeatureScope
    private let loader: Loader<String?, NewsError>
    private let actions: ActionState<NewsError>

    init(_ reader: ReaderName, scope: FeatureScope) {
        self.reader = reader
        self.scope = scope
        loader = Loader(nil) { () throws(NewsError) in try await reader.read() }
        actions = ActionState(scope.actions)
    }

    package var title: Message { Message("Personalize") }
    package var hint: Message { Message("Your name; leave it empty for none") }
    /// Why the name could not be read; nil if it could. Then it cannot be saved, so that the one in the store is not lost.
    package var loadFailure: NewsError? { loader.phase.failure }
    /// Why the name could not be saved; nil before that.
    package var failure: NewsError? { actions.failure }
    package var canSave: Bool { loader.phase == .loaded && name != base && !actions.isRunning }

    /// Fills the field. Call it when the screen appears, and again after a failure. What the reader has typed stays.
    package func load() async {
        await loader.load()
        guard loader.phase == .loaded else { return }
        let read = loader.value ?? ""
        if name == base { name = read }
        base = read
    }

    /// Saves the name, if it was changed, and closes the screen. If that fails, or the reader types meanwhile, the screen stays open.
    package func save() async {
        if loader.phase == .loaded, name == base, !actions.isRunning { scope.detach() }
        guard canSave else { return }
        let typed = name
        let saved: Void? = await actions.performAlone("save name") { () throws(NewsError) in
            try await reader.save(typed)
        }
        guard saved != nil else { return }
        base = typed
        if name == base { scope.detach() }
    }
}
