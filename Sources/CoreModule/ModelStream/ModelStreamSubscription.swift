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
        guard !Task.isCancelled, let element = await take(isolation: isolation), !Task.isCancelled else {
            cancel()
            return nil
        }
        log?.write("received", subscriber: place.number, element)
        return element
    }

    /// Takes what waits; if nothing does, it suspends the task.
    private func take(isolation: isolated (any Actor)?) async -> (any AnyEnvelope)? {
        switch storage.next(of: place) {
        case .element(let element): return element
        case .end: return nil
        case .nothingYet: break
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation(isolation: isolation) { continuation in
                switch storage.next(of: place, orLeave: .task(continuation)) {
                case .element(let element): continuation.resume(returning: element)
                case .end: continuation.resume(returning: nil)
                case .nothingYet: break
                }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Calls a function with every element on the main actor, in order, until it returns false or the subscription ends.
    func handle(_ body: @escaping @MainActor @Sendable (any AnyEnvelope) -> Bool) {
        let handler = ModelStreamHandler(storage, place, log, body)
        if !storage.leave(.handler(handler), at: place) { handler.wake() }
    }
}

/// Calls a function with the elements of a subscription on the main actor. A task runs only while there are elements.
///
/// It does not hold the subscription, which would then never be released.
final class ModelStreamHandler: Sendable {
    private let storage: ModelStreamStorage
    private let place: ModelStreamStorage.Place
    private let log: ModelStreamLog?
    private let body: @MainActor @Sendable (any AnyEnvelope) -> Bool

    init(
        _ storage: ModelStreamStorage, _ place: ModelStreamStorage.Place, _ log: ModelStreamLog?,
        _ body: @escaping @MainActor @Sendable (any AnyEnvelope) -> Bool
    ) {
        self.storage = storage
        self.place = place
        self.log = log
        self.body = body
    }

    /// Handles what waits, and waits for more.
    func wake() {
        // Detached: the sender's task-local values are not for the handler.
        Task.detached(priority: Task.currentPriority) { @MainActor [self] in
            while case .element(let element) = storage.next(of: place, orLeave: .handler(self)) {
                log?.write("received", subscriber: place.number, element)
                guard body(element) else { return storage.unsubscribe(place) }
            }
        }
    }
}
