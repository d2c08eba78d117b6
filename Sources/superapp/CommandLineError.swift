import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// An error as the terminal shows it: a code for scripts and a sentence for people.
struct CommandLineError: Error, Equatable {
    let code: String
    let message: String

    static func usage(_ message: String) -> CommandLineError {
        CommandLineError(code: "usage", message: message)
    }

    /// 2 where the command was written wrongly, 1 where it could not be done.
    var exitStatus: Int32 { code == "usage" ? 2 : 1 }

    /// Faults that have no name of their own for scripts are told as the nearest that has.
    init(code: String, message: String) {
        self.code = ["storeInternalFault": "storeUnreadable", "storeCancelled": "storeBusy"][code] ?? code
        self.message = message
    }

    init(_ error: DictionaryError) {
        let message =
            switch error {
            case .emptyText: "there is no text"
            case .textTooLong(let length): "the text has \(length) characters; \(WordText.maximumLength) are allowed"
            case .unknownLanguage(let code, let known):
                "the language “\(code)” is unknown; known are \(known.map(\.code).joined(separator: ", "))"
            case .sameLanguage(let language):
                "a word in “\(language)” cannot be translated into “\(language)”; --from and --to name the languages"
            case .duplicate(let id): "the word is there already: \(id)"
            case .notFound(let id): "there is no word “\(id)”"
            case .ambiguousID(let prefix, let matches): Self.ambiguous(prefix, matches.map(\.rawValue))
            case .fileUnreadable(let path, let reason): "\(path): \(reason)"
            case .translation(let error): Self.sentence(error)
            case .store(let error): Self.sentence(error)
            }
        self.init(code: error.code, message: message)
    }

    private static func sentence(_ error: TranslationError) -> String {
        switch error {
        case .notFound: "no translation was found"
        case .unsupportedDirection(let direction): "nobody who was asked translates \(direction)"
        case .unauthorized: "the translation service does not accept the key (PONS_SECRET)"
        case .rateLimited(let until):
            "the translation service allows no more requests now"
                + (until.map { "; the word is looked up after \($0.formatted(.iso8601))" } ?? "")
        case .network(let reason): "the translation service cannot be reached: \(reason)"
        case .malformedAnswer(let reason): "the translation service's answer makes no sense: \(reason)"
        case .store(let error): sentence(error)
        case .cancelled: "the look-up was cancelled"
        }
    }

    init(_ error: TodoError) {
        let message =
            switch error {
            case .emptyText: "there is no text"
            case .textTooLong(let length): "the text has \(length) characters; \(TodoText.maximumLength) are allowed"
            case .invalidDate(let text): "“\(text)” is no date; write it as YYYY-MM-DD"
            case .notFound(let id): "there is no task “\(id)”"
            case .ambiguousID(let prefix, let matches): Self.ambiguous(prefix, matches.map(\.rawValue))
            case .store(let error): Self.sentence(error)
            }
        self.init(code: error.code, message: message)
    }

    private static func ambiguous(_ prefix: String, _ matches: [String]) -> String {
        "several begin with “\(prefix)”: \(matches.joined(separator: ", "))"
    }

    private static func sentence(_ error: StoreError) -> String {
        let file = error.path.map { " (\($0))" } ?? ""
        let cause = error.underlying.map { ": \($0.message)" } ?? ""
        return error.message + cause + file
    }
}
