public import Foundation

extension Vocabulary {
    /// Adds tags that a user typed to words, or takes them away, all or none, and returns the words, each once. Throws
    /// ``DictionaryError/emptyText`` if there is no tag, ``DictionaryError/notFound(_:)``, or
    /// ``DictionaryError/textTooLong(length:maximum:)``.
    @discardableResult
    public func tag(
        _ ids: [WordID], _ typed: String, isAdded: Bool = true, at date: Date
    ) async throws(DictionaryError) -> [Word] {
        let tags = try WordTags([typed])
        guard tags != .empty else { throw .emptyText }
        return try await edit(ids, at: date) {
            $0.tags = isAdded ? try $0.tags.adding(tags) : $0.tags.removing(tags)
        }
    }
}
