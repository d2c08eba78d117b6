import Benchmark
import CoreModule
import Foundation
import Measuring
import PersonalDictionary

// Names as in Words: "TITLE | case | contender".

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock]
    Benchmark.defaultConfiguration.timeUnits = .nanoseconds
    Benchmark.defaultConfiguration.warmupIterations = 1
    Benchmark.defaultConfiguration.maxDuration = .seconds(10)
    Benchmark.defaultConfiguration.maxIterations = 20

    Benchmark("Translation | 10,000 glossary look-ups | superapp") { (_, service: GlossaryTranslationService) in
        let words = try everydayWords()
        let direction = try fromEnglish(to: .russian)
        for number in 0..<10_000 {
            blackHole(try await service.lookUp(words[number % words.count], direction))
        }
    } setup: {
        let service = GlossaryTranslationService(clock: .system)
        // The glossary is read at the first look-up.
        _ = try await service.lookUp(WordText("dog"), fromEnglish(to: .russian))
        return service
    }

    // Each is tried as every form that it may be, and then compared with the words that are near.
    Benchmark("Translation | 1,000 words that the glossary lacks, and the nearest | superapp") {
        (_, service: GlossaryTranslationService) in
        let direction = try fromEnglish(to: .russian)
        for number in 0..<1000 {
            let word = try WordText("unknowables\(number)ings")
            do throws(TranslationError) {
                blackHole(try await service.lookUp(word, direction))
            } catch .notFound {
                blackHole(try await service.suggestions(nearestTo: word, direction, limit: 3))
            }
        }
    } setup: {
        let service = GlossaryTranslationService(clock: .system)
        _ = try await service.lookUp(WordText("dog"), fromEnglish(to: .russian))
        return service
    }

    Benchmark("Translation | the queue's cost for 1,000 words in memory | superapp") { benchmark in
        let words = Vocabulary(InMemoryWordRepository())
        try await words.add(waitingWords(1000))
        let queue = TranslationQueue(
            services: instantServices(), words: words, clock: .system, sleeper: .system(), logger: .disabled)
        benchmark.startMeasurement()
        blackHole(try await queue.translateWaiting())
        benchmark.stopMeasurement()
    }

    // With all that an app has: changes that are followed, a schedule, and a status that is told.
    Benchmark("Translation | the queue running, 1,000 words in memory | superapp") { benchmark in
        let changes = WordStream()
        let words = Vocabulary(InMemoryWordRepository(), changes: changes)
        try await words.add(waitingWords(1000))
        let queue = TranslationQueue(
            services: instantServices(), words: words, clock: .system, sleeper: .system(), logger: .disabled)
        let (followed, seen) = (changes.events(), changes.events())
        benchmark.startMeasurement()
        let task = Task { await queue.run(on: followed) }
        var left = 1000
        for await change in seen {
            if case .updated = change { left -= 1 }
            guard left > 0 else { break }
        }
        benchmark.stopMeasurement()
        task.cancel()
        await task.value
    }

    if let url = ProcessInfo.processInfo.environment["DICT_URL"], let server = DictServer(url) { dict(server) }
    registerLastCase()
}

/// A thousand look-ups on a server on loopback, ten at a time, beside the `dict` program doing the same: a process for each word,
/// and a process for each ten. (A thousand in one iteration would be less than one iteration in a second, which the report
/// rounds to none.)
private func dict(_ server: DictServer) {
    var tens = Benchmark.defaultConfiguration
    tens.maxIterations = 100
    tens.maxDuration = .seconds(60)
    Benchmark("Translation | 10 DICT look-ups, 100 times | superapp", configuration: tens) {
        (benchmark, service: DictTranslationService) in
        let direction = try fromEnglish(to: .german)
        for word in try ten(benchmark.currentIteration) {
            do throws(TranslationError) {
                blackHole(try await service.lookUp(word, direction))
            } catch .notFound {
                continue
            }
        }
    } setup: {
        DictTranslationService(server: server, databases: ["fd-eng-deu"], clock: .system)
    }
    Benchmark("Translation | 10 DICT look-ups, 100 times | dict, a process for each", configuration: tens) {
        benchmark in
        for word in try ten(benchmark.currentIteration) { try runDict(server, [word.value]) }
    }
    Benchmark("Translation | 10 DICT look-ups, 100 times | dict, a process for ten", configuration: tens) { benchmark in
        try runDict(server, ten(benchmark.currentIteration).map(\.value))
    }
}

/// Ten words of the first thousand.
private func ten(_ number: Int) throws -> ArraySlice<WordText> {
    try everydayWords()[(number % 100 * 10)...].prefix(10)
}

private func runDict(_ server: DictServer, _ words: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/dict")
    process.arguments = ["-h", server.host, "-p", "\(server.port)", "-d", "fd-eng-deu", "-P", "-"] + words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
}

/// The glossary's English words, in the order of its file; read once.
private let glossaryWords = Result {
    guard let url = ProcessInfo.processInfo.environment["GLOSSARY"] else { throw CocoaError(.fileNoSuchFile) }
    let lines = try String(contentsOf: URL(filePath: url), encoding: .utf8).split(separator: "\n").dropFirst()
    return try lines.map { line in
        try WordText(String(line.split(separator: "\t")[1].split(separator: "|")[0]))
    }
}

private func everydayWords() throws -> [WordText] { try glossaryWords.get() }

private func fromEnglish(to language: Language) throws -> TranslationDirection {
    try TranslationDirection(from: .english, to: language)
}

private func waitingWords(_ count: Int) throws -> [Word] {
    let direction = try fromEnglish(to: .russian)
    return try (0..<count).map { number in
        let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
        return try Word(
            id: WordID("\(number)"), text: WordText("word \(number)"), direction: direction,
            createdAt: date, updatedAt: date)
    }
}

/// Answers at once: what is left is the queue.
/// The services of an app that asks the instant one only.
private func instantServices() -> TranslationServices {
    AppDependencies(
        store: .inMemory(), providers: TranslationConfiguration([.service(InstantService())], hedgingDelay: nil),
        direction: .englishToRussian
    ).makeTranslation()
}

private struct InstantService: TranslationService {
    func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        try DictionaryEntry(
            headword: text.value, direction: direction, senses: [.init(translations: ["x"])], provider: .dict,
            date: Date(timeIntervalSince1970: 0))
    }
}
