public import CoreModule

/// Logs the start and the end of each look-up: with the word at debug level only, since it is private.
public struct LoggingTranslationService: TranslationService {
    private let service: any TranslationService
    private let name: String
    private let logger: Logger
    private let warnsOfNetwork: Bool

    /// Makes a service that is told of: each fault as a warning.
    /// - Parameters:
    ///   - service: what is asked.
    ///   - name: what the log calls it.
    ///   - logger: is told.
    ///   - warnsOfNetwork: whether a fault of the network is a warning as well; not so where it is tried again further out.
    public init(_ service: any TranslationService, name: String, logger: Logger, warnsOfNetwork: Bool = true) {
        self.service = service
        self.name = name
        self.logger = logger
        self.warnsOfNetwork = warnsOfNetwork
    }

    /// Looks a word up.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        logger.debug("look-up starts", ["service": name, "word": text.value, "direction": direction.description])
        do throws(TranslationError) {
            let entry = try await service.lookUp(text, direction)
            logger.debug("look-up found", ["service": name, "word": text.value, "provider": entry.provider.rawValue])
            return entry
        } catch {
            logger.debug("look-up ended without an entry", ["service": name, "word": text.value, "error": error.code])
            if error.isFault, warnsOfNetwork || !error.isOfNetwork { Self.warn(of: error, name, logger) }
            throw error
        }
    }

    static func warn(of error: TranslationError, _ name: String, _ logger: Logger) {
        logger.warning("a translation service failed", ["service": name, "error": error.code])
    }
}

/// Warns of a fault of the network that was tried again in vain. It stands around what tries again; all other faults are told
/// further in, where it is known that the service was asked.
struct NetworkWarningTranslationService: TranslationService {
    let service: any TranslationService
    let name: String
    let logger: Logger

    func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        do throws(TranslationError) {
            return try await service.lookUp(text, direction)
        } catch {
            if error.isOfNetwork { LoggingTranslationService.warn(of: error, name, logger) }
            throw error
        }
    }
}

/// Logs the start and the end of each call to another list of words: with what was typed at debug level only, since it is private.
public struct LoggingSuggestions: WordSuggesting {
    private let source: any WordSuggesting
    private let name: String
    private let logger: Logger

    /// Makes a list that is told of.
    public init(_ source: any WordSuggesting, name: String, logger: Logger) {
        self.source = source
        self.name = name
        self.logger = logger
    }

    /// Words that begin so.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        logger.debug("list starts", ["service": name, "word": text.value, "direction": direction.description])
        do throws(TranslationError) {
            let words = try await source.suggestions(beginningWith: text, direction, limit: limit)
            logger.debug("list found", ["service": name, "word": text.value, "count": "\(words.count)"])
            return words
        } catch {
            logger.debug("list ended without words", ["service": name, "word": text.value, "error": error.code])
            if error.isFault { LoggingTranslationService.warn(of: error, name, logger) }
            throw error
        }
    }
}
