import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Import and export", .bounded)
struct WordExchangeTests {
    private let time = ManualTime()

    private func exchange(_ words: Vocabulary) -> WordExchange {
        WordExchange(
            words: words, languages: .everyday, direction: ValueStream(.englishToRussian), clock: time.clock,
            identifiers: .sequence(prefix: "new-"))
    }

    /// Imports a text through a file.
    private func importing(
        _ text: String, _ format: ExchangeFormat, into words: Vocabulary
    ) async throws -> ImportReport {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words")
            try Data(text.utf8).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            let report = try await exchange(words).importWords(
                from: handle, named: "words", format: format)
            try handle.close()
            return report.report
        }
    }

    @Test(
        "words are imported with the values of the file, and in the current direction if it names none",
        arguments: WordRepositoryKind.allCases)
    func importing(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let report = try await importing(
                """
                text,translation,sourceLang,targetLang,isFavorite,createdAt,provider
                dog,собака,,,true,2020-01-02T03:04:05Z,glossary
                Hund,dog,de,en,,,
                xyzzy,,,,,,
                ,nothing,,,,,
                fox,x,xx,en,,,
                owl,x,en,en,,,
                dog,пёс,,,,,

                """, .csv, into: words)
            #expect(report.added == 3 && report.updated == 1 && report.unchanged == 0 && report.total == 7)
            #expect(
                report.rejected == [
                    .init(line: 5, reason: Message("there is no text")),
                    .init(line: 6, reason: Message("the language \("xx") is unknown")),
                    .init(line: 7, reason: Message("both languages are \("en")")),
                ])
            let all = try await words.words(.newest(10))
            let dog = try #require(all.last)
            #expect(dog.text.value == "dog" && dog.isFavorite && dog.direction == .englishToRussian)
            #expect(dog.createdAt == Date(timeIntervalSince1970: 1_577_934_245))
            #expect(dog.translation.translation?.text == "пёс" && dog.translation.translation?.provider == .user)
            #expect(all.filter { $0.translation == .pending }.map(\.text.value) == ["xyzzy"])
        }
    }

    @Test("an import removes nothing", arguments: WordRepositoryKind.allCases)
    func merging(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            try await words.add(.make("1", "dog", createdAt: time.now, isFavorite: true))
            try await words.setUserTranslations(["mine"], of: WordID("1"), at: time.now)
            let before = try await words.word(WordID("1"))
            let report = try await importing(
                "text,translation,isFavorite,provider\ndog,theirs,false,glossary\ndog,,,\n", .csv, into: words)
            #expect(report.unchanged == 2 && report.total == 2)
            #expect(try await words.word(WordID("1")) == before)
            let own = try await importing("text,translation\ndog,other words of mine\n", .csv, into: words)
            #expect(own.unchanged == 1)
            #expect(try await words.word(WordID("1")) == before)
        }
    }

    @Test(
        "an export imported into an empty store gives the same words, favourites and sources; a second import changes nothing",
        arguments: WordRepositoryKind.allCases, ExchangeFormat.allCases)
    func roundTrip(kind: WordRepositoryKind, format: ExchangeFormat) async throws {
        try await kind.withWords { words in
            for (number, text) in HostileText.all.enumerated() {
                time.advance(by: 0.25)
                let id = WordID("id-\(number)")
                try await words.add(
                    .make(id.rawValue, text, "de", "it", createdAt: time.now, isFavorite: number % 2 == 0))
                switch number % 3 {
                case 0:
                    try await words.setUserTranslations([text], of: id, at: time.now)
                    for other in HostileText.all[number...].prefix(3) {
                        try await words.setUserTranslations([other], of: id, at: time.now, isAdded: true)
                    }
                    try await words.edit(id, at: time.now) { $0.note = try WordNote("\(text)\n, \"note\"") }
                case 1:
                    let entry = try DictionaryEntry.make(text, [text], .between("de", "it"), at: time.now)
                    try await words.record(.found(entry), of: id, at: time.now)
                default: try await words.record(.notFound(), of: id, at: time.now)
                }
            }
            let original = try await words.words(.newest(.max))
            let copy = DictionaryStore.inMemory().vocabulary
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "words.\(format.rawValue)")
                #expect(try await exchange(words).exportWords(to: file, format: format) == original.count)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.systemPath).count == 1)
                let targets: [(words: Vocabulary, isEmpty: Bool)] = [(copy, true), (words, false)]
                for (target, isEmpty) in targets {
                    for round in 0..<2 {
                        let handle = try FileHandle(forReadingFrom: file)
                        let report = try await exchange(target).importWords(
                            from: handle, named: "file", format: format
                        ).report
                        try handle.close()
                        #expect(report.rejected.isEmpty && report.updated == 0)
                        #expect(report.added == (isEmpty && round == 0 ? original.count : 0))
                    }
                    #expect(try await target.words(.newest(.max)) == original)
                }
            }
            for word in original { #expect(try await copy.entry(of: word.id) == words.entry(of: word.id)) }
        }
    }

    /// Imports 1200 words, with something that is done when the file is read.
    private func importMany(into words: Vocabulary, _ whenRead: @escaping @Sendable () -> Void) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words")
            try Data((0..<1200).map { "word \($0)\n" }.joined().utf8).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            _ = try await exchange(words).importWords(from: handle, named: "file", format: .csv) { count in
                if count == 1200 { whenRead() }
            }
        }
    }

    @Test("an import that fails, or is cancelled, changes nothing")
    func failing() async throws {
        let failing = FaultyWordRepository(InMemoryWordRepository())
        let words = Vocabulary(failing)
        await #expect(throws: FaultyWordRepository.error) {
            try await importMany(into: words) { failing.isFailing = true }
        }
        failing.isFailing = false
        #expect(try await words.wordCount() == 0)
        let cancelled = Task {
            try await importMany(into: words) { withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: DictionaryError.self) { try await cancelled.value }
        #expect(try await words.wordCount() == 0)
        #expect(try await words.undoImport() == nil)
    }

    @Test("an import of many words is announced once")
    func announcement() async throws {
        let changes = WordStream()
        let words = Vocabulary(InMemoryWordRepository(), changes: changes)
        let events = changes.events()
        try await importMany(into: words) {}
        changes.finish()
        #expect(await events.all() == [.reloaded])
        #expect(try await words.wordCount() == 1200)
    }

    @Test("a word without a translation gets the entry that is known at once; that of the file stays")
    func onDevice() async throws {
        let entry = try DictionaryEntry.make("dog", ["собака"], at: time.now)
        let words = Vocabulary(InMemoryWordRepository(), onDevice: { text, _ in text.value == "xyz" ? nil : entry })
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words")
            try Data("text,translation\ndog,\nxyz,\ncat,mine\n".utf8).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            let report = try await exchange(words).importWords(from: handle, named: "words", format: .csv)
            #expect(report.report.added == 3 && report.first.map { $0[1] } == ["собака", "", "mine"])
        }
        let all = try await words.words(.newest(9))
        #expect(all.map { $0.translation.translation?.text } == ["mine", nil, "собака"])
        #expect(try await words.entry(of: all[2].id) == entry)
        #expect(try await words.entry(of: all[0].id) == nil)
    }

    @Test(
        "a folder cannot be imported, a missing folder cannot be exported to, and a failed export keeps the old file")
    func files() async throws {
        try await withTemporaryFolder { folder in
            let failing = FaultyWordRepository(InMemoryWordRepository())
            let words = Vocabulary(failing)
            let handle = try FileHandle(forReadingFrom: folder)
            let reading = await #expect(throws: DictionaryError.self) {
                try await exchange(words).importWords(from: handle, named: "folder", format: .csv)
            }
            #expect(reading?.code == "fileUnreadable")
            let writing = await #expect(throws: DictionaryError.self) {
                try await exchange(words).exportWords(to: folder.appending(path: "no/where.csv"), format: .csv)
            }
            #expect(writing?.code == "fileUnwritable")
            let file = folder.appending(path: "words.csv")
            try Data("old".utf8).write(to: file)
            failing.isFailing = true
            await #expect(throws: FaultyWordRepository.error) {
                try await exchange(words).exportWords(to: file, format: .csv)
            }
            #expect(try Data(contentsOf: file) == Data("old".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.systemPath) == ["words.csv"])
            let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
            failing.isFailing = false
            let disk = await #expect(throws: DictionaryError.self) {
                try await exchange(words).exportWords(to: full, named: "full", format: .csv)
            }
            #expect(disk?.code == "fileUnwritable")
        }
    }

    #if os(Linux)
    @Test("an export to a companion of the open store is refused, and keeps the store's locks")
    func companions() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.sqlite")
            let store = try await DictionaryStore.open(file)
            let words = store.vocabulary
            try await words.add(.make("1", "dog", createdAt: time.now))
            // Closed last: to close it drops the locks too.
            let probe = open(file.systemPath + "-shm", O_RDWR)
            defer { close(probe) }
            for suffix in ["-wal", "-SHM", "", "-shm"] {
                #expect(isLocked(probe))
                let error = await #expect(throws: DictionaryError.self) {
                    try await exchange(words).exportWords(to: URL(filePath: file.systemPath + suffix), format: .csv)
                }
                #expect(error?.code == "fileUnwritable")
                #expect(isLocked(probe), "\(suffix)")
            }
            await store.close()
        }
    }

    /// Whether another open file description has locks on a file, also if it is of this process.
    private func isLocked(_ file: Int32) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        // F_OFD_GETLK
        return fcntl(file, 36, &lock) == 0 && lock.l_type != F_UNLCK
    }
    #endif

    @MainActor
    @Test("a trial reports what the import then does, and changes and publishes nothing")
    func trial() async throws {
        let app = TestApp()
        let words = app.graph.words
        try await words.add(.make("1", "dog", createdAt: time.now, isFavorite: true))
        try await words.setUserTranslations(["mine"], of: WordID("1"), at: time.now)
        try await words.add(.make("2", "fox", createdAt: time.now))
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.csv")
            try Data("text,translation\ndog,theirs\nfox,лиса\nnew,a\nnew,b\n,x\nfox,лиса\n".utf8).write(to: file)
            func run(isTrial: Bool) async throws -> ImportReport {
                let handle = try FileHandle(forReadingFrom: file)
                defer { do { try handle.close() } catch { Issue.record(error) } }
                return try await app.graph.exchange.importWords(
                    from: handle, named: "words", format: .csv, isTrial: isTrial
                ).report
            }
            let before = try await words.words(.newest(.max))
            let changes = app.graph.wordChanges.events()
            let trial = try await run(isTrial: true)
            #expect(try await words.words(.newest(.max)) == before)
            #expect(trial.added == 1 && trial.updated == 1 && trial.unchanged == 3 && trial.rejected.count == 1)
            #expect(try await run(isTrial: false) == trial)
            #expect(try await words.wordCount() == 3)
            let published: [WordChange] = await changes.first(1)
            #expect(published == [.reloaded])
        }
    }
}
