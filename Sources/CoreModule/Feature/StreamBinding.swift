public import Observation

/// A value that a view and a model stream share: always the stream's value. Setting it sends it to the stream; a view observes what
/// others send until the scope ends.
///
/// ```swift
/// public var mode: SearchMode {
///     get { shared.value }
///     set { shared.value = newValue }
/// }
/// ```
@MainActor
@Observable
public final class StreamBinding<Value: Sendable & Equatable> {
    /// What views observe. It may be older than the stream's value, until the event of that arrives.
    private var announced: Value
    @ObservationIgnored private let stream: ValueStream<Value>

    /// Binds to a stream.
    public init(_ stream: ValueStream<Value>, in scope: FeatureScope) {
        self.stream = stream
        announced = stream.value
        // Each event counts: if a view has read a value that another soon changed back, only both make it read again.
        scope.observe(stream.events(), with: self) { $0.announced = $1 }
    }

    /// The stream's value.
    public var value: Value {
        get {
            _ = announced
            return stream.value
        }
        set {
            // A view may have read it before its event: setting the announced value is a change then.
            announced = stream.value
            stream.send(newValue)
            announced = newValue
        }
    }
}
