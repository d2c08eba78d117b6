public import CoreModule

/// Tables of an app's own in the file of the words, such as when each word is due for review.
///
/// They follow the changes of words in the same transaction: both are stored, or neither. A removed word that is brought back is added
/// with the identifier that it had, which no other word gets. So keep what belongs to it, and mark it as removed.
public struct OwnTables: Sendable {
    let schema: SQLiteSchema
    let apply: @Sendable (WordChange, SQLiteConnection) throws -> Void

    /// Names the tables, and what each change of a word does to them.
    /// - Parameters:
    ///   - schema: the tables. Their names begin with a prefix of your own.
    ///   - apply: gets each word that this process adds, updates or removes, and never ``WordChange/reloaded``. It runs inside the
    ///     transaction, so it must be quick. An error that it throws undoes the change, which fails with ``DictionaryError/store(_:)``.
    public init(
        _ schema: SQLiteSchema, apply: @escaping @Sendable (WordChange, SQLiteConnection) throws -> Void = { _, _ in }
    ) {
        self.schema = schema
        self.apply = apply
    }
}
