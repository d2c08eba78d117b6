import CoreModule

/// Logs how the state of the dictionary changes, as the stream of changes tells it: identifiers and states at info level,
/// the words themselves at debug level.
final class WordChangeLog: ModelStreamWriter {
    private struct State: Equatable {
        let status: String
        let isFavorite: Bool
    }

    private let base: any ModelStreamWriter<WordChange>
    private let logger: Logger
    /// What the words were that have changed since the app began: to say from what into what.
    private let known = Locked<[WordID: State]>([:])

    /// Tells of what is sent to a stream.
    init(_ base: any ModelStreamWriter<WordChange>, logger: Logger) {
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
        case .reloaded: logger.info("many words changed")
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

    /// `pending→translated`; just what it is now where it was not known, or has not changed.
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
