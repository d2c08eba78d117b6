public import CoreModule

/// Why a dictionary's file cannot be used.
public struct DictionaryFileError: LoggedError, ExplainedError, Hashable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The system cannot open or read it, for example because it does not exist.
        case unreadable(Message)
        /// There is no `.dict` or `.dict.dz` file of the same name beside it.
        case noText
        /// It is not an index of dictd.
        case noIndex
        /// It is not a description of StarDict.
        case noDescription
        /// It has no words and headers of DSL.
        case noDSL
        /// Its characters are neither in UTF-16 nor in UTF-8.
        case wrongEncoding
        /// There is no `.idx`, `.idx.gz` or `.idx.dz` file of the same name beside the description.
        case noIndexFile
        /// The description counts synonyms, but there is no `.syn`, `.syn.gz` or `.syn.dz` file of the same name beside it.
        case noSynonymFile
        /// A comment of DSL has no end, so nothing after it could be read.
        case openComment
        /// It is larger than a dictionary is, or expands to more than one has.
        case tooLarge
        /// It is not compressed by dictzip, so it cannot be read in pieces.
        case notDictzip
        /// It is shorter than its beginning says.
        case truncated
        /// The words of the index are not in the order of its format, so a search would miss some.
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
        case .noDescription: Message("\(path): it is no description of a dictionary in StarDict's format")
        case .noDSL: Message("\(path): it is no dictionary in Lingvo's DSL format")
        case .wrongEncoding: Message("\(path): it is neither in UTF-16 nor in UTF-8; save it in UTF-8")
        case .noIndexFile: Message("\(path): there is no .idx, .idx.gz or .idx.dz file of the same name beside it")
        case .noSynonymFile: Message("\(path): there is no .syn, .syn.gz or .syn.dz file of the same name beside it")
        case .openComment: Message("\(path): a comment that begins with {{ has no end; write }} behind it")
        case .tooLarge: Message("\(path): it is too large for a dictionary, or expands to too much")
        case .notDictzip: Message("\(path): it is not compressed by dictzip; unpack it, or compress it with dictzip")
        case .unsorted:
            Message(
                "\(path): its words are not in the order of its format; convert it again, with dictfmt or into StarDict's format"
            )
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
