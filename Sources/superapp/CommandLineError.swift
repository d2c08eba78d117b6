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

    /// An argument is missing.
    /// - Parameter name: its placeholder.
    static func missing(_ name: String) -> CommandLineError {
        .usage(Message("\(Help.placeholder(name)) is missing"))
    }

    /// 2 for wrong usage, 1 if the command could not be done.
    var exitStatus: Int32 { code == "usage" ? 2 : 1 }

    /// Faults without a code of their own get the nearest documented one.
    init(code: String, message: Message) {
        self.code = ["storeInternalFault": "storeUnreadable", "storeCancelled": "storeBusy"][code] ?? code
        self.message = message
    }

    /// An action failed with this error; nil if the screen was busy with another one.
    init(_ error: DictionaryError?) { self = error.map { CommandLineError($0) } ?? .busy }

    init(_ error: TodoError?) { self = error.map { CommandLineError($0) } ?? .busy }

    private static let busy = CommandLineError(code: "storeBusy", message: Message("the screen is busy"))

    init(_ error: DictionaryError) {
        let message =
            switch error {
            // What to do about these depends on the program.
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
