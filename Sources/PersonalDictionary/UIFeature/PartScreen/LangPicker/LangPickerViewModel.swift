import CoreModule
public import Observation

/// Receives the user's choice of languages.
@MainActor
public protocol LangPickerListener: AnyObject {
    /// The user has chosen this direction, and it was saved.
    func langPickerDidChoose(_ direction: TranslationDirection)
}

/// The languages of words and translations. A choice becomes the current direction, everywhere and for later runs.
@MainActor
@Observable
public final class LangPickerViewModel {
    /// The languages to choose from.
    public var languages: [Language] { catalog.languages }
    /// Receives each choice.
    @ObservationIgnored public weak var listener: (any LangPickerListener)?

    private let catalog: LanguageCatalog
    private let current: StreamBinding<TranslationDirection>
    private let settings: AppSettings
    private let actions: ActionState<DictionaryError>

    init(_ dependencies: LangPickerDependencies, scope: FeatureScope) {
        catalog = dependencies.languages
        current = StreamBinding(dependencies.direction, in: scope)
        settings = dependencies.settings
        actions = ActionState(scope.actions)
    }

    /// The chosen direction.
    public var direction: TranslationDirection { current.value }
    /// Why the last choice could not be made; nil once one was.
    public var failure: DictionaryError? { actions.failure }

    /// Chooses the language of words. If it is the language of translations, the two are swapped.
    @discardableResult
    public func chooseSource(_ language: Language) async -> Bool {
        if language == direction.target { return await swap() }
        return await choose(from: language.code, to: direction.target.code)
    }

    /// Chooses the language of translations. If it is the language of words, the two are swapped.
    @discardableResult
    public func chooseTarget(_ language: Language) async -> Bool {
        if language == direction.source { return await swap() }
        return await choose(from: direction.source.code, to: language.code)
    }

    /// Swaps the two languages.
    @discardableResult
    public func swap() async -> Bool {
        await choose(from: direction.target.code, to: direction.source.code)
    }

    /// Chooses both languages by their codes.
    /// - Returns: whether the direction is current and saved now; if not, ``failure`` says why.
    @discardableResult
    public func choose(from source: String, to target: String) async -> Bool {
        await actions.perform("choose languages") { () throws(DictionaryError) in
            let chosen = try TranslationDirection(
                from: catalog.language(code: source), to: catalog.language(code: target))
            do throws(StoreError) {
                try await settings.save(chosen, for: .direction)
            } catch {
                throw .store(error)
            }
            current.value = chosen
            listener?.langPickerDidChoose(chosen)
        } != nil
    }
}
