import CoreModule
import Observation
import TestSupport
import Testing

private struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var isShown = true
    var version = 0
}

@Suite("Live lists")
struct LiveListTests {
    private func list() -> LiveList<Item> {
        LiveList(.ordered(by: { $0.id < $1.id }, includes: \.isShown))
    }

    @Test("a change finds its place, and one that no longer belongs goes")
    func changes() {
        var list = list()
        list.finish(list.beginLoading(), with: [Item(id: 1), Item(id: 3)], hasMore: false)
        list.apply(.put(Item(id: 2)))
        list.apply(.put(Item(id: 9)))
        list.apply(.put(Item(id: 1, isShown: false)))
        list.apply(.put(Item(id: 3, version: 5)))
        list.apply(.remove(9))
        #expect(list.elements == [Item(id: 2), Item(id: 3, version: 5)])
    }

    @Test("what belongs behind the last element loaded waits for its page")
    func pages() {
        var list = list()
        list.finish(list.beginLoading(), with: [Item(id: 1), Item(id: 3)], hasMore: true)
        list.apply(.put(Item(id: 9)))
        #expect(list.elements.map(\.id) == [1, 3])
        list.finish(list.beginLoading(), appending: [Item(id: 3), Item(id: 5), Item(id: 9)], hasMore: false)
        #expect(list.elements.map(\.id) == [1, 3, 5, 9])
    }

    @Test("a list whose loaded elements are all gone takes what is added")
    func emptied() {
        var list = list()
        list.finish(list.beginLoading(), with: [Item(id: 5)], hasMore: true)
        list.apply(.remove(5))
        list.apply(.put(Item(id: 1)))
        #expect(list.elements.map(\.id) == [1])
    }

    @Test("a change made while a page is being read is not lost, whether the page has it or not")
    func changesInFlight() {
        var list = list()
        let load = list.beginLoading()
        list.apply(.put(Item(id: 2, version: 1)))
        list.apply(.remove(3))
        list.finish(load, with: [Item(id: 1), Item(id: 2), Item(id: 3)], hasMore: false)
        #expect(list.elements == [Item(id: 1), Item(id: 2, version: 1)])
    }

    @Test("a load that was overtaken changes nothing, and one that fails leaves what was there")
    func overtaken() {
        var list = list()
        let slow = list.beginLoading()
        let fast = list.beginLoading()
        let ends = [
            list.finish(fast, with: [Item(id: 1)], hasMore: false),
            list.finish(slow, with: [Item(id: 7)], hasMore: false),
            list.fail(slow),
        ]
        #expect(ends == [true, false, false])
        let failing = list.beginLoading()
        let hasFailed = list.fail(failing)
        #expect(hasFailed)
        #expect(list.elements.map(\.id) == [1])
    }

    @Test("a list that shows what it was given changes elements but adds none")
    func asLoaded() {
        var list = LiveList<Item>(.asLoaded)
        list.finish(list.beginLoading(), with: [Item(id: 3), Item(id: 1)], hasMore: false)
        list.apply(.put(Item(id: 1, version: 2)))
        list.apply(.put(Item(id: 2)))
        #expect(list.elements == [Item(id: 3), Item(id: 1, version: 2)])
    }
}

private final class OrderLog: Sendable {
    private let stored = Locked<[Int]>([])
    var numbers: [Int] { stored.withLock { $0 } }

    func note(_ number: Int) { stored.withLock { $0.append(number) } }
}

@Suite("Waiting", .timeLimit(.minutes(5)))
struct ConcurrencyTests {
    @Test("a gate lets one through at a time, in the order of arrival")
    func gate() async {
        let gate = AsyncMutex()
        let log = OrderLog()
        await gate.enter()
        let tasks = (0..<5).map { number in
            Task { @MainActor in
                await gate.enter()
                log.note(number)
                await Task.yield()
                log.note(number)
                gate.leave()
            }
        }
        for _ in 0..<100 { await Task.yield() }
        #expect(log.numbers.isEmpty)
        gate.leave()
        for task in tasks { await task.value }
        let order = log.numbers
        #expect(order.count == 10)
        for pair in stride(from: 0, to: 10, by: 2) { #expect(order[pair] == order[pair + 1]) }
    }

    @Test(
        "who waits at a gate and is cancelled leaves at once, and those behind get in; another way in cannot be cancelled"
    )
    func cancelledAtGate() async throws {
        let gate = AsyncMutex()
        let log = OrderLog()
        await gate.enter()
        func waiter(_ number: Int) async -> Task<Void, any Error> {
            let before = gate.waitingCount
            let task = Task {
                try await gate.enterUnlessCancelled()
                log.note(number)
                gate.leave()
            }
            while gate.waitingCount == before { await Task.yield() }
            return task
        }
        let tasks = [await waiter(0), await waiter(1), await waiter(2)]
        let patient = Task {
            await gate.enter()
            log.note(3)
            gate.leave()
        }
        while gate.waitingCount < 4 { await Task.yield() }
        tasks[1].cancel()
        patient.cancel()
        // The gate is still taken: this would wait for ever.
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        #expect(gate.waitingCount == 3)
        gate.leave()
        try await tasks[0].value
        try await tasks[2].value
        await patient.value
        #expect(log.numbers == [0, 2, 3])
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            try await gate.enterUnlessCancelled()
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        // Nobody is left inside.
        try await gate.enterUnlessCancelled()
        gate.leave()
    }

    @Test("a gate is passed by each or by none, however cancellations and departures meet")
    func cancellationRace() async {
        let gate = AsyncMutex()
        let inside = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    let task = Task {
                        do { try await gate.enterUnlessCancelled() } catch { return }
                        let count = inside.withLock { count in
                            count += 1
                            return count
                        }
                        #expect(count == 1)
                        await Task.yield()
                        inside.withLock { $0 -= 1 }
                        gate.leave()
                    }
                    if Bool.random() { task.cancel() }
                    await task.value
                }
            }
        }
        #expect(gate.waitingCount == 0)
        await gate.enter()
        gate.leave()
    }

    @MainActor
    @Observable
    final class Box {
        var value = 0
    }

    @MainActor
    @Test("waiting ends when the condition holds, when the time is up, and when the task is cancelled")
    func waiting() async {
        let box = Box()
        #expect(await waitUntil { box.value == 0 })
        Task { @MainActor in for _ in 0..<5 { box.value += 1 } }
        #expect(await waitUntil { box.value == 5 })
        #expect(!(await waitUntil(timeout: .zero) { box.value == 6 }))
        let waiter = Task { @MainActor in await waitUntil { box.value == 7 } }
        waiter.cancel()
        #expect(await waiter.value == false)
    }
}
