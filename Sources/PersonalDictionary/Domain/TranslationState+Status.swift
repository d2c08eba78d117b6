public import CoreModule

extension TranslationState {
    /// Why there is no translation, and when the next look-up comes; nil if there is a translation.
    /// - Parameter reason: why the word's last look-up had no answer. It is added if the word waits and a service has failed.
    public func status(because reason: TranslationError? = nil) -> Message? {
        let status: Message
        switch self {
        case .translated: return nil
        case .notFound: return Message("no translation was found")
        case .pending: status = Message("the word waits for its translation")
        case .failed(nil): status = Message("the look-up failed; it is tried again")
        case .failed(let until?): status = Message("the look-up failed; it is tried again after \(until)")
        }
        guard let reason, reason.isFault else { return status }
        return Message("\(status) (\(reason.explanation))")
    }
}
