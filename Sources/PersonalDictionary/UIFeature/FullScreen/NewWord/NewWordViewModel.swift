public import CoreModule
import Foundation
public import Observation

/// A word that the user enters, and, once it is saved, its translation.
@MainActor
@Observable
public final class NewWordViewModel: ActionViewModel {
    /// What the user has typed. Changing it changes the suggestions.
    public var text = "" {
        didSet { if text != oldValue { suggestionList.update(text, direction) } }
    }
    /// The languages of the word and of its translation.
    public private(set) var direction: TranslationDirection {
        didSet { if direction != oldValue { suggestionList.update(text, direction) } }
    }
    /// The current direction of the app that ``direction`` has followed.
    private var followed: TranslationDirection
    /// The last saved word. It is kept up to date, so its translation appears here.
    public private(set) var saved: Word?
    /// The words that differ from the saved one only in case, accents or stress. Empty if the last save failed.
    public private(set) var similar: [Word] = []
    /// What the last saved word may mean if its look-up found nothing or failed: entries in other directions, or of up to three similar
    /// words, which ``DictionaryEntry/matched`` names.
    public private(set) var otherMeanings: [DictionaryEntry] = []
    /// Why a service could not be asked in the last look-up, although ``lookUp(_:from:to:)`` has found similar words.
    public private(set) var lookUpFailure: DictionaryError?

    /// Whether the word was saved by ``submit()``, which closed the screen.
    private(set) var isClosedBySaving = false
    private var isClosed = false
    /// The word that is being saved. Its translation may come before the saving has returned.
    private var saving: Word?
    /// Whether the word being saved must be read again, because many words have changed.
    private var isReloadDue = false
    private let suggestionList: SuggestionList
    private let dependencies: NewWordDependencies
    /// The user's actions.
    public let actions: ActionState<DictionaryError>
    private let screen: FeatureID

    init(_ dependencies: NewWordDependencies, scope: FeatureScope) {
        self.dependencies = dependencies
        let current = dependencies.langPicker.direction.value
        (followed, direction) = (current, current)
        actions = ActionState(scope.actions)
        screen = scope.id
        suggestionList = SuggestionList(dependencies, scope: scope)
    }

    private var catalog: LanguageCatalog { dependencies.langPicker.offered.value }

    /// What the screen is doing.
    public var phase: NewWordPhase {
        if isClosed { return .closed }
        if isSaving { return .saving }
        return saved != nil && isBlank ? .saved : .editing
    }
    /// Whether the word is being saved.
    public var isSaving: Bool { actions.isRunning }

    /// The screen's title.
    public var title: Message { Message("New word") }

    /// Words that begin with the text, with their known translations, at most eight. Those on the device come at
    /// once; those of the services when the user stops typing.
    public var suggestions: [Suggestion] { suggestionList.suggestions }

    /// Whether more suggestions may arrive.
    public var isSuggesting: Bool { suggestionList.isLoading }

    /// Why suggestions are missing; nil if none are. Those that were found are in ``suggestions``, and the word can be saved.
    public var suggestionFailure: DictionaryError? { suggestionList.failure }

    /// Makes a suggestion's word the text, as if the user had typed it, in the suggestion's direction.
    public func choose(_ suggestion: Suggestion) {
        actions.note("choose suggestion")
        text = suggestion.text
        if let direction = suggestion.direction { self.direction = direction }
    }

    /// Looks a text up without saving it, between any languages unless their codes are given. Services with limits are asked in the
    /// first direction only, unless a language is named.
    /// - Returns: the entries of the directions that have an answer, the current direction or its reverse first; if there are none,
    ///   those of up to three similar words, which ``DictionaryEntry/matched`` names. Nil if it failed: then `failure` says why.
    public func lookUp(
        _ text: String, from source: String? = nil, to target: String? = nil
    ) async -> [DictionaryEntry]? {
        lookUpFailure = nil
        return await actions.perform("look text up") { () throws(DictionaryError) in
            let word = try WordText(text)
            let (from, to) = (try catalog.language(source), try catalog.language(target))
            if let from, let to { _ = try TranslationDirection(from: from, to: to) }
            do throws(TranslationError) {
                let (entries, failure) = try await dependencies.liveLookUp.meanings(
                    of: word, from: from, to: to, preferring: direction)
                lookUpFailure = failure.map { .translation($0) }
                return entries
            } catch {
                throw .translation(error)
            }
        }
    }

    /// Whether there is a text to save.
    public var canSave: Bool { !isSaving && !isBlank }

    private var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    /// Sets the languages for this word only, by their codes. A language whose code is nil stays. The language picker changes the
    /// current direction instead.
    /// - Returns: whether they were set; if not, `failure` says why.
    @discardableResult
    public func setLanguages(from source: String?, to target: String?) -> Bool {
        actions.performNow("set languages of word") { () throws(DictionaryError) in
            direction = try catalog.direction(from: source, to: target, insteadOf: direction)
        } != nil
    }

    /// Saves the word and clears the text for the next one. A translation that the device does not know is looked up in the background.
    /// - Returns: the word as it was added; nil if it could not be saved: then `failure` says why, and the text stays.
    @discardableResult
    public func save() async -> Word? {
        let typed = text
        return await actions.performAlone("save word") { () throws(DictionaryError) in
            let now = dependencies.clock.now()
            let word = Word(
                id: dependencies.identifiers.next(), text: try WordText(typed), direction: direction, createdAt: now,
                updatedAt: now)
            saving = word
            (similar, otherMeanings) = ([], [])
            let (added, found) = try await dependencies.words.add(word)
            // Another change of it may have come before.
            saved = saving == word ? added : saving
            similar = saved == nil ? [] : found
            let shown = saved
            let others = await meanings(of: shown)
            // A translation may have come meanwhile.
            if saved == shown { otherMeanings = others }
            if isReloadDue { await reload() }
            // Text that was typed behind while the word was being saved is the next word.
            if text.hasPrefix(typed) { text.removeFirst(typed.count) }
            return added
        }
    }

    /// Saves the word and closes the screen: what the Return key does. Without a text it only closes the screen.
    ///
    /// The screen stays open if the word could not be saved, and then `failure` says why; or if more was typed meanwhile.
    /// - Returns: whether the screen was closed.
    @discardableResult
    public func submit() async -> Bool {
        let saves = !isBlank
        if saves {
            guard await save() != nil, isBlank else { return false }
        }
        guard !isClosed else { return true }
        isClosedBySaving = saves
        actions.note("leave new word")
        isClosed = true
        dependencies.navigator?.dismiss(screen)
        return true
    }

    func apply(_ change: WordChange) async {
        switch change {
        case .updated(let word) where word.id == saved?.id: await show(word)
        case .updated(let word) where word.id == saving?.id && isSaving: saving = word
        case .removed(let id) where id == saved?.id: (saved, similar, otherMeanings) = (nil, [], [])
        case .removed(let id) where id == saving?.id && isSaving: saving = nil
        case .reloaded where isSaving: isReloadDue = true
        case .reloaded: await reload()
        case .added, .updated, .removed: break
        }
    }

    /// Shows a new state of the saved word.
    private func show(_ word: Word) async {
        let others = await meanings(of: word)
        // Another word may have been saved meanwhile.
        if saved?.id == word.id { (saved, otherMeanings) = (word, others) }
    }

    private func meanings(of word: Word?) async -> [DictionaryEntry] {
        guard let word else { return [] }
        switch word.translation {
        case .notFound, .failed: return await dependencies.liveLookUp.otherMeanings(of: word.text, word.direction)
        case .pending, .translated: return []
        }
    }

    /// Reads the saved word again.
    private func reload() async {
        isReloadDue = false
        guard let id = saved?.id else { return }
        do throws(DictionaryError) {
            let word = try await dependencies.words.word(id)
            await show(word)
        } catch {
            // Another failure shows when the next word is saved.
            if case .notFound = error, saved?.id == id { (saved, similar, otherMeanings) = (nil, [], []) }
        }
    }
}

extension NewWordViewModel: LangPickerListener {
    /// The new word follows the choice on its screen.
    public func langPickerDidChoose(_ direction: TranslationDirection) {
        (followed, self.direction) = (direction, direction)
    }

    /// Follows the app's current direction when it changes elsewhere.
    func follow(_ current: TranslationDirection) {
        if current != followed { langPickerDidChoose(current) }
    }
}

/// The texts of the screen's controls, and its messages. Those that most screens have are `Message.save`, `Message.ok` and `Message.cancel`.
extension NewWordViewModel {
    /// The text to show in the empty field.
    public var textHint: Message { Message("Word or phrase") }
    /// The title over the suggestions.
    public var suggestionsTitle: Message { Message("Suggestions") }
    /// The title over ``similar``.
    public var similarTitle: Message { similar.similarTitle }
    /// The title over ``otherMeanings``. The entries of ``lookUp(_:from:to:)`` have a `meaningsTitle` as well.
    public var otherMeaningsTitle: Message { otherMeanings.meaningsTitle }

    /// The text that explains the phase or a failure; nil while nothing has happened.
    public var message: Message? {
        switch phase {
        case .editing: failure?.explanation
        case .saving: Message("Saving…")
        case .closed where !isClosedBySaving: nil
        case .saved, .closed: saved.map { Message("saved “\($0.text)”") }
        }
    }
}

/// What the screen for a new word is doing. Exactly one phase holds at a time.
public enum NewWordPhase: Hashable, Sendable {
    /// The user types. If a word could not be saved, the view model's failure says why.
    case editing
    /// The word is being saved.
    case saving
    /// A word was saved, and the field is empty for the next one.
    case saved
    /// The user has finished, and the screen was dismissed. A front end that shows it without a navigator closes it now.
    case closed
}
