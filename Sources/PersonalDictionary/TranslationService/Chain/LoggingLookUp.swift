package import CoreModule

/// Logs the start and the end of each call to a provider: the word at debug level only, since it is private.
package struct LoggingLookUp: LookUpPart {
    private let service: any TranslationService
    private let name: String
    private let logger: EventLogger
    private let warnsOfFaults: Bool

    /// Makes the innermost part of a chain.
    /// - Parameter warnsOfFaults: whether each failure is a warning. False behind a gate, which logs one after the last try.
    package init(
        _ service: any TranslationService, name: String, logger: EventLogger, warnsOfFaults: Bool = false
    ) {
        self.service = service
        self.name = name
        self.logger = logger
        self.warnsOfFaults = warnsOfFaults
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let word = request.text.value
        logger.debug(
            "look-up starts", ["service": name, "word": word, "direction": request.direction.description])
        do throws(TranslationError) {
            let entry = try await service.lookUp(request.text, request.direction)
            logger.debug("look-up found", ["service": name, "word": word, "provider": entry.provider.rawValue])
            return entry
        } catch {
            logger.debug("look-up ended without an entry", ["service": name, "word": word, "error": error.code])
            if warnsOfFaults, error.isFault { logger.warnOfFault(error, of: name) }
            throw error
        }
    }
}

extension EventLogger {
    func warnOfFault(_ error: TranslationError, of service: String) {
        warning("a translation service failed", ["service": service, "error": error.code])
    }
}
