import CoreModule

/// A look-up request.
package struct LookUpRequest: Sendable {
    /// The cache policy.
    package enum CachePolicy: Hashable, Sendable {
        /// A cached answer is used.
        case useCache
        /// Every provider is called again, also one in back-off after failures.
        case reload
    }

    /// The priority.
    package enum Priority: Hashable, Sendable {
        /// A word that the user is still typing: half of each long limit is left to saved words.
        case typing
        case savedWord
    }

    package var text: WordText
    package var direction: TranslationDirection
    package let cachePolicy: CachePolicy
    /// The action of the user that the request is part of; nil if it is not one that looks words up again.
    package let retry: UserRetry?
    package var priority: Priority
    /// Whether the answer is still wanted: called right before a provider is asked. If not, the look-up throws
    /// ``TranslationError/cancelled``.
    package private(set) var isStillWanted: @Sendable () async -> Bool

    package init(
        _ text: WordText, _ direction: TranslationDirection, cachePolicy: CachePolicy = .useCache,
        retry: UserRetry? = nil, priority: Priority = .savedWord,
        isStillWanted: @escaping @Sendable () async -> Bool = { true }
    ) {
        self.text = text
        self.direction = direction
        self.cachePolicy = cachePolicy
        self.retry = retry
        self.priority = priority
        self.isStillWanted = isStillWanted
    }

    /// The same request for another text and direction, such as a leg of a pivot.
    func replacing(_ text: WordText, _ direction: TranslationDirection) -> LookUpRequest {
        var request = self
        request.text = text
        request.direction = direction
        return request
    }

    /// The same request, which is wanted only as long as a condition holds as well.
    func wanted(while condition: @escaping @Sendable () async -> Bool) -> LookUpRequest {
        var request = self
        request.isStillWanted = { [isStillWanted] in
            guard await isStillWanted() else { return false }
            return await condition()
        }
        return request
    }
}

/// One action of the user that looks words up again. Each provider gets one request of it, also before a date that the
/// provider asked for, however many words there are; limits stay.
package final class UserRetry: Sendable {
    private let providers = Locked<Set<TranslationProvider>>([])

    package init() {}

    /// Whether a request is the first one to a provider.
    func begin(_ provider: TranslationProvider) -> Bool { providers.withLock { $0.insert(provider).inserted } }

    /// The first request to a provider was not sent after all.
    func undo(_ provider: TranslationProvider) { providers.withLock { _ = $0.remove(provider) } }
}
