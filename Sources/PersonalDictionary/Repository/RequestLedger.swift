public import CoreModule

/// Stores the requests to providers, and when each may be asked again. It is as durable as the store.
///
/// It knows no rules: CoreModule's `RequestRecord` has the rules.
public protocol RequestLedger: Sendable {
    /// Edits a provider's record, or an empty one if there is none. When this method returns, the change is stored.
    ///
    /// Calls for one provider do not interleave, not even those of several processes on one store. So no limit is
    /// exceeded, however a process ends.
    func edit<Value: Sendable>(
        _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
    ) async throws(DictionaryError) -> Value
}

/// Remembers requests in memory.
package actor InMemoryRequestLedger: RequestLedger {
    private var records: [TranslationProvider: RequestRecord] = [:]

    package init() {}

    package func edit<Value: Sendable>(
        _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
    ) -> Value {
        body(&records[provider, default: RequestRecord()])
    }
}
