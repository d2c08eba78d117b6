import CoreModule
import TestSupport
import Testing

@Suite("Model streams", .timeLimit(.minutes(5)))
struct ModelStreamTests {
    @Test("what is sent after the subscription is there when it is read later, in order")
    func registration() async {
        let stream = EventStream<Int>()
        let events = stream.events()
        for number in 1...5 { stream.send(number) }
        stream.finish()
        #expect(await events.all() == [1, 2, 3, 4, 5])
    }

    @Test("an event stream keeps nothing for those who come later; a value stream keeps the current value")
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

    @Test("all subscribers see one order, whoever sends")
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
        "a slow subscriber keeps what its buffer says",
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

    @Test("after the end nothing is delivered, and a subscriber that comes then reads the end")
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

    @Test("a stream that is let go ends its subscriptions")
    func release() async {
        var stream: EventStream<Int>? = EventStream()
        let events = stream?.events()
        stream?.send(1)
        stream = nil
        #expect(await events?.all() == [1])
    }

    @Test("a cancelled reader ends, and its subscription with it")
    func cancellation() async {
        let stream = EventStream<Int>()
        let events = stream.events()
        let reader = Task { await events.all() }
        #expect(stream.subscriberCount == 1)
        reader.cancel()
        #expect(await reader.value.isEmpty)
        while stream.subscriberCount > 0 { await Task.yield() }
    }

    @Test("readers may be cancelled while others send, without anybody waiting for ever")
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

    @Test("a subscription that is let go is forgotten")
    func dropped() async {
        let stream = EventStream<Int>()
        _ = stream.events()
        while stream.subscriberCount > 0 { await Task.yield() }
        stream.send(1)
    }
}
