import CoreModule

/// Opens once. Tasks, such as a scripted service's answers, wait until then, or until they are cancelled.
public final class Latch: Sendable {
    private let stream = ValueStream(false)

    /// Creates a closed latch.
    public init() {}

    /// Opens it. Further calls do nothing.
    public func open() { stream.send(true) }

    /// Whether it is open.
    public var isOpen: Bool { stream.value }

    /// Waits until it is open, or the task is cancelled.
    public func wait() async {
        for await isOpen in stream.events() where isOpen { return }
    }
}
