import CoreModule
public import Observation

/// Told by a choice of languages that the user has chosen.
@MainActor
public protocol LangPickerListener: AnyObject {
    /// The user has chosen this direction, and it was saved.
    func langPickerDidChoose(_ direction: TranslationDirection)
}

/// The languages between which words are translated. A choice becomes the current direction, everywhere and for later runs.
@MainActor
@Observable
public final class LangPickerViewModel {
    /// The languages to choose from.
    public let languages: [Language]
    /// The direction that is chosen.
    public private(set) var direction: TranslationDirection
    /// Why the last choice could not be made; `nil` once one was.
    public private(set) var failure: DictionaryError?
    /// Told of each choice.
    @ObservationIgnored public weak var listener: (any LangPickerListener)?

    private let catalog: LanguageCatalog
    private let stream: DirectionStream
    private let settings: Settings
    private let actions: UserActions

    init(_ dependencies: LangPickerDependencies, actions: UserActions) {
        self.actions = actions
        catalog = dependencies.languages
        languages = catalog.languages
        stream = dependencies.direction
        settings = dependencies.settings
        direction = stream.value
    }

    /// Chooses the language of words. If it is that of translations, the two change places.
    @discardableResult
    public func chooseSource(_ language: Language) async -> Bool {
        if language == direction.target { return await swap() }
        return await choose(from: language.code, to: direction.target.code)
    }

    /// Chooses the language of translations. If it is that of words, the two change places.
    @discardableResult
    public func chooseTarget(_ language: Language) async -> Bool {
        if language == direction.source { return await swap() }
        return await choose(from: direction.source.code, to: language.code)
    }

    /// Turns the direction round.
    @discardableResult
    public func swap() async -> Bool {
        await choose(from: direction.target.code, to: direction.source.code)
    }

    /// Chooses both languages by their codes.
    /// - Returns: whether the direction is current and saved now; where not, ``failure`` says why.
    @discardableResult
    public func choose(from source: String, to target: String) async -> Bool {
        do {
            let chosen = try await actions.perform("choose languages") { () throws(DictionaryError) in
                let chosen = try TranslationDirection(
                    from: catalog.language(code: source), to: catalog.language(code: target))
                do throws(StoreError) {
                    try await settings.save(chosen, for: .direction)
                } catch {
                    throw .store(error)
                }
                return chosen
            }
            failure = nil
            direction = chosen
            stream.send(chosen)
            listener?.langPickerDidChoose(chosen)
            return true
        } catch {
            failure = error
            return false
        }
    }

    func receive(_ direction: TranslationDirection) {
        // What was chosen since this was sent is newer.
        if stream.value == direction { self.direction = direction }
    }
}
