import CoreModule
import Observation
import SuperappTesting
import TestSupport
import Testing

private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var isLiked = false
}

private enum Fault: Error, Hashable {
    case offline
}

/// A service with numbered pages, which keeps what it is asked for.
@MainActor
@Observable
private final class ScriptedPages {
    var answers: [Int: Result<Page<Row>, Fault>] = [:]
    /// The next request of a page waits for its latch.
    var gates: [Int: Latch] = [:]
    private(set) var asked: [Int] = []

    /// The pages, of which the last one says so.
    init(_ pages: [Int]...) {
        for (index, ids) in pages.enumerated() {
            answers[index + 1] = .success(Page(ids.map { Row(id: $0) }, isLast: index == pages.count - 1))
        }
    }

    func read(_ page: Int) async throws(Fault) -> Page<Row> {
        asked.append(page)
        let answer = answers[page] ?? .failure(.offline)
        if let gate = gates.removeValue(forKey: page) { await gate.wait() }
        if Task.isCancelled { throw .offline }
        return try answer.get()
    }

    var loader: PageLoader<Row, Fault> {
        PageLoader { [unowned self] (page) throws(Fault) in try await read(page) }
    }
}

@MainActor
@Suite("Page loader", .bounded)
struct PageLoaderTests {
    @Test("each page is asked for once under concurrent calls, and none before the first load or after the last page")
    func pages() async {
        let service = ScriptedPages([1, 2], [3, 4], [5])
        let loader = service.loader
        await loader.loadMore()
        #expect(service.asked.isEmpty && loader.phase == .idle)

        let gates = [Latch(), Latch(), Latch()]
        for (index, gate) in gates.enumerated() { service.gates[index + 1] = gate }
        let reloads = (0..<3).map { _ in Task { await loader.reload() } }
        #expect(await waitUntil { service.asked == [1] })
        #expect(loader.phase == .loading)
        await loader.loadMore()
        gates[0].open()
        for reload in reloads { await reload.value }
        #expect(loader.rows.map(\.id) == [1, 2] && loader.phase == .loaded)

        for page in 2...3 {
            let more = Task { await loader.loadMore() }
            #expect(await waitUntil { service.asked.count == page })
            #expect(loader.phase == .loadingMore)
            await loader.loadMore()
            await loader.loadMore()
            gates[page - 1].open()
            await more.value
        }
        #expect(loader.rows.map(\.id) == [1, 2, 3, 4, 5] && loader.phase == .ended)
        await loader.loadMore()
        #expect(service.asked == [1, 2, 3])
    }

    @Test("an element that is on two pages, or twice on one, is shown once in its first place")
    func duplicates() async {
        let service = ScriptedPages([1, 2, 1], [2, 3, 3])
        service.answers[2] = .success(Page([Row(id: 2, isLiked: true), Row(id: 3), Row(id: 3)], isLast: true))
        let loader = service.loader
        await loader.reload()
        await loader.loadMore()
        #expect(loader.rows == [Row(id: 1), Row(id: 2), Row(id: 3)])
    }

    @Test("a list without elements is empty when its last page says so")
    func empty() async {
        let service = ScriptedPages([])
        let loader = service.loader
        #expect(!loader.isEmpty)
        await loader.reload()
        #expect(loader.isEmpty && loader.phase == .ended)
    }

    @Test("a page that failed is asked for again under its number, and the rows stay")
    func failedPage() async {
        let service = ScriptedPages([1], [2], [3])
        let loader = service.loader
        await loader.reload()
        let second = service.answers.updateValue(.failure(.offline), forKey: 2)
        await loader.loadMore()
        #expect(loader.phase == .moreFailed(.offline) && loader.phase.failure == .offline)
        #expect(loader.rows.map(\.id) == [1])
        service.answers[2] = second
        await loader.loadMore()
        #expect(service.asked == [1, 2, 2] && loader.rows.map(\.id) == [1, 2] && loader.phase == .loaded)
    }

    @Test("if the first page fails, the old rows stay, and loading more asks for the first page")
    func failedReload() async {
        let service = ScriptedPages([1], [2])
        let loader = service.loader
        let first = service.answers.updateValue(.failure(.offline), forKey: 1)
        await loader.reload()
        #expect(loader.phase == .failed(.offline) && loader.rows.isEmpty && !loader.isEmpty)
        service.answers[1] = first
        await loader.loadMore()
        await loader.loadMore()
        service.answers[1] = .failure(.offline)
        await loader.reload()
        #expect(loader.phase == .failed(.offline) && loader.rows.map(\.id) == [1, 2])
        service.answers[1] = first
        await loader.loadMore()
        #expect(service.asked == [1, 1, 2, 1, 1] && loader.rows.map(\.id) == [1] && loader.phase == .loaded)
    }

    @Test("a reload drops the answer of a page under way, keeps the old rows until its own, and then page 2 is next")
    func reloadDuringMore() async {
        let service = ScriptedPages([1], [2], [3])
        let loader = service.loader
        await loader.reload()
        let (late, fresh) = (Latch(), Latch())
        service.gates = [2: late, 1: fresh]
        let more = Task { await loader.loadMore() }
        #expect(await waitUntil { service.asked == [1, 2] })
        service.answers[1] = .success(Page([Row(id: 7)], isLast: false))
        let reload = Task { await loader.reload() }
        #expect(await waitUntil { service.asked == [1, 2, 1] })
        #expect(loader.phase == .refreshing && loader.rows.map(\.id) == [1])
        late.open()
        await more.value
        #expect(loader.phase == .refreshing && loader.rows.map(\.id) == [1])
        fresh.open()
        await reload.value
        #expect(loader.phase == .loaded && loader.rows.map(\.id) == [7])
        await loader.loadMore()
        #expect(service.asked == [1, 2, 1, 2] && loader.rows.map(\.id) == [7, 2])
    }

    @Test("a late page that fails after a reload changes nothing")
    func lateFailure() async {
        let service = ScriptedPages([1], [2])
        let loader = service.loader
        await loader.reload()
        let late = Latch()
        service.gates[2] = late
        let second = service.answers.updateValue(.failure(.offline), forKey: 2)
        let more = Task { await loader.loadMore() }
        #expect(await waitUntil { service.asked == [1, 2] })
        await loader.reload()
        late.open()
        await more.value
        #expect(loader.phase == .loaded && loader.rows.map(\.id) == [1])
        service.answers[2] = second
        await loader.loadMore()
        #expect(loader.phase == .ended && loader.rows.map(\.id) == [1, 2])
    }

    @Test("if a page brings nothing new, the next one is read too, and asked for again if it fails")
    func nothingNew() async {
        let service = ScriptedPages([], [1, 2], [2, 1], [], [3])
        let loader = service.loader
        await loader.reload()
        #expect(service.asked == [1, 2] && loader.rows.map(\.id) == [1, 2])
        let fifth = service.answers.updateValue(.failure(.offline), forKey: 5)
        await loader.loadMore()
        #expect(service.asked == [1, 2, 3, 4, 5] && loader.phase == .moreFailed(.offline))
        service.answers[5] = fifth
        await loader.loadMore()
        #expect(service.asked == [1, 2, 3, 4, 5, 5] && loader.rows.map(\.id) == [1, 2, 3] && loader.phase == .ended)
    }

    @Test("a service that repeats its rows forever is asked for ten pages at most, and then for the next ones")
    func endless() async {
        let service = ScriptedPages()
        for page in 1...30 { service.answers[page] = .success(Page([Row(id: 1)], isLast: false)) }
        let loader = service.loader
        await loader.reload()
        await loader.loadMore()
        #expect(service.asked == Array(1...11) && loader.phase == .loaded)
        await loader.loadMore()
        #expect(service.asked == Array(1...21))
    }

    @Test("a cancelled load has not failed: the phase is as before, and the same page is asked for next")
    func cancelled() async {
        let service = ScriptedPages([1], [2])
        let loader = service.loader
        service.gates[1] = Latch()
        let first = Task { await loader.reload() }
        #expect(await waitUntil { service.asked == [1] })
        first.cancel()
        await first.value
        #expect(loader.phase == .idle)
        await loader.reload()
        service.gates[2] = Latch()
        let more = Task { await loader.loadMore() }
        #expect(await waitUntil { loader.phase == .loadingMore })
        more.cancel()
        await more.value
        #expect(loader.phase == .loaded && loader.rows.map(\.id) == [1])
        await loader.loadMore()
        #expect(service.asked == [1, 1, 2, 2] && loader.rows.map(\.id) == [1, 2])
    }

    @Test(
        "a reload that waits for one that is cancelled loads in its place; one whose own task is cancelled stops waiting"
    )
    func cancelledReload() async {
        let service = ScriptedPages([1])
        let loader = service.loader
        service.gates[1] = Latch()
        let first = Task { await loader.reload() }
        #expect(await waitUntil { service.asked == [1] })
        let impatient = Task { await loader.reload() }
        impatient.cancel()
        await impatient.value
        let others = (0..<2).map { _ in Task { await loader.reload() } }
        first.cancel()
        for other in others { await other.value }
        await first.value
        #expect(loader.rows.map(\.id) == [1] && loader.phase == .ended)
    }

    @Test("after a cancelled reload that overtook a page, the page can be asked for again")
    func cancelledReloadDuringMore() async {
        let service = ScriptedPages([1], [2])
        let loader = service.loader
        await loader.reload()
        let late = Latch()
        service.gates[2] = late
        let more = Task { await loader.loadMore() }
        #expect(await waitUntil { service.asked == [1, 2] })
        service.gates[1] = Latch()
        let reload = Task { await loader.reload() }
        #expect(await waitUntil { service.asked == [1, 2, 1] })
        reload.cancel()
        await reload.value
        late.open()
        await more.value
        #expect(loader.phase == .loaded && loader.rows.map(\.id) == [1])
        await loader.loadMore()
        #expect(loader.phase == .ended && loader.rows.map(\.id) == [1, 2])
    }

    @Test("a change shows at once, and also in what a load under way brings")
    func changes() async {
        let service = ScriptedPages([1, 2], [3])
        let loader = service.loader
        loader.update(1) { $0.isLiked = true }
        await loader.reload()
        #expect(loader.rows == [Row(id: 1), Row(id: 2)])
        let gate = Latch()
        service.gates[1] = gate
        let reload = Task { await loader.reload() }
        #expect(await waitUntil { service.asked == [1, 1] })
        loader.update(2) { $0.isLiked = true }
        loader.update(9) { $0.isLiked = true }
        #expect(loader.rows == [Row(id: 1), Row(id: 2, isLiked: true)])
        gate.open()
        await reload.value
        #expect(loader.rows == [Row(id: 1), Row(id: 2, isLiked: true)])
    }

    @Test("only the last row loads more when it appears")
    func appearing() async {
        let service = ScriptedPages([1, 2], [3])
        let loader = service.loader
        await loader.reload()
        await loader.appeared(1)
        #expect(service.asked == [1])
        await loader.appeared(2)
        #expect(service.asked == [1, 2])
    }

    @Test("shown rows are the first page: page 2 is next, unless they are all")
    func shown() async {
        let service = ScriptedPages([1], [2])
        let loader = service.loader
        loader.show([Row(id: 8), Row(id: 9)], isLast: false)
        #expect(loader.phase == .loaded)
        await loader.loadMore()
        #expect(service.asked == [2] && loader.rows.map(\.id) == [8, 9, 2])
        loader.show([], isLast: true)
        #expect(loader.isEmpty)
    }
}
