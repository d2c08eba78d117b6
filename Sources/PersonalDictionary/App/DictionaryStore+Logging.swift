import CoreModule

extension DictionaryStore {
    /// The same store with logging. The words, the settings and the tasks are logged by their own types.
    func logged(by logger: Logger) -> DictionaryStore {
        let log = OperationLog(logger)
        return DictionaryStore(
            words: words, todos: todos, settings: settings, cache: cache, requests: requests,
            unsupportedDirections: unsupportedDirections,
            copy: { () throws(DictionaryError) in
                try await log.run("copy store") { () throws(DictionaryError) in try await scratchCopy() }
            },
            close: {
                await close()
                logger.debug("store closed")
            })
    }
}
