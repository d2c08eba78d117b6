import CoreModule

/// Asks once more for a word that a provider does not know, without what stands before it (an article, a possessive, a
/// particle; never a negation) and without punctuation: `der Dackel` → Dackel. That is a request of its own.
package struct PlainFormLookUp: LookUpPart {
    private let service: any LookUpPart
    private let interpreters: QueryInterpreters

    package init(_ service: any LookUpPart, interpreters: QueryInterpreters) {
        self.service = service
        self.interpreters = interpreters
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        do throws(TranslationError) {
            return try await service.lookUp(request)
        } catch .notFound {
            let interpreter: QueryInterpreter
            // Without its tables there are no plain forms; the provider's answer stands.
            do { interpreter = try interpreters.interpreter(request.direction.source) } catch { throw .notFound }
            guard let plain = interpreter.plainForm(of: request.text) else { throw .notFound }
            let entry = try await service.lookUp(request.replacing(plain.text, request.direction))
            return try entry.found(for: request.text, as: .init(form: entry.headword, labels: plain.labels))
        }
    }
}
