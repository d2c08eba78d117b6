package import CoreModule

/// Logs the start and the end of each call to a provider: the word at debug level only, since it is private.
package struct LoggingLookUp: LookUpService {
    private let service: any LookUpService
    private let name: String
    private let logger: Logger
    private let warnsOfFaults: Bool

    /// Makes the innermost part of a chain.
    /// - Parameter warnsOfFaults: whether each failure is logged as a warning: not behind a gate, which does so after
    ///   the last try.
    package init(_ service: any TranslationService, name: String, logger: Logger, warnsOfFaults: Bool = false) {
        self.service = service as? any LookUpService ?? ServiceAdapter(service: service)
        self.name = name
        self.logger = logger
        self.warnsOfFaults = warnsOfFaults
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let word = request.text.value
        logger.debug(
            "look-up starts", ["service": name, "word": word, "direction": request.direction.description])
        do throws(TranslationError) {
            let entry = try await service.lookUp(request)
            logger.debug("look-up found", ["service": name, "word": word, "provider": entry.provider.rawValue])
            return entry
        } catch {
            logger.debug("look-up ended without an entry", ["service": name, "word": word, "error": error.code])
            if warnsOfFaults, error.isFault { logger.warnOfFault(error, of: name) }
            throw error
        }
    }
}

/// A service as a part of the chain. It cannot know whether the answer is still wanted; its gate does.
private struct ServiceAdapter: LookUpService {
    let service: any TranslationService

    func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        try await service.lookUp(request.text, request.direction)
    }
}

extension Logger {
    func warnOfFault(_ error: TranslationError, of service: String) {
        warning("a translation service failed", ["service": service, "error": error.code])
    }
}
