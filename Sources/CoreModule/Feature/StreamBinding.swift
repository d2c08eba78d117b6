public import Observation

/// A value that a view and a model stream share. Setting it sends it to the stream; it changes when another sends a value.
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
    private var shown: Value
    @ObservationIgnored private let stream: ValueStream<Value>

    /// Binds to a stream until the scope ends.
    public init(_ stream: ValueStream<Value>, in scope: FeatureScope) {
        self.stream = stream
        shown = stream.value
        scope.observe(stream.events(buffer: .newest(1)), with: self) { binding, value in
            // A value that was set here after this one was sent is newer.
            if stream.value == value { binding.shown = value }
        }
    }

    /// The value.
    public var value: Value {
        get { shown }
        set {
            shown = newValue
            stream.send(newValue)
        }
    }
}
