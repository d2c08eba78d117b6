import CoreModule
import PersonalDictionary
import TodoList

/// An error as the terminal shows it: a code for scripts and a sentence for people.
struct CommandLineError: Error, Equatable {
    let code: String
    let message: Message

    static func usage(_ message: Message) -> CommandLineError {
        CommandLineError(code: "usage", message: message)
    }

    static let notUTF8 = usage(Message("the text is not UTF-8"))

    /// An argument is missing, which has this placeholder.
    static func missing(_ name: String) -> CommandLineError {
        .usage(Message("\(Help.placeholder(name)) is missing"))
    }

    /// A name matches several items, which are listed.
    static func ambiguous(_ name: String, _ candidates: Presentation) -> CommandLineError {
        let lines = candidates.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        let list = lines.joined(separator: "; ")
        return CommandLineError(code: "ambiguousID", message: Message("“\(name)” matches several: \(list)"))
    }

    /// A number of the last list stands for an item that is not there any more.
    static func removed(_ number: String) -> CommandLineError {
        CommandLineError(code: "notFound", message: Message("number \(number) of the last list has been removed"))
    }

    /// 2 for wrong usage, 1 if the command could not be done.
    var exitStatus: Int32 { code == "usage" ? 2 : 1 }

    /// Faults without a code of their own get the nearest documented one.
    init(code: String, message: Message) {
        self.code = ["storeInternalFault": "storeUnreadable", "storeCancelled": "storeBusy"][code] ?? code
        self.message = message
    }

    /// Shows an error of the app. Nil: the screen was busy with another action.
    init(_ error: (any Error)?) {
        switch error {
        case nil: self.init(code: "storeBusy", message: Message("the screen is busy"))
        case let error as CommandLineError: self = error
        case let error as DictionaryError: self.init(code: error.code, message: Self.message(error))
        case let error as DictionaryFileError: self.init(code: error.code, message: error.explanation)
        case let error as TodoError: self.init(code: error.code, message: Self.message(error))
        case let error as WebDAVError: self.init(TodoError.sync(.server(error)))
        case .store(let error)? as ReplicaError?: self.init(DictionaryError.store(error))
        case let error as ReplicaError: self.init(code: error.code, message: Self.message(error))
        case let error as StoreError: self.init(DictionaryError.store(error))
        case let error as MissingResources: self.init(code: "resourcesMissing", message: error.explanation)
        case let error as CancellationError: self.init(StoreError(wrapping: error, path: nil))
        case let error?: self.init(code: StoreError.Code.internalFault.rawValue, message: .fileError(error))
        }
    }

    // What to do about some errors depends on the program.

    private static func message(_ error: TodoError) -> Message {
        switch error {
        case .sync(.everythingDisappeared): Message("\(error.explanation) (--accept-deletions)")
        case .openSubtasks:
            Message("\(error.explanation); --with-subtasks ticks them off too, --only leaves them open")
        default: error.explanation
        }
    }

    private static func message(_ error: ReplicaError) -> Message {
        if case .emptied = error {
            return Message("\(error.explanation); name it again with --folder or --url, to fill it")
        }
        return error.explanation
    }

    private static func message(_ error: DictionaryError) -> Message {
        switch error {
        case .sameLanguage: Message("\(error.explanation); --from and --to name the languages")
        case .translation(.unauthorized): Message("\(error.explanation) (PONS_SECRET)")
        case .suspended: Message("\(error.explanation); “review resume” does that")
        case .unknownLanguage(let code, _) where Language(code: code).isKnown:
            Message("\(error.explanation); “langs add \(code)” adds it")
        default: error.explanation
        }
    }
}
