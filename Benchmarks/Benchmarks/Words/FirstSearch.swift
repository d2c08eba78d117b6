import Benchmark
import CoreModule
import Foundation
import PersonalDictionary
import Synchronization

/// The first search builds the index: how long that takes, how long a page waits meanwhile, and the memory that stays.
func firstSearch(_ size: Int) {
    var few = Benchmark.defaultConfiguration
    few.maxIterations = 10
    few.maxDuration = .seconds(20)

    Benchmark("\(size) words | first search | superapp", configuration: few) { benchmark in
        let store = try await openedStore(size)
        benchmark.startMeasurement()
        blackHole(try await Vocabulary(store.words).search(query))
        benchmark.stopMeasurement()
        await store.close()
    }

    var wait = few
    wait.metrics = [.nanoseconds]
    wait.units = [.nanoseconds: .count]
    Benchmark("\(size) words | first search, longest wait for a page meanwhile | superapp", configuration: wait) {
        benchmark in
        let store = try await openedStore(size)
        benchmark.measurement(.nanoseconds, try await longestWaitDuringFirstSearch(Vocabulary(store.words)))
        await store.close()
    }

    #if os(Linux)
    // Only once: what a process has freed serves its next index. So the file with the words should also be there before;
    // if this process makes it first, as with no other cases selected, the figure is larger by up to a quarter.
    var memory = few
    memory.warmupIterations = 0
    memory.maxIterations = 1
    memory.metrics = [.bytes]
    memory.units = [.bytes: .count]
    for (name, field) in [("anonymous", "Anonymous:"), ("resident", "Rss:")] {
        let title = "\(size) words | memory of the search index for each word, \(name) | superapp"
        Benchmark(title, configuration: memory) { benchmark in
            let store = try await openedStore(size)
            // Reads enough to fill SQLite's cache of pages, which is no part of the index.
            _ = try await Vocabulary(store.words).wordCount()
            let before = try usedMemory(field)
            blackHole(try await Vocabulary(store.words).search(query))
            benchmark.measurement(.bytes, (try usedMemory(field) - before) / size)
            await store.close()
        }
    }
    #endif
}

/// A few words have these letters.
private let query = WordQuery("rmyo")

/// A store that has shown a page, as an app does before the user searches.
private func openedStore(_ size: Int) async throws -> DictionaryStore {
    let store = try await DictionaryStore.open(Fixtures.shared.store(size))
    _ = try await Vocabulary(store.words).words(.newest(50))
    return store
}

/// Asks for one page after the other while the first search runs.
/// - Returns: how long the slowest page took, in nanoseconds.
private func longestWaitDuringFirstSearch(_ words: Vocabulary) async throws -> Int {
    let progress = Progress()
    let search = Task {
        defer { progress.isOver.withLock { $0 = true } }
        return try await words.search(query)
    }
    var longest = Duration.zero
    while !progress.isOver.withLock({ $0 }) {
        let time = try await ContinuousClock().measure { blackHole(try await words.words(.newest(50))) }
        longest = max(longest, time)
    }
    blackHole(try await search.value)
    return Int(longest / .nanoseconds(1))
}

private final class Progress: Sendable {
    let isOver = Mutex(false)
}

#if os(Linux)
/// What the kernel counts for this process, in bytes.
private func usedMemory(_ field: String) throws -> Int {
    let lines = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8).split(separator: "\n")
    guard let kilobytes = lines.first(where: { $0.hasPrefix(field) })?.split(separator: " ").dropFirst().first,
        let count = Int(kilobytes)
    else { throw CocoaError(.fileReadCorruptFile) }
    return count * 1024
}
#endif

/// What a case measures itself, named for the unit.
extension BenchmarkMetric {
    fileprivate static let nanoseconds = BenchmarkMetric.custom("nanoseconds")
    fileprivate static let bytes = BenchmarkMetric.custom("bytes")
}
