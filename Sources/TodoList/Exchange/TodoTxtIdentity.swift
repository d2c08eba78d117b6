import CoreModule

/// What identifies the line of todo.txt that a task was imported from, whatever becomes of the task. It is the end of the task's identifier,
/// whose beginning keeps tasks in the order of the file.
struct TodoTxtIdentity: Hashable, Sendable {
    private static let mark = "-txt-"
    private static let length = 16

    /// Hexadecimal digits.
    private let digest: String

    /// The identity of a line by its ``TodoTxtLine/key``.
    init(key: String) { digest = String(MessageDigest.sha256.hex(of: key).prefix(Self.length)) }

    /// The identity in the identifier of a task; nil if the task is of no line.
    init?(of id: TodoID) {
        let end = id.rawValue.suffix(Self.mark.count + Self.length)
        guard end.count == Self.mark.count + Self.length, end.hasPrefix(Self.mark) else { return nil }
        digest = String(end.dropFirst(Self.mark.count))
    }

    /// The identifier of a new task of the line.
    func identifier(_ identifiers: IdentifierGenerator) -> TodoID {
        let id: TodoID = identifiers.next()
        return TodoID(id.rawValue + Self.mark + digest)
    }
}
