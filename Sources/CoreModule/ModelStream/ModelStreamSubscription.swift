/// One subscription. It lasts until it is released or cancelled, or until a task that reads it is cancelled.
final class ModelStreamSubscription: Sendable {
    private let place: ModelStreamStorage.Place
    private let storage: ModelStreamStorage
    private let log: ModelStreamLog?

    init(in storage: ModelStreamStorage, buffer: ModelStreamBuffer, log: ModelStreamLog?) {
        place = storage.subscribe(buffer: buffer)
        self.storage = storage
        self.log = log
        log?.write("subscribed", subscriber: place.number)
    }

    deinit {
        cancel()
        log?.write("unsubscribed", subscriber: place.number)
    }

    /// Ends the subscription, also if others hold it. More calls do nothing.
    func cancel() {
        storage.unsubscribe(place)
    }

    /// Waits for the next element; nil at the end, or if the task is cancelled, which ends the subscription.
    func next(isolation: isolated (any Actor)?) async -> (any AnyEnvelope)? {
        var next = Task.isCancelled ? .end : storage.next(of: place)
        if case .nothingYet = next {
            next = await withTaskCancellationHandler {
                await withUnsafeContinuation(isolation: isolation) { continuation in
                    let next = storage.next(of: place, orLeave: .task(continuation))
                    if case .nothingYet = next { return }
                    continuation.resume(returning: next)
                }
            } onCancel: {
                cancel()
            }
        }
        guard case .element(let element) = next, !Task.isCancelled else {
            cancel()
            return nil
        }
        log?.write("received", subscriber: place.number, element)
        return element
    }

    /// Calls a function with every element on the main actor, in order, until it returns false or the subscription ends. A task
    /// runs only while there are elements.
    func handle(_ body: @escaping @MainActor @Sendable (any AnyEnvelope) -> Bool) {
        // Without the subscription, which would then never be released.
        let (storage, place, log) = (storage, place, log)
        @Sendable func wake() {
            // Detached: the sender's task-local values are not for the function.
            Task.detached(priority: Task.currentPriority) { @MainActor in
                while case .element(let element) = storage.next(of: place, orLeave: .handler(wake)) {
                    log?.write("received", subscriber: place.number, element)
                    guard body(element) else { return storage.unsubscribe(place) }
                }
            }
        }
        storage.handle(place, wake)
    }
}
