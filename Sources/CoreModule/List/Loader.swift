public import Observation

/// Loads a value for a view, as often as it is asked.
///
/// The latest load wins: a load never replaces what a later one has shown. So a caller that waits for ``load()`` sees
/// the value as it was when it called, or newer. A load whose task was cancelled has not failed.
@MainActor
@Observable
public final class Loader<Value: Sendable, Failure: Error & Hashable> {
    /// The value that was loaded last.
    public private(set) var value: Value
    /// The loading phase.
    public private(set) var phase: ListPhase<Failure> = .loading
    /// Whether the latest load is under way, the first or a later one.
    public private(set) var isLoading = false

    @ObservationIgnored private let read: @Sendable () async throws(Failure) -> Value
    @ObservationIgnored private var lastLoad = 0
    @ObservationIgnored private var lastShown = 0

    /// Makes a loader with the value until one is loaded. `read` must not hold the view model.
    public init(_ value: Value, read: @escaping @Sendable () async throws(Failure) -> Value) {
        self.value = value
        self.read = read
    }

    /// Loads the value.
    public func load() async {
        lastLoad += 1
        let load = lastLoad
        isLoading = true
        defer { if load == lastLoad { isLoading = false } }
        do throws(Failure) {
            let value = try await read()
            guard load > lastShown else { return }
            lastShown = load
            self.value = value
            phase = .loaded
        } catch {
            guard load > lastShown, !Task.isCancelled else { return }
            lastShown = load
            phase = .failed(error)
        }
    }

    /// Shows a value that was read elsewhere, before the first load.
    public func show(read value: Value) {
        self.value = value
        phase = .loaded
    }

    /// Shows that the value could not be read elsewhere. It stays.
    package func show(_ failure: Failure) {
        phase = .failed(failure)
    }

    /// Loads the value again, if ``load()`` was called before.
    public func reload() async {
        if lastLoad > 0 { await load() }
    }
}
