package import CoreModule
package import Foundation

extension NewsReaderDependencies {
    /// Connects the app to NewsAPI.
    /// - Parameters:
    ///   - key: the reader's key for the service.
    ///   - store: where saved articles are kept.
    ///   - baseURL: where the service is; if nil, its public address.
    ///   - logger: receives the log of the app, of its requests and of its stores.
    package init(key: Secret, store: NewsStore, baseURL: URL? = nil, logger: EventLogger) {
        // The log of the newsroom has the failures. After a `Retry-After`, nothing is sent before that date.
        let client = LimitedHTTPClient(
            LoggingHTTPClient(SystemHTTPClient(), logger: logger, failureLevel: .debug), limits: [])
        self.init(
            service: NewsAPIService(key: key, client: client, baseURL: baseURL),
            pictures: HTTPPictureLoader(logger: logger), store: store)
        self.logger = logger
    }
}
