import CoreModule
import TestSupport
import Testing

@Suite("Model streams", .bounded)
struct ModelStreamTests {
    @Test("a subscriber can read later, in order, what was sent after it subscribed")
    func registration() async {
        let stream = EventStream<Int>()
        let events = stream.events()
        for number in 1...5 { stream.send(number) }
        stream.finish()
        #expect(await events.all() == [1, 2, 3, 4, 5])
    }

    @Test("an event stream keeps nothing for later subscribers; a value stream keeps the current value")
    func lateSubscribers() async {
        let events = EventStream<Int>()
        events.send(1)
        let late = events.events()
        events.send(2)
        #expect(await late.first(1) == [2])

        let values = ValueStream(1)
        #expect(await values.events().first(1) == [1])
        values.send(2)
        #expect(values.value == 2)
        let second = values.events()
        values.send(3)
        #expect(await second.first(2) == [2, 3])
    }

    @Test("all subscribers receive the elements in one order")
    func oneOrder() async {
        let stream = EventStream<Int>()
        let subscriptions = (0..<4).map { _ in stream.events() }
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<4 {
                group.addTask { for number in 0..<500 { stream.send(sender * 1000 + number) } }
            }
        }
        stream.finish()
        let first = await subscriptions[0].all()
        #expect(first.count == 2000)
        for subscription in subscriptions.dropFirst() { #expect(await subscription.all() == first) }
        for sender in 0..<4 {
            let own = first.filter { $0 / 1000 == sender }
            #expect(own == own.sorted())
        }
    }

    @Test(
        "a slow subscriber keeps as many elements as its buffer allows",
        arguments: [
            (ModelStreamBuffer.unbounded, [1, 2, 3, 4, 5]), (.newest(2), [4, 5]), (.oldest(2), [1, 2]),
        ])
    func buffers(buffer: ModelStreamBuffer, kept: [Int]) async {
        let stream = EventStream<Int>()
        let events = stream.events(buffer: buffer)
        for number in 1...5 { stream.send(number) }
        stream.finish()
        #expect(await events.all() == kept)
    }

    @Test("after the end nothing is delivered, and a later subscriber reads the end")
    func end() async {
        let events = EventStream<Int>()
        events.finish()
        events.finish()
        events.send(1)
        #expect(await events.events().all().isEmpty)

        let values = ValueStream(7)
        values.finish()
        values.send(8)
        #expect(await values.events().all() == [7])
        #expect(values.value == 7)
    }

    @Test("a released stream ends its subscriptions")
    func release() async {
        var stream: EventStream<Int>? = EventStream()
        let events = stream?.events()
        stream?.send(1)
        stream = nil
        #expect(await events?.all() == [1])
    }

    @Test("cancelling a reader ends its subscription")
    func cancellation() async throws {
        let stream = EventStream<Int>()
        let events = stream.events()
        let reader = Task { await events.all() }
        #expect(stream.subscriberCount == 1)
        reader.cancel()
        #expect(await reader.value.isEmpty)
        try await eventually { stream.subscriberCount == 0 }
    }

    @Test("readers may be cancelled while others send")
    func cancellationUnderLoad() async {
        let stream = EventStream<Int>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for number in 0..<20_000 { stream.send(number) } }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<500 {
                        let events = stream.events(buffer: .newest(1))
                        let reader = Task { await events.all() }
                        await Task.yield()
                        reader.cancel()
                        _ = await reader.value
                    }
                }
            }
        }
        #expect(stream.subscriberCount == 0)
    }

    @Test("a released subscription is removed")
    func dropped() async throws {
        let stream = EventStream<Int>()
        _ = stream.events()
        try await eventually { stream.subscriberCount == 0 }
        stream.send(1)
    }

    @Test("nil is a value")
    func optionals() async {
        let values = ValueStream<Int?>(1)
        let events = values.events()
        values.send(nil)
        #expect(values.value == nil)
        values.send(3)
        #expect(await events.first(3) == [1, nil, 3])
    }

    @Test("a second reader of a subscription continues after the first")
    func readOn() async {
        let stream = EventStream<Int>()
        let events = stream.events()
        for number in 1...3 { stream.send(number) }
        #expect(await events.first(2) == [1, 2])
        stream.send(4)
        stream.finish()
        #expect(await events.all() == [3, 4])
    }

    @Test("tasks that read one subscription share its elements")
    func sharedReading() async {
        let stream = EventStream<Int>()
        let events = stream.events()
        let readers = (0..<3).map { _ in Task { await events.all() } }
        for number in 1...1000 {
            stream.send(number)
            if number.isMultiple(of: 50) { await Task.yield() }
        }
        stream.finish()
        var seen: [Int] = []
        for reader in readers {
            let own = await reader.value
            #expect(own == own.sorted())
            seen += own
        }
        #expect(seen.sorted() == Array(1...1000))
    }

    @Test("a subscription that ended does not read what is sent to later ones")
    func endedForGood() async {
        let stream = EventStream<Int>()
        let ended = stream.events()
        let reader = Task { await ended.all() }
        reader.cancel()
        #expect(await reader.value.isEmpty)
        let later = (0..<3).map { _ in stream.events() }
        stream.send(1)
        #expect(await ended.all().isEmpty)
        stream.finish()
        for events in later { #expect(await events.all() == [1]) }
    }

    @Test("an element is released once it was read or dropped, while others still wait")
    func releasedElements() async {
        final class Payload: Sendable {}
        let stream = EventStream<Payload>()
        let (all, newest) = (stream.events(), stream.events(buffer: .newest(2)))
        func send() -> WeakPayload<Payload> {
            let payload = Payload()
            stream.send(payload)
            return WeakPayload(payload)
        }
        let sent = (0..<5).map { _ in send() }
        #expect(sent.allSatisfy { $0.payload != nil })
        let readCount = await all.first(3).count
        #expect(readCount == 3)
        #expect(sent.map { $0.payload != nil } == [false, false, false, true, true])
        withExtendedLifetime((all, newest)) {}
    }
}

private struct WeakPayload<Payload: AnyObject & Sendable>: Sendable {
    weak let payload: Payload?

    init(_ payload: Payload) { self.payload = payload }
}

/// How a scope passes elements to its object: without a task while there are none.
@MainActor
@Suite("Observing model streams", .bounded)
struct ObservingTests {
    @MainActor
    private final class Target {
        var seen: [Int] = []
    }

    private struct EmptyBuilder: Builder {
        static let feature = Feature.part("Empty")
        let dependencies: Void = ()
        let parent: FeatureScope

        func makeGraph(in scope: FeatureScope) -> EmptyGraph { EmptyGraph(scope: scope) }
    }

    private final class EmptyGraph: Graph {
        let scope: FeatureScope

        init(scope: FeatureScope) { self.scope = scope }
    }

    private let tree = FeatureTree()
    private let target = Target()

    private func makeScope() -> FeatureScope {
        EmptyBuilder(parent: tree.root).build().scope
    }

    @Test("elements arrive in order; the current value of a value stream is first")
    func order() async throws {
        let (scope, values) = (makeScope(), ValueStream(1))
        scope.observe(values.events(), with: target) { $0.seen.append($1) }
        for number in 2...1000 { values.send(number) }
        try await eventually { target.seen.count >= 1000 }
        values.send(1001)
        try await eventually { target.seen.count >= 1001 }
        #expect(target.seen == Array(1...1001))
    }

    @Test(
        "the buffer keeps what the object has not received yet",
        arguments: [(ModelStreamBuffer.newest(2), [4, 5]), (.oldest(2), [1, 2])])
    func buffers(buffer: ModelStreamBuffer, kept: [Int]) async throws {
        let (scope, stream) = (makeScope(), EventStream<Int>())
        scope.observe(stream.events(buffer: buffer), with: target) { $0.seen.append($1) }
        for number in 1...5 { stream.send(number) }
        try await eventually { target.seen.count >= 2 }
        #expect(target.seen == kept)
        stream.send(6)
        try await eventually { target.seen.count >= 3 }
        #expect(target.seen == kept + [6])
    }

    @Test("an element whose handler ends the scope is the last; the subscription ends and the handler is released")
    func end() async throws {
        let (scope, stream) = (makeScope(), EventStream<Int>())
        weak var held: Target?
        do {
            let captured = Target()
            held = captured
            scope.observe(stream.events(), with: target) { [scope] target, number in
                captured.seen.append(number)
                target.seen.append(number)
                if number == 2 { scope.detach() }
            }
        }
        for number in 1...3 { stream.send(number) }
        try await eventually { target.seen.count >= 2 }
        #expect(stream.subscriberCount == 0)
        // Once the handler is released it cannot be called again.
        try await eventually { held == nil }
        #expect(target.seen == [1, 2])
    }

    @Test("elements that were buffered before a feature is detached are not handed over")
    func bufferedAtTheEnd() async throws {
        let (scope, stream) = (makeScope(), EventStream<Int>())
        weak var held: Target?
        do {
            let captured = Target()
            held = captured
            scope.observe(stream.events(), with: target) { target, number in
                captured.seen.append(number)
                target.seen.append(number)
            }
        }
        // The main actor is busy with this test, so nothing is handed over before the scope ends.
        for number in 1...3 { stream.send(number) }
        scope.detach()
        // Once the handler is released it cannot be called again.
        try await eventually { held == nil }
        #expect(target.seen == [])
    }

    @Test("a detached scope observes nothing; a released object ends its subscription")
    func gone() async throws {
        let (scope, stream) = (makeScope(), EventStream<Int>())
        var second: Target? = Target()
        if let second { scope.observe(stream.events(), with: second) { $0.seen.append($1) } }
        #expect(stream.subscriberCount == 1)
        second = nil
        stream.send(1)
        try await eventually { stream.subscriberCount == 0 }
        scope.detach()
        scope.observe(stream.events(), with: target) { $0.seen.append($1) }
        #expect(stream.subscriberCount == 0)
    }

    @Test("the last element of a finished stream is still delivered")
    func ended() async throws {
        let (scope, values) = (makeScope(), ValueStream(1))
        scope.observe(values.events(), with: target) { $0.seen.append($1) }
        values.send(2)
        values.finish()
        values.send(3)
        try await eventually { target.seen.count >= 2 }
        let late = Target()
        scope.observe(values.events(), with: late) { $0.seen.append($1) }
        try await eventually { !late.seen.isEmpty }
        #expect(target.seen == [1, 2])
        #expect(late.seen == [2])
    }

    @Test("an element that is replaced may use the stream while it is released")
    func releasedElement() {
        final class Asking: Sendable {
            let stream: ValueStream<Asking?>
            init(_ stream: ValueStream<Asking?>) { self.stream = stream }
            deinit { _ = stream.subscriberCount }
        }
        let stream = ValueStream<Asking?>(nil)
        weak var first: Asking?
        do {
            let asking = Asking(stream)
            first = asking
            stream.send(asking)
        }
        #expect(first != nil)
        stream.send(nil)
        #expect(first == nil)
    }

    @Test("scopes may be detached on any thread while others send")
    func endingMeanwhile() async {
        let stream = EventStream<Int>()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for number in 0..<5_000 { stream.send(number) } }
            for _ in 0..<200 {
                let scope = makeScope()
                scope.observe(stream.events(), with: target) { $0.seen.append($1) }
                group.addTask { scope.detach() }
            }
        }
        #expect(stream.subscriberCount == 0)
    }
}
