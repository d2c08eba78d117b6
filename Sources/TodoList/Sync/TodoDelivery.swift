/// A change to send to the server.
package struct TodoDelivery: Hashable, Sendable {
    /// The task.
    package let id: TodoID
    /// Its text, for errors.
    package let text: String
    /// Its path on the server.
    package let path: CalDAVPath
    /// The expected version. If nil, the resource must be read first.
    package let condition: CalDAVCondition?
    /// The object to write. Nil deletes the task.
    package let bytes: [UInt8]?

    package init(
        _ id: TodoID, text: String = "", at path: CalDAVPath, _ condition: CalDAVCondition?, bytes: [UInt8]?
    ) {
        self.id = id
        self.text = text
        self.path = path
        self.condition = condition
        self.bytes = bytes
    }
}
