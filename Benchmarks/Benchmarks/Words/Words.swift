import Benchmark
import CoreModule
import Foundation
import Measuring
import PersonalDictionary

// Each name is "WORDS words | case | contender"; the table puts contenders of the same case side by side.

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock]
    Benchmark.defaultConfiguration.timeUnits = .nanoseconds
    Benchmark.defaultConfiguration.warmupIterations = 1
    Benchmark.defaultConfiguration.maxDuration = .seconds(2)
    Benchmark.defaultConfiguration.maxIterations = 2000

    for size in benchmarkSizes() {
        writing(size)
        reading(size)
        searching(size)
        indexing(size)
        if size <= 100_000 { reviewing(size) }
        firstSearch(size)
        // With a million words these would take minutes.
        if size <= 100_000 { throughTheApp(size) }
    }
    Benchmark.shutdownHook = { try await FixtureFolder.shared.removeOwnFolder() }
    registerLastCase()
}

private func writing(_ size: Int) {
    adding(size)
    var few = Benchmark.defaultConfiguration
    few.maxIterations = 5
    few.maxDuration = .seconds(30)
    if size > 100_000 {
        // More would take minutes.
        few.warmupIterations = 0
        few.maxIterations = 1
    }

    Benchmark("\(size) words | batch insert | superapp", configuration: few) { benchmark in
        let words = try await Fixtures.shared.sample(size).words
        let file = try await Fixtures.shared.copy(0)
        let store = try await DictionaryStore.open(file)
        benchmark.startMeasurement()
        try await Vocabulary(store.words).add(words)
        benchmark.stopMeasurement()
        await store.close()
        try await FixtureFolder.shared.remove(file)
    }
    Benchmark("\(size) words | batch insert | C API", configuration: few) { benchmark in
        let words = try await Fixtures.shared.sample(size).words
        let file = try await Fixtures.shared.copy(0)
        let store = try PlainStore(file)
        benchmark.startMeasurement()
        try store.add(words)
        benchmark.stopMeasurement()
        try await FixtureFolder.shared.remove(file)
    }
    Benchmark("\(size) words | batch insert | C API, static binds", configuration: few) { benchmark in
        let words = PackedWords(try await Fixtures.shared.sample(size).words)
        let file = try await Fixtures.shared.copy(0)
        let store = try PlainStore(file)
        benchmark.startMeasurement()
        try store.add(words)
        benchmark.stopMeasurement()
        try await FixtureFolder.shared.remove(file)
    }
    Benchmark("\(size) words | batch insert | GRDB, rows by hand", configuration: few) { benchmark in
        let words = try await Fixtures.shared.sample(size).words
        let file = try await Fixtures.shared.copy(0)
        let store = try GRDBStore(file)
        benchmark.startMeasurement()
        try await store.addByHand(words)
        benchmark.stopMeasurement()
        try store.close()
        try await FixtureFolder.shared.remove(file)
    }
    Benchmark("\(size) words | batch insert | GRDB Codable", configuration: few) { benchmark in
        let words = try await Fixtures.shared.sample(size).words
        let file = try await Fixtures.shared.copy(0)
        let store = try GRDBStore(file)
        benchmark.startMeasurement()
        try await store.add(words)
        benchmark.stopMeasurement()
        try store.close()
        try await FixtureFolder.shared.remove(file)
    }
}

/// One word at a time, each on the disk before the next.
private func adding(_ size: Int) {
    var some = Benchmark.defaultConfiguration
    some.maxIterations = 300

    Benchmark("\(size) words | one durable add | superapp", configuration: some) { benchmark, store in
        let word = try newWord(benchmark)
        benchmark.startMeasurement()
        try await Vocabulary(store.words).add(word)
        benchmark.stopMeasurement()
    } setup: {
        try await DictionaryStore.open(Fixtures.shared.copy(size))
    }
    Benchmark("\(size) words | one durable add | C API", configuration: some) { benchmark, store in
        let word = try newWord(benchmark)
        benchmark.startMeasurement()
        try store.add([word])
        benchmark.stopMeasurement()
    } setup: {
        try await PlainStore(Fixtures.shared.copy(size))
    }
    Benchmark("\(size) words | one durable add | C API, queued", configuration: some) { benchmark, store in
        let word = try newWord(benchmark)
        benchmark.startMeasurement()
        try await store.add([word])
        benchmark.stopMeasurement()
    } setup: {
        try await QueuedPlainStore(Fixtures.shared.copy(size))
    }
    Benchmark("\(size) words | one durable add | C API, static binds", configuration: some) { benchmark, store in
        let word = PackedWords([try newWord(benchmark)])
        benchmark.startMeasurement()
        try store.add(word)
        benchmark.stopMeasurement()
    } setup: {
        try await PlainStore(Fixtures.shared.copy(size))
    }
    Benchmark("\(size) words | one durable add | GRDB, rows by hand", configuration: some) { benchmark, store in
        let word = try newWord(benchmark)
        benchmark.startMeasurement()
        try await store.addByHand([word])
        benchmark.stopMeasurement()
    } setup: {
        try await GRDBStore(Fixtures.shared.copy(size))
    }
    Benchmark("\(size) words | one durable add | GRDB Codable", configuration: some) { benchmark, store in
        let word = try newWord(benchmark)
        benchmark.startMeasurement()
        try await store.add([word])
        benchmark.stopMeasurement()
    } setup: {
        try await GRDBStore(Fixtures.shared.copy(size))
    }
}

private func newWord(_ benchmark: Benchmark) throws -> Word {
    let date = Date(timeIntervalSince1970: 1_900_000_000 + Double(benchmark.currentIteration))
    return try Word(
        id: WordID("new-\(benchmark.currentIteration)"), text: WordText("new word \(benchmark.currentIteration)"),
        direction: TranslationDirection(from: .english, to: .russian), translation: .pending, isFavorite: false,
        createdAt: date, updatedAt: date)
}

private func reading(_ size: Int) {
    Benchmark("\(size) words | newest 50 | superapp") { _, store in
        blackHole(try await Vocabulary(store.words).words(.newest(50)))
    } setup: {
        try await DictionaryStore.open(Fixtures.shared.store(size))
    }
    Benchmark("\(size) words | newest 50 | C API") { _, store in
        blackHole(try store.newest(50))
    } setup: {
        try await PlainStore(Fixtures.shared.store(size))
    }
    Benchmark("\(size) words | newest 50 | C API, queued") { _, store in
        blackHole(try await store.newest(50))
    } setup: {
        try await QueuedPlainStore(Fixtures.shared.store(size))
    }
    Benchmark("\(size) words | newest 50 | GRDB, rows by hand") { _, store in
        blackHole(try await store.newestByHand(50))
    } setup: {
        try await GRDBStore(Fixtures.shared.store(size))
    }
    Benchmark("\(size) words | newest 50 | GRDB Codable") { _, store in
        blackHole(try await store.newest(50))
    } setup: {
        try await GRDBStore(Fixtures.shared.store(size))
    }

    var some = Benchmark.defaultConfiguration
    some.maxIterations = 200
    Benchmark("\(size) words | open and first page | superapp", configuration: some) { benchmark in
        let file = try await Fixtures.shared.store(size)
        benchmark.startMeasurement()
        let store = try await DictionaryStore.open(file)
        blackHole(try await Vocabulary(store.words).words(.newest(50)))
        benchmark.stopMeasurement()
        await store.close()
    }
    Benchmark("\(size) words | open and first page | C API", configuration: some) { benchmark in
        let file = try await Fixtures.shared.store(size)
        benchmark.startMeasurement()
        let store = try PlainStore(file)
        blackHole(try store.newest(50))
        benchmark.stopMeasurement()
    }
    Benchmark("\(size) words | open and first page | GRDB Codable", configuration: some) { benchmark in
        let file = try await Fixtures.shared.store(size)
        benchmark.startMeasurement()
        let store = try GRDBStore(file)
        blackHole(try await store.newest(50))
        benchmark.stopMeasurement()
        try store.close()
    }
}

/// What is typed, by how much there is of it.
private let queries = [
    ("no hit", "zqxj"), ("rare hit, 4 letters", "rmyo"), ("rare hit, Cyrillic", "рвое"),
    ("no hit, 20 letters", "this is nowhere else"),
    ("common hit, 1 letter", "e"), ("common hit, 2 letters", "th"), ("common hit, 3 letters", "eta"),
]

private func searching(_ size: Int) {
    for (name, query) in queries {
        Benchmark("\(size) words | search, \(name) | superapp") { _, store in
            blackHole(try await Vocabulary(store.words).search(WordQuery(query)))
        } setup: {
            let store = try await DictionaryStore.open(Fixtures.shared.store(size))
            _ = try await Vocabulary(store.words).search(WordQuery(query))
            return store
        }
        Benchmark("\(size) words | search, \(name) | GRDB LIKE") { _, store in
            blackHole(try await store.search(query, limit: 50))
        } setup: {
            try await GRDBStore(Fixtures.shared.foldedStore(size))
        }
        guard query.count >= 3 else { continue }
        Benchmark("\(size) words | search, \(name) | GRDB FTS5 trigram") { _, store in
            blackHole(try await store.searchTrigrams(query, limit: 50))
        } setup: {
            try await GRDBStore(Fixtures.shared.trigramStore(size))
        }
    }
}

private func indexing(_ size: Int) {
    var few = Benchmark.defaultConfiguration
    few.maxIterations = 10
    few.maxDuration = .seconds(10)
    Benchmark("\(size) words | fold and index | superapp", configuration: few) { benchmark, words in
        benchmark.startMeasurement()
        blackHole(index(of: words))
        benchmark.stopMeasurement()
    } setup: {
        try await Fixtures.shared.sample(size).words
    }
    Benchmark("\(size) words | search in the index alone, common hit | superapp") { (_, settled: SubstringIndex) in
        var index = settled
        blackHole(index.search("e", in: .both, limit: 50))
    } setup: {
        index(of: try await Fixtures.shared.sample(size).words)
    }
}

/// An index that is ready to be searched.
private func index(of words: [Word]) -> SubstringIndex {
    var index = SubstringIndex()
    for (key, word) in words.enumerated() {
        index.insert(
            key: Int64(key), recency: word.createdAt.milliseconds, word: word.text.value,
            translation: word.translation.translation?.text)
    }
    // The first search puts everything in order.
    _ = index.search("e", in: .both, limit: 1)
    return index
}
