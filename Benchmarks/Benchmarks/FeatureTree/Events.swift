import Benchmark
import CoreModule
import Foundation

/// The events of a stream with one subscriber, beside an `AsyncStream`, which can have no more.
func events() {
    compare("1,000 events, read as they come", count: 1000, send: Pipe.sendAll)
    compare("1,000 events and as many answers", count: 1000, send: Pipe.sendOneByOne)
    compareHandling("1,000 events for the main actor, one by one", count: 1000)
}

private func compare(
    _ name: String, count: Int, send: @escaping @Sendable (@escaping @Sendable () -> Pipe, Int) async -> Void
) {
    Benchmark("Streams | \(name) | superapp") { _ in await send(Pipe.superapp, count) }
    Benchmark("Streams | \(name) | AsyncStream") { _ in await send(Pipe.asyncStream, count) }
}

/// The two sides of a stream with one subscriber.
private struct Pipe: Sendable {
    let send: @Sendable (Int) -> Void
    let finish: @Sendable () -> Void
    /// Passes the elements on until the end.
    let read: @Sendable (_ body: (Int) async -> Void) async -> Void

    static func superapp() -> Pipe {
        let stream = EventStream<Int>()
        let events = stream.events()
        return Pipe(
            send: { stream.send($0) }, finish: { stream.finish() },
            read: { body in for await event in events { await body(event) } })
    }

    static func asyncStream() -> Pipe {
        let (events, continuation) = AsyncStream.makeStream(of: Int.self)
        return Pipe(
            send: { continuation.yield($0) }, finish: { continuation.finish() },
            read: { body in for await event in events { await body(event) } })
    }

    /// One task sends, another one reads.
    static func sendAll(through make: @escaping @Sendable () -> Pipe, count: Int) async {
        let pipe = make()
        let reader = Task.detached { await pipe.read { blackHole($0) } }
        let sender = Task.detached {
            for number in 0..<count { pipe.send(number) }
            pipe.finish()
        }
        await sender.value
        await reader.value
    }

    /// Another task answers each event, and only then is the next one sent.
    static func sendOneByOne(through make: @escaping @Sendable () -> Pipe, count: Int) async {
        let (questions, answers) = (make(), make())
        let other = Task.detached {
            await questions.read { answers.send($0) }
            answers.finish()
        }
        questions.send(0)
        await answers.read { number in
            if number + 1 < count { questions.send(number + 1) } else { questions.finish() }
        }
        await other.value
    }
}

/// As a feature receives events: `FeatureScope.observe`, beside a task on the main actor that reads an `AsyncStream`.
private func compareHandling(_ name: String, count: Int) {
    Benchmark("Streams | \(name) | superapp") { _ in
        let stream = EventStream<Int>()
        let (answers, answer) = AsyncStream.makeStream(of: Int.self)
        let graph = await MainActor.run {
            let graph = ShapeBuilder(
                dependencies: ShapeDependencies(shape: Shape(children: []), changes: nil), parent: FeatureTree().root
            ).build()
            graph.scope.observe(stream.events(), with: graph.viewModel) { viewModel, number in
                viewModel.apply(number)
                answer.yield(number)
            }
            return graph
        }
        await send(count, { stream.send($0) }, answers)
        await graph.detach()
    }
    Benchmark("Streams | \(name) | AsyncStream") { _ in
        let (events, continuation) = AsyncStream.makeStream(of: Int.self)
        let (answers, answer) = AsyncStream.makeStream(of: Int.self)
        let task = Task { @MainActor in
            let viewModel = ShapeViewModel()
            for await number in events {
                viewModel.apply(number)
                answer.yield(number)
            }
        }
        await send(count, { continuation.yield($0) }, answers)
        task.cancel()
    }
}

/// Sends events from a task of its own, each after the one before was answered.
private func send(_ count: Int, _ send: @escaping @Sendable (Int) -> Void, _ answers: AsyncStream<Int>) async {
    await Task.detached {
        var answers = answers.makeAsyncIterator()
        for number in 0..<count {
            send(number)
            _ = await answers.next()
        }
    }.value
}
