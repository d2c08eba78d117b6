public import CoreModule
public import Observation

/// Receives the user's choice of languages.
@MainActor
public protocol LangPickerListener: AnyObject {
    /// The user has chosen this direction, and it was saved.
    func langPickerDidChoose(_ direction: TranslationDirection)
}

/// The languages of words and translations. A choice becomes the current direction, everywhere and for later runs.
///
/// A picker in two steps: ``begin(_:)`` opens the candidates for a side, ``mark(_:)`` marks one of them, and ``confirm()`` chooses it,
/// or ``cancel()`` leaves everything as it was. A front end without such steps calls ``choose(from:to:)`` and the methods beside it.
@MainActor
@Observable
public final class LangPickerViewModel: ActionViewModel {
    /// The languages to choose from.
    public var languages: [Language] { offered.value.languages }
    /// Receives each choice.
    @ObservationIgnored public weak var listener: (any LangPickerListener)?

    /// The side whose language is being chosen; nil if none is.
    public private(set) var side: LanguageSide?
    /// The candidate that ``confirm()`` would choose: the current language of the side until the user marks another one; nil if no
    /// side is being chosen.
    public var marked: Language? { side.map { choice ?? language(of: $0) } }

    /// What the user has marked; nil before that.
    private var choice: Language?
    private let chosen = SavedValue<TranslationDirection>()
    private let offered: StreamBinding<LanguageCatalog>
    private let words: Vocabulary
    private let current: StreamBinding<TranslationDirection>
    private let settings: AppSettings
    /// The user's actions.
    public let actions: ActionState<DictionaryError>

    init(_ dependencies: LangPickerDependencies, scope: FeatureScope) {
        offered = StreamBinding(dependencies.offered, in: scope)
        words = dependencies.words
        current = StreamBinding(dependencies.direction, in: scope)
        settings = dependencies.settings
        actions = ActionState(scope.actions)
    }

    /// The chosen direction.
    public var direction: TranslationDirection { current.value }

    /// The current language of a side.
    public func language(of side: LanguageSide) -> Language {
        switch side {
        case .source: direction.source
        case .target: direction.target
        }
    }

    // MARK: Two steps

    /// The languages to choose from for the open side; empty if none is open.
    public var candidates: [Language] { side == nil ? [] : languages }

    /// Whether a candidate is the marked one.
    public func isMarked(_ language: Language) -> Bool { language == marked }

    /// Opens the candidates for a side, with its current language marked. The direction stays until ``confirm()``.
    public func begin(_ side: LanguageSide) {
        actions.performNow("open languages", "\(side)") { () throws(DictionaryError) in
            (self.side, choice) = (side, nil)
        }
    }

    /// Marks a candidate. Does nothing if no side is open, or if the language is not one of the candidates.
    public func mark(_ language: Language) {
        if candidates.contains(language) { choice = language }
    }

    /// Chooses the marked language and closes the candidates. If it is the language of the other side, the two are swapped.
    /// What was opened or marked meanwhile stays open. If nothing was marked, nothing is chosen.
    /// - Returns: whether it was chosen; if not, `failure` says why, and the candidates stay open.
    @discardableResult
    public func confirm() async -> Bool {
        guard let side, let marked else { return false }
        let confirmed = choice
        let isChosen = marked == language(of: side) ? true : await choose(marked, as: side)
        if isChosen, self.side == side, choice == confirmed { (self.side, choice) = (nil, nil) }
        return isChosen
    }

    /// Closes the candidates and changes nothing.
    public func cancel() {
        actions.note("close languages")
        (side, choice) = (nil, nil)
    }

    // MARK: One step

    /// The language of the word, for a two-way control. Setting it chooses it as ``choose(_:as:)`` does: at once for the control, and
    /// for all others when it is saved. If that fails, the control shows the language before, and `failure` says why.
    public var source: Language {
        get { (chosen.unsaved ?? direction).source }
        set { set(newValue, as: .source) }
    }

    /// The language of the translation, likewise.
    public var target: Language {
        get { (chosen.unsaved ?? direction).target }
        set { set(newValue, as: .target) }
    }

    private func set(_ language: Language, as side: LanguageSide) {
        let before = chosen.unsaved ?? direction
        let after = before.with(language, as: side)
        if after != before { chosen.set(after) { [self] in await choose(from: $0.source.code, to: $0.target.code) } }
    }

    /// Chooses the language of a side. If it is the language of the other side, the two are swapped.
    @discardableResult
    public func choose(_ language: Language, as side: LanguageSide) async -> Bool {
        let chosen = direction.with(language, as: side)
        return await choose(from: chosen.source.code, to: chosen.target.code)
    }

    /// Swaps the two languages.
    @discardableResult
    public func swap() async -> Bool {
        await choose(from: direction.target.code, to: direction.source.code)
    }

    /// Chooses both languages by their codes.
    /// - Returns: whether the direction is current and saved now; if not, `failure` says why.
    @discardableResult
    public func choose(from source: String, to target: String) async -> Bool {
        await actions.perform("choose languages") { () throws(DictionaryError) in
            let chosen = try TranslationDirection(
                from: offered.value.language(code: source), to: offered.value.language(code: target))
            try await save(chosen)
            listener?.langPickerDidChoose(chosen)
        } != nil
    }

    private func save(_ direction: TranslationDirection) async throws(DictionaryError) {
        do throws(StoreError) { try await settings.save(direction, for: .direction) } catch { throw .store(error) }
        current.value = direction
    }

    // MARK: The languages

    /// Adds a language by its code to those to choose from, for later runs too. One that is there stays where it is.
    /// - Returns: whether it is there and saved now; if not, `failure` says why.
    @discardableResult
    public func add(_ code: String) async -> Bool {
        await actions.perform("add language") { () throws(DictionaryError) in
            let language = Language(anyCode: code)
            guard language.isKnown else { throw .unknownLanguage(code, known: languages) }
            try await change { $0 + [language] }
        } != nil
    }

    /// Drops a language by its code from those to choose from. If it is one of the current direction, the first two are current then.
    /// - Returns: whether that is saved now; if not, `failure` says why: ``DictionaryError/languageInUse(_:words:)`` if words have it.
    @discardableResult
    public func drop(_ code: String) async -> Bool {
        await actions.perform("drop language") { () throws(DictionaryError) in
            let language = try offered.value.language(code: code)
            let count = try await words.wordCount(in: language)
            guard count == 0 else { throw .languageInUse(language, words: count) }
            try await change { $0.filter { $0 != language } }
        } != nil
    }

    /// Changes the saved languages, which another program may have changed, too.
    private func change(_ edit: @escaping @Sendable ([Language]) -> [Language]) async throws(DictionaryError) {
        let known = languages
        let changed: LanguageCatalog?
        do throws(StoreError) {
            changed = try await settings.change(.languages) { saved in
                let catalog = LanguageCatalog(edit(saved ?? known))
                guard catalog.languages.count > 1 else { return nil }
                saved = catalog.languages
                return catalog
            }
        } catch {
            throw .store(error)
        }
        guard let changed else { throw .tooFewLanguages }
        offered.value = changed
        let chosen = changed.direction(preferring: direction)
        if chosen != direction { try await save(chosen) }
    }
}

/// The texts of the controls. Those of the candidates are `Message.select` and `Message.cancel`.
extension LangPickerViewModel {
    /// The title of the candidates: what is being chosen; before that, the title of the picker.
    public var title: Message { side?.title ?? Message("Languages") }
    /// The title of the control that swaps the languages.
    public var swapTitle: Message { Message("Swap languages") }
}

/// One of the two languages of a direction.
public enum LanguageSide: Hashable, Sendable, CaseIterable {
    /// The language of the word.
    case source
    /// The language of the translation.
    case target

    /// The name of the side, for the user.
    public var title: Message {
        switch self {
        case .source: Message("Language of the word")
        case .target: Message("Language of the translation")
        }
    }
}

extension TranslationDirection {
    /// The direction with another language for a side. If it is the language of the other side, the two are swapped.
    fileprivate func with(_ language: Language, as side: LanguageSide) -> TranslationDirection {
        let (source, target) = side == .source ? (language, target) : (source, language)
        return source == target ? swapped : TranslationDirection(unchecked: source, target)
    }
}
