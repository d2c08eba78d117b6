/// An element on its way from a stream to its subscribers.
///
/// Below a stream and its events nothing knows the type of the elements. Generic code of a library is not compiled for each type,
/// and delivering would take several times as long.
protocol AnyEnvelope: AnyObject, Sendable {}

extension AnyEnvelope {
    /// The element, of the type of the stream that sent it.
    func element<Element: Sendable>(_: Element.Type) -> Element {
        guard let envelope = self as? Envelope<Element> else {
            preconditionFailure("A stream has elements of one type.")
        }
        return envelope.content
    }
}

/// An element of a known type on its way.
final class Envelope<Element: Sendable>: AnyEnvelope {
    fileprivate let content: Element

    init(_ content: Element) {
        self.content = content
    }
}
