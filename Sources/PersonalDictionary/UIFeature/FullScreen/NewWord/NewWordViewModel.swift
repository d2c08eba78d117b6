public import CoreModule
import Foundation
public import Observation

/// A word that is being entered, and, once it is saved, what becomes of it.
@MainActor
@Observable
public final class NewWordViewModel {
    /// What the user has typed; to change it brings other suggestions.
    public var text = "" {
        didSet { if text != oldValue { suggestionList.update(text, direction) } }
    }
    /// From which language into which the word will be translated.
    public private(set) var direction: TranslationDirection {
        didSet { if direction != oldValue { suggestionList.update(text, direction) } }
    }
    /// The word that was saved last, kept up to date: its translation appears here.
    public private(set) var saved: Word?
    /// The word that is being saved; its translation may come before the saving has returned.
    private var saving: Word?
    private let suggestionList: SuggestionList
    private let catalog: LanguageCatalog
    private let words: any WordEditing
    private let clock: WallClock
    private let identifiers: IdentifierGenerator
    private let actions: ActionState<DictionaryError>

    init(_ dependencies: NewWordDependencies, actions: UserActions) {
        self.actions = ActionState(actions)
        words = dependencies.words
        catalog = dependencies.langPicker.languages
        direction = dependencies.langPicker.direction.value
        clock = dependencies.clock
        identifiers = dependencies.identifiers
        suggestionList = SuggestionList(
            dependencies.liveLookUp, clock: dependencies.clock, sleeper: dependencies.sleeper)
    }

    /// Whether the word is being saved.
    public var isSaving: Bool { actions.isRunning }
    /// Why the last action failed; nil once one has succeeded.
    public var failure: DictionaryError? { actions.failure }

    /// What the screen is called.
    public var title: Message { Message("New word") }

    /// Words that begin as the user has typed, with their translations where those are known, at most ``LiveLookUp/limit``: at
    /// once from what is on the device, and when the user stops typing from the services.
    public var suggestions: [Suggestion] { suggestionList.suggestions }

    /// Whether more suggestions may come.
    public var isSuggesting: Bool { suggestionList.isLoading }

    /// Why suggestions are missing; `nil` where none are. What was found all the same is among the ``suggestions``, and the word
    /// can be saved.
    public var suggestionFailure: DictionaryError? { suggestionList.failure }

    /// Takes a suggestion's word for the text, which is then looked up like one that was typed.
    public func choose(_ suggestion: Suggestion) {
        actions.note("choose suggestion")
        text = suggestion.text
    }

    /// Whether there is anything to save.
    public var canSave: Bool {
        !isSaving && !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
    }

    /// Sets the languages for this word alone, by their codes; one that is `nil` stays as it is. The current direction is
    /// chosen with the language picker instead.
    /// - Returns: whether they could be set; where not, ``failure`` says why.
    @discardableResult
    public func setLanguages(from source: String?, to target: String?) -> Bool {
        let chosen = actions.perform("set languages of word") { () throws(DictionaryError) in
            try TranslationDirection(
                from: source.map { code throws(DictionaryError) in try catalog.language(code: code) }
                    ?? direction.source,
                to: target.map { code throws(DictionaryError) in try catalog.language(code: code) } ?? direction.target)
        }
        if let chosen { direction = chosen }
        return chosen != nil
    }

    /// Saves the word and clears the text for the next one. Its translation is looked up in the background.
    /// - Returns: the word, still without a translation; `nil` where it could not be saved, and then ``failure`` says why
    ///   and the text stays.
    @discardableResult
    public func save() async -> Word? {
        let typed = text
        return await actions.performAlone("save word") { () throws(DictionaryError) in
            let now = clock.now()
            let word = Word(
                id: identifiers.next(), text: try WordText(typed), direction: direction, createdAt: now, updatedAt: now)
            saving = word
            try await words.add(word)
            saved = saving
            // Text that was typed while the word was being saved is the next word.
            if text == typed { text = "" }
            return word
        }
    }

    /// Offers nothing any more: the screen was put away.
    func end() {
        suggestionList.end()
    }

    func apply(_ change: WordChange) {
        switch change {
        case .updated(let word) where word.id == saving?.id && isSaving: saving = word
        case .updated(let word) where word.id == saved?.id: saved = word
        case .removed(let id) where id == saving?.id && isSaving: saving = nil
        case .removed(let id) where id == saved?.id: saved = nil
        case .added, .updated, .removed, .reloaded: break
        }
    }
}

extension NewWordViewModel: LangPickerListener {
    /// The new word follows what the user chooses on its screen.
    public func langPickerDidChoose(_ direction: TranslationDirection) {
        self.direction = direction
    }
}
