import CoreModule

extension WordChange {
    /// Logs the change: identifiers and states at info level, the word at debug level.
    func log(to log: ChangeLog<WordID>) {
        switch self {
        case .added(let word): word.log("word added", to: log)
        case .updated(let word): word.log("word changed", to: log)
        case .removed(let id): log.noteRemoval("word removed", id, ["word": "\(id)"])
        case .reloaded: log.noteMany("many words changed")
        }
    }

    /// The change with its word, for a log at debug level.
    var logText: String {
        switch self {
        case .added(let word): "added \(word.logText)"
        case .updated(let word): "updated \(word.logText)"
        case .removed(let id): "removed \(id)"
        case .reloaded: "reloaded"
        }
    }
}

extension Word {
    fileprivate func log(_ message: String, to log: ChangeLog<WordID>) {
        log.note(message, id, [translation.name, "\(isFavorite)"], content: logText) {
            [
                "word": "\(id)", "status": $0[0], "favourite": $0[1],
                "provider": translation.translation?.provider.rawValue ?? "",
            ]
        }
    }
}
