public import CoreModule
public import Observation

/// The text that the user searches for. Every open search list follows it.
@MainActor
@Observable
public final class SearchTextInputViewModel {
    private let shared: StreamBinding<String>
    private let actions: UserActions

    init(_ dependencies: SearchTextInputDependencies, actions: UserActions) {
        shared = dependencies.text
        self.actions = actions
    }

    /// The text to show in the empty field.
    public var hint: Message { Message("Find a word") }

    /// The text in the field.
    public var text: String {
        get { shared.value }
        set {
            if newValue != text { actions.note(newValue.isEmpty ? "clear search text" : "type search text") }
            shared.value = newValue
        }
    }
}
