/// A value that can be copied with some properties changed, such as the dependencies of an app in a test or a preview.
public protocol Adjustable {}

extension Adjustable {
    /// Returns a copy with changes: `dependencies.with { $0.direction = direction }`.
    public func with<Failure: Error>(_ change: (inout Self) throws(Failure) -> Void) throws(Failure) -> Self {
        var copy = self
        try change(&copy)
        return copy
    }
}
