/// An ``Envelope`` with an element of any type.
typealias AnyEnvelope = AnyObject & Sendable

/// An element on its way from a stream to its subscribers.
///
/// Below a stream and its events nothing knows the type of the elements. Generic code of a library is not compiled for each type,
/// and delivering would take several times as long.
final class Envelope<Element: Sendable>: Sendable {
    private let element: Element

    init(_ element: Element) {
        self.element = element
    }

    /// Takes an element of the stream's type out of its envelope.
    static func open(_ envelope: any AnyEnvelope) -> Element {
        guard let envelope = envelope as? Envelope else { preconditionFailure("A stream has elements of one type.") }
        return envelope.element
    }
}
