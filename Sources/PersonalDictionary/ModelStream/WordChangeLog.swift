import CoreModule

/// Logs the changes of words and passes them on to a stream: identifiers and states at info level, the words at debug level.
final class WordChangeLog: ModelStreamWriter {
    private struct State: Equatable {
        let status: String
        let isFavorite: Bool
    }

    private let base: any ModelStreamWriter<WordChange>
    private let logger: EventLogger
    /// The last states of the words that have changed since the app started, to log the transition.
    private let known = Locked<[WordID: State]>([:])

    /// Logs what is sent to a stream.
    init(_ base: any ModelStreamWriter<WordChange>, logger: EventLogger) {
        self.base = base
        self.logger = logger
    }

    func send(_ element: WordChange) {
        if logger.isEnabled(.info) { note(element) }
        base.send(element)
    }

    private func note(_ change: WordChange) {
        switch change {
        case .added(let word): note("word added", word)
        case .updated(let word): note("word changed", word)
        case .removed(let id):
            known.withLock { $0[id] = nil }
            logger.info("word removed", ["word": "\(id)"])
        case .reloaded:
            // Any of them may have changed.
            known.withLock { $0 = [:] }
            logger.info("many words changed")
        }
    }

    private func note(_ message: String, _ word: Word) {
        let state = State(status: word.translation.name, isFavorite: word.isFavorite)
        let before = known.withLock { known in
            defer { known[word.id] = state }
            return known[word.id]
        }
        logger.info(
            message,
            [
                "word": "\(word.id)", "status": Self.step(before?.status, state.status),
                "favourite": Self.step(before.map { "\($0.isFavorite)" }, "\(state.isFavorite)"),
                "provider": word.translation.translation?.provider.rawValue ?? "",
            ])
        logger.debug("\(message): content", ["content": word.logText])
    }

    /// `pending→translated`. Only the new state if the old one is unknown or the same.
    private static func step(_ before: String?, _ now: String) -> String {
        if let before, before != now { "\(before)→\(now)" } else { now }
    }
}

extension WordChange {
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
