public import CoreModule

/// Why a dictionary's file cannot be used.
public struct DictionaryFileError: LoggedError, ExplainedError, Hashable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The system cannot open or read it, for example because it does not exist.
        case unreadable(Message)
        /// There is no `.dict` or `.dict.dz` file of the same name beside the index.
        case noText
        /// It is not an index of dictd.
        case noIndex
        /// It is not compressed by dictzip, so it cannot be read in pieces.
        case notDictzip
        /// It is shorter than its beginning says.
        case truncated
        /// The lines of the index are not in dictd's order.
        case unsorted
        /// The index names a place where the text has no entry.
        case wrongPlace
        /// Its data makes no sense.
        case damaged
        /// It changes again and again while it is read.
        case changing
        /// Nothing says from which language into which it translates.
        case noDirection
        /// Its title, which this is, names another direction than its file name or the caller.
        case otherDirection(String)
        /// No file was named.
        case noPath
    }

    /// The file's path.
    public let path: String
    /// What is wrong with it.
    public let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The error's name in scripts and logs: `fileUnreadable`.
    public var code: String { "fileUnreadable" }
    /// A file that cannot be used is a fault.
    public var logLevel: EventLogger.Level { .warning }

    /// The file, what is wrong with it, and what to do.
    public var explanation: Message {
        switch reason {
        case .unreadable(let reason): Message("\(path): \(reason)")
        case .noText: Message("\(path): there is no .dict or .dict.dz file of the same name beside it")
        case .noIndex: Message("\(path): it is no index of a dictionary in dictd's format")
        case .notDictzip: Message("\(path): it is not compressed by dictzip; unpack it, or compress it with dictzip")
        case .unsorted: Message("\(path): its lines are not in dictd's order; copy it again")
        case .truncated: Message("\(path): the end of the file is missing; copy it again")
        case .wrongPlace: Message("\(path): it does not fit its index; copy both again")
        case .damaged: Message("\(path): the file is damaged; copy it again")
        case .changing: Message("\(path): the file is being changed; try again later")
        case .noDirection: Message("\(path): the name does not say the direction; put it before the path: en-ru:PATH")
        case .otherDirection(let title): Message("\(path): it is a dictionary of another direction: \(title)")
        case .noPath: Message("the path of the dictionary's file is missing")
        }
    }
}
