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

    /// An argument is missing, by what stands for it in the usage.
    static func missing(_ name: String) -> CommandLineError {
        .usage(Message("\(Help.placeholder(name)) is missing"))
    }

    /// 2 where the command was written wrongly, 1 where it could not be done.
    var exitStatus: Int32 { code == "usage" ? 2 : 1 }

    /// Faults that have no name of their own for scripts are told as the nearest that has.
    init(code: String, message: Message) {
        self.code = ["storeInternalFault": "storeUnreadable", "storeCancelled": "storeBusy"][code] ?? code
        self.message = message
    }

    init(_ error: DictionaryError) {
        let message =
            switch error {
            // What to do about it is the program's own.
            case .sameLanguage: Message("\(error.explanation); --from and --to name the languages")
            case .translation(.unauthorized): Message("\(error.explanation) (PONS_SECRET)")
            default: error.explanation
            }
        self.init(code: error.code, message: message)
    }

    init(_ error: TodoError) {
        self.init(code: error.code, message: error.explanation)
    }
}
