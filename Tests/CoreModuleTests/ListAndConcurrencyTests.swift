import CoreModule
import Observation
import SuperappTesting
import TestSupport
import Testing

private struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var isShown = true
    var version = 0
    /// What orders it, before its identifier.
    var rank = 0
}

/// An identifier that counts how often it is compared.
private struct CountedID: Hashable, Sendable {
    let number: Int
    let comparisons: Locked<Int>

    static func == (left: CountedID, right: CountedID) -> Bool {
        left.comparisons.withLock { $0 += 1 }
        return left.number == right.number
    }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct CountedItem: Identifiable, Sendable {
    let id: CountedID
    let rank: Int
}

@Suite("Live lists")
struct LiveListTests {
    private func list() -> LiveList<Item> {
        LiveList(.ordered(by: precedes, includes: \.isShown))
    }

    /// A total order with equal ranks.
    @Sendable private func precedes(_ left: Item, _ right: Item) -> Bool {
        (left.rank, left.id) < (right.rank, right.id)
    }

    private func ordered(_ items: some Sequence<Item>) -> [Item] { items.filter(\.isShown).sorted(by: precedes) }

    @Test("a change is inserted in its place, and an element that no longer belongs is removed")
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

    @Test("a change costs as many comparisons as the logarithm of the list's length, in any order, also if it moves")
    func cost() {
        let count = Locked(0)
        let shuffled = (0..<4096).map { ($0 &* 2_654_435_761) % 4096 }
        var list = LiveList<CountedItem>(
            .ordered(
                by: { left, right in
                    count.withLock { $0 += 1 }
                    return left.rank < right.rank
                }, includes: { _ in true }))
        list.finish(list.beginLoading(), with: [], hasMore: false)
        // First in the order of their numbers, then in the opposite one.
        for sign in [1, -1] {
            for number in shuffled {
                let id = CountedID(number: number, comparisons: count)
                list.apply(.put(CountedItem(id: id, rank: sign * number)))
            }
        }
        #expect(list.elements.map(\.id.number) == (0..<4096).reversed())
        for number in shuffled.dropFirst() {
            list.apply(.remove(CountedID(number: number, comparisons: count)))
        }
        #expect(list.elements.count == 1)
        #expect(count.withLock { $0 } < 3 * 4096 * 40, "a search of the whole list takes 2,000 on average")
    }

    @Test("twice as many pages cost twice as many comparisons")
    func costOfPages() {
        func comparisons(_ count: Int) -> Int {
            let total = Locked(0)
            var list = LiveList<CountedItem>(.ordered(by: { $0.rank < $1.rank }, includes: { _ in true }))
            for start in stride(from: 0, to: count, by: 50) {
                let page = (start..<start + 50).map {
                    CountedItem(id: CountedID(number: $0, comparisons: total), rank: $0)
                }
                list.finish(list.beginLoading(), with: page, isContinuation: start > 0, hasMore: true)
            }
            #expect(list.elements.count == count)
            return total.withLock { $0 }
        }
        #expect(comparisons(4000) < 3 * comparisons(2000))
    }

    @Test("after random changes and loads, a list is the beginning of what a list made anew would have, or all of it")
    func random() {
        for seed in 0..<TestScale.count(200, full: 4000) {
            var random = SeededGenerator(seed: UInt64(seed))
            var list = list()
            var model: [Int: Item] = [:]
            let hasPages = seed % 2 == 0
            func load(_ list: inout LiveList<Item>, from start: Int) {
                let all = ordered(model.values)
                let end = hasPages ? min(start + 3, all.count) : all.count
                list.finish(
                    list.beginLoading(), with: Array(all[start..<end]), isContinuation: start > 0,
                    hasMore: end < all.count)
            }
            load(&list, from: 0)
            for version in 0..<60 {
                let id = Int.random(in: 0..<20, using: &random)
                switch Int.random(in: 0..<12, using: &random) {
                case 0: load(&list, from: 0)
                case 1: if list.hasMore { load(&list, from: list.elements.count) }
                case 2...3:
                    list.apply(.remove(id))
                    model[id] = nil
                default:
                    var item = Item(id: id, isShown: Int.random(in: 0..<4, using: &random) > 0, version: version)
                    item.rank = Int.random(in: 0..<6, using: &random)
                    list.apply(.put(item))
                    model[id] = item
                }
                // The view asks for the first page again.
                if list.elements.isEmpty, list.hasMore { load(&list, from: 0) }
                let all = ordered(model.values)
                #expect(list.elements == (list.hasMore ? Array(all.prefix(list.elements.count)) : all), "seed \(seed)")
                let found = (0..<20).map { list[$0] }
                #expect(found == (0..<20).map { id in list.elements.first { $0.id == id } }, "seed \(seed)")
            }
        }
    }

    @Test("elements that are equal in the order, or were loaded in another one, are each there once and can be removed")
    func otherOrder() {
        for seed in 0..<TestScale.count(100, full: 2000) {
            var random = SeededGenerator(seed: UInt64(seed))
            // Not total: only the ranks count.
            var list = LiveList<Item>(.ordered(by: { $0.rank < $1.rank }, includes: \.isShown))
            var model: [Int: Item] = [:]
            for id in 0..<20 { model[id] = Item(id: id, rank: Int.random(in: 0..<6, using: &random)) }
            list.finish(list.beginLoading(), with: model.values.shuffled(using: &random), hasMore: false)
            for version in 0..<60 {
                let id = Int.random(in: 0..<20, using: &random)
                if Bool.random(using: &random) {
                    list.apply(.remove(id))
                    model[id] = nil
                } else {
                    let item = Item(id: id, version: version, rank: Int.random(in: 0..<6, using: &random))
                    list.apply(.put(item))
                    model[id] = item
                }
                #expect(ordered(list.elements) == ordered(model.values), "seed \(seed)")
            }
        }
    }

    @Test("a list that was never loaded keeps no changes")
    func beforeLoading() {
        var list = list()
        list.apply(.put(Item(id: 1)))
        #expect(list.elements.isEmpty)
        list.finish(list.beginLoading(), with: [Item(id: 1), Item(id: 2)], hasMore: false)
        #expect(list.elements.map(\.id) == [1, 2])
    }

    @Test("an element after the last loaded one appears with its page")
    func pages() {
        var list = list()
        list.finish(list.beginLoading(), with: [Item(id: 1), Item(id: 3)], hasMore: true)
        list.apply(.put(Item(id: 9)))
        #expect(list.elements.map(\.id) == [1, 3])
        list.finish(
            list.beginLoading(), with: [Item(id: 3), Item(id: 5), Item(id: 9)], isContinuation: true, hasMore: false)
        #expect(list.elements.map(\.id) == [1, 3, 5, 9])
    }

    @Test("the last loaded element stays when it changes, although more elements follow")
    func lastElement() {
        var list = list()
        list.finish(list.beginLoading(), with: [Item(id: 1), Item(id: 3)], hasMore: true)
        list.apply(.put(Item(id: 3, version: 1)))
        #expect(list.elements == [Item(id: 1), Item(id: 3, version: 1)])
    }

    @Test("an element that a page repeats stays as it is shown, and can be removed")
    func repeatedElement() {
        var list = list()
        list.finish(list.beginLoading(), with: [Item(id: 1), Item(id: 3)], hasMore: true)
        let page = [Item(id: 1, rank: 9), Item(id: 5)]
        list.finish(list.beginLoading(), with: page, isContinuation: true, hasMore: false)
        #expect(list.elements == [Item(id: 1), Item(id: 3), Item(id: 5)])
        list.apply(.remove(1))
        #expect(list.elements.map(\.id) == [3, 5])
    }

    @Test("a list whose loaded elements were all removed accepts additions")
    func emptied() {
        var list = list()
        list.finish(list.beginLoading(), with: [Item(id: 5)], hasMore: true)
        list.apply(.remove(5))
        list.apply(.put(Item(id: 1)))
        #expect(list.elements.map(\.id) == [1])
    }

    @Test("a change made while a page is read is not lost, whether or not the page contains it")
    func changesInFlight() {
        var list = list()
        let load = list.beginLoading()
        list.apply(.put(Item(id: 2, version: 1)))
        list.apply(.remove(3))
        list.finish(load, with: [Item(id: 1), Item(id: 2), Item(id: 3)], hasMore: false)
        #expect(list.elements == [Item(id: 1), Item(id: 2, version: 1)])
    }

    @Test("a superseded load changes nothing, and a failed load keeps the elements")
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

    @Test("a list of given elements changes elements but adds none")
    func asLoaded() {
        var list = LiveList<Item>(.asLoaded)
        list.finish(list.beginLoading(), with: [Item(id: 3), Item(id: 1)], hasMore: false)
        list.apply(.put(Item(id: 1, version: 2)))
        list.apply(.put(Item(id: 2)))
        #expect(list.elements == [Item(id: 3), Item(id: 1, version: 2)])
    }
}

final class OrderLog: Sendable {
    private let stored = Locked<[Int]>([])
    var numbers: [Int] { stored.withLock { $0 } }

    func note(_ number: Int) { stored.withLock { $0.append(number) } }
}

@Suite("Concurrency", .bounded)
struct ConcurrencyTests {
    @Test("a mutex lets one task in at a time, in the order of arrival", arguments: [false, true])
    func mutex(canBeCancelled: Bool) async throws {
        let mutex = AsyncMutex()
        let log = OrderLog()
        await mutex.enter()
        let tasks = (0..<50).map { number in
            Task { @MainActor in
                if canBeCancelled { try await mutex.enterUnlessCancelled() } else { await mutex.enter() }
                log.note(number)
                await Task.yield()
                log.note(number)
                mutex.leave()
            }
        }
        try await eventually { mutex.waitingCount == 50 }
        #expect(log.numbers.isEmpty)
        mutex.leave()
        for task in tasks { try await task.value }
        #expect(log.numbers == (0..<50).flatMap { [$0, $0] })
    }

    @Test(
        "a cancelled task stops waiting for a mutex at once, and the next ones get in; enter() cannot be cancelled"
    )
    func cancelledAtGate() async throws {
        let mutex = AsyncMutex()
        let log = OrderLog()
        await mutex.enter()
        func waiter(_ number: Int) async throws -> Task<Void, any Error> {
            let before = mutex.waitingCount
            let task = Task {
                try await mutex.enterUnlessCancelled()
                log.note(number)
                mutex.leave()
            }
            try await eventually { mutex.waitingCount > before }
            return task
        }
        let tasks = [try await waiter(0), try await waiter(1), try await waiter(2)]
        let patient = Task {
            await mutex.enter()
            log.note(3)
            mutex.leave()
        }
        try await eventually { mutex.waitingCount == 4 }
        tasks[1].cancel()
        patient.cancel()
        // The mutex is still held, so only the cancellation can end this.
        await #expect(throws: CancellationError.self) { try await tasks[1].value }
        #expect(mutex.waitingCount == 3)
        mutex.leave()
        try await tasks[0].value
        try await tasks[2].value
        await patient.value
        #expect(log.numbers == [0, 2, 3])
        let late = Task {
            await Promise<Void>().value(whenCancelled: ())
            try await mutex.enterUnlessCancelled()
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        // The mutex is free.
        try await mutex.enterUnlessCancelled()
        mutex.leave()
    }

    @Test("each task enters a mutex once or never, however cancellations and departures coincide")
    func cancellationRace() async {
        let mutex = AsyncMutex()
        let inside = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    let task = Task {
                        do { try await mutex.enterUnlessCancelled() } catch { return }
                        let count = inside.withLock { count in
                            count += 1
                            return count
                        }
                        #expect(count == 1)
                        await Task.yield()
                        inside.withLock { $0 -= 1 }
                        mutex.leave()
                    }
                    if Bool.random() { task.cancel() }
                    await task.value
                }
            }
        }
        #expect(mutex.waitingCount == 0)
        await mutex.enter()
        mutex.leave()
    }

    @MainActor
    @Observable
    final class Box {
        var value = 0
    }

    @MainActor
    @Test("a wait ends when the condition holds, when the time is up, and when the task is cancelled")
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
