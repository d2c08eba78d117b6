public import CoreModule

/// A value that lost a merge on this device, and the word that it was written for.
public struct SyncConflict: Identifiable, Hashable, Sendable {
    /// The value.
    public let conflict: ReplicaConflict
    /// The word; nil if it is not there any more.
    public let word: Word?
    /// The word's text, also if it is in the bin; else its identifier.
    public let text: String
    /// The word's languages, also if it is in the bin; else nil.
    public let direction: TranslationDirection?

    /// Its number on this device.
    public var id: ReplicaConflict.ID { conflict.id }

    /// What lost, for the user: the field's name and both values.
    public var message: Message { conflict.message }
}
