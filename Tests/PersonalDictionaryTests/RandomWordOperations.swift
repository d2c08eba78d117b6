import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport

/// Random operations on words, and a simple model of their results.
struct RandomWordOperations {
    private var generator: SeededGenerator
    private var model: [WordID: Word] = [:]
    private var asked: [WordID: Set<TranslationProvider>] = [:]
    private var entries: [WordID: DictionaryEntry] = [:]
    /// What is in the bin.
    private var removed: [WordID: RemovedWord] = [:]
    private var lastID = 0
    private let time = ManualTime()

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    var expectedWords: [Word] { model.values.sorted { $0.position < $1.position } }

    func expectedMatches(_ query: String) -> Set<WordID> {
        let needle = TextFolding.fold(query, .search)
        let words = model.values.filter { word in
            let said = entries[word.id]?.senses.flatMap(\.translations) ?? []
            let texts = [word.text.value, word.note.value] + said + (word.translation.translation?.all ?? [])
            return texts.contains { TextFolding.fold($0, .search).contains(needle) }
        }
        return Set(words.map(\.id))
    }

    /// The entries of the words, in their order.
    var expectedEntries: [DictionaryEntry?] { expectedWords.map { entries[$0.id] } }

    /// Runs one operation, and requires that it succeeds or fails like the model.
    mutating func performOne(on repository: Vocabulary) async throws {
        time.advance(by: Double(Int.random(in: 0...2, using: &generator)))
        switch Int.random(in: 0..<11, using: &generator) {
        case 0, 1: try await add(to: repository)
        case 2: try await star(in: repository)
        case 3: try await translate(in: repository)
        case 4: try await lookUp(in: repository)
        case 5: try await findOwed(in: repository)
        case 6: try await addTranslation(in: repository)
        case 7, 8: try await edit(in: repository)
        case 9: try await restore(in: repository)
        default: try await remove(from: repository)
        }
    }

    private mutating func text() -> String {
        let letters = ["a", "b", "A", "ä", "'", "я"]
        return (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            letters[Int.random(in: 0..<letters.count, using: &generator)]
        }.joined()
    }

    /// The identifier of a word; sometimes one that no word has.
    private mutating func someID() -> WordID {
        let ids = model.keys.sorted()
        guard !ids.isEmpty, Int.random(in: 0..<8, using: &generator) > 0 else { return WordID("none") }
        return ids[Int.random(in: 0..<ids.count, using: &generator)]
    }

    private mutating func add(to repository: Vocabulary) async throws {
        lastID += 1
        let word = try Word.make(String(format: "id-%04d", lastID), text(), createdAt: time.now)
        let duplicateID = model.values.first {
            $0.text.identity == word.text.identity && $0.direction == word.direction
        }
        let error = await failure { () throws(DictionaryError) in try await repository.add(word) }
        try require(error == duplicateID.map { .duplicate(of: $0.id) })
        if duplicateID == nil { model[word.id] = word }
    }

    private mutating func star(in repository: Vocabulary) async throws {
        let id = someID()
        let isFavorite = Bool.random(using: &generator)
        let now = time.now
        let error = await failure { () throws(DictionaryError) in
            try await repository.setFavorite(isFavorite, of: id, at: now)
        }
        try require(error == (model[id] == nil ? .notFound(id.rawValue) : nil))
        guard var word = model[id], word.isFavorite != isFavorite else { return }
        word.isFavorite = isFavorite
        word.updatedAt = now
        model[id] = word
    }

    private mutating func translate(in repository: Vocabulary) async throws {
        let id = someID()
        let text = text()
        let now = time.now
        let error = await failure { () throws(DictionaryError) in
            try await repository.setUserTranslations([text], of: id, at: now)
        }
        try require(error == (model[id] == nil ? .notFound(id.rawValue) : nil))
        // The same again changes nothing.
        if let word = model[id], word.translation.isOwn, word.translation.translation?.all == [text] { return }
        try setOwn(Translation(text: text, provider: .user, date: now), of: id, at: now)
    }

    private mutating func setOwn(_ translation: Translation, of id: WordID, at now: Date) throws {
        guard let word = model[id] else { return }
        asked[id] = nil
        if entries[id] == nil, !word.translation.isOwn, let said = word.translation.translation {
            entries[id] = try .make(word.text.value, [said.text], word.direction, at: said.date)
        }
        model[id]?.translation = .translated(translation)
        model[id]?.updatedAt = now
    }

    private mutating func addTranslation(in repository: Vocabulary) async throws {
        let id = someID()
        let text = text()
        let now = time.now
        let error = await failure { () throws(DictionaryError) in
            try await repository.setUserTranslations([text], of: id, at: now, isAdded: true)
        }
        try require(error == (model[id] == nil ? .notFound(id.rawValue) : nil))
        let present = model[id]?.translation.isOwn == true ? model[id]?.translation.translation : nil
        guard let present else {
            return try setOwn(Translation(text: text, provider: .user, date: now), of: id, at: now)
        }
        guard !present.all.contains(text) else { return }
        let all = Translation(
            text: present.text, alternatives: present.alternatives + [text], provider: .user, date: now)
        try setOwn(all, of: id, at: now)
    }

    /// Changes the text, the direction or the note.
    private mutating func edit(in repository: Vocabulary) async throws {
        let id = someID()
        let now = time.now
        let text = Bool.random(using: &generator) ? try WordText(text()) : nil
        let direction =
            Int.random(in: 0..<4, using: &generator) == 0 ? try TranslationDirection.between("de", "it") : nil
        let note = Bool.random(using: &generator) ? try WordNote(self.text()) : nil
        let error = await failure { () throws(DictionaryError) in
            try await repository.edit(id, text: text, direction: direction, at: now) { $0.note = note ?? $0.note }
        }
        guard let word = model[id] else { return try require(error == .notFound(id.rawValue)) }
        let (newText, newDirection) = (text ?? word.text, direction ?? word.direction)
        let twin = model.values.first {
            $0.id != id && $0.text.identity == newText.identity && $0.direction == newDirection
        }
        let isMoved = newText.identity != word.text.identity || newDirection != word.direction
        try require(error == (isMoved ? twin : nil).map { .duplicate(of: $0.id) })
        guard error == nil else { return }
        var edited = Word(
            id: id, text: newText, direction: newDirection, translation: word.translation, isFavorite: word.isFavorite,
            note: note ?? word.note, createdAt: word.createdAt, updatedAt: word.updatedAt)
        if isMoved {
            (entries[id], asked[id]) = (nil, nil)
            if !word.translation.isOwn { edited.translation = .pending }
        }
        if edited != word { edited.updatedAt = now }
        model[id] = edited
    }

    /// Brings a word back from the bin, or rarely empties it.
    private mutating func restore(in repository: Vocabulary) async throws {
        let bin = try await repository.removedWords().map { RemovedWord(undated: $0) }
        try require(Set(bin) == Set(removed.values))
        if Int.random(in: 0..<9, using: &generator) == 0 {
            try require(try await repository.emptyBin() == removed.count)
            removed = [:]
        }
        let ids = removed.keys.sorted()
        let id = ids.isEmpty ? WordID("none") : ids[Int.random(in: 0..<ids.count, using: &generator)]
        let twin = model.values.first { word in
            removed[id].map { $0.word.text.identity == word.text.identity && $0.word.direction == word.direction }
                ?? false
        }
        let error = await failure { () throws(DictionaryError) in try await repository.restore([id]) }
        try require(error == (removed[id] == nil ? .notFound("none") : twin.map { .duplicate(of: $0.id) }))
        guard error == nil, let word = removed[id] else { return }
        (model[id], entries[id], removed[id]) = (word.word, word.entry, nil)
        asked[id] = word.askedProviders.isEmpty ? nil : word.askedProviders
    }

    private mutating func lookUp(in repository: Vocabulary) async throws {
        let id = someID()
        let now = time.now
        let entry = try DictionaryEntry.make("x", [text()], at: now)
        let providers = someProviders()
        let outcome = [LookUpOutcome.found(entry), .notFound(askedOf: providers), .failed(until: nil)][
            Int.random(in: 0..<3, using: &generator)]
        let returned = try await repository.record(outcome, of: id, at: now)
        if var word = model[id], !word.translation.isOwn || outcome == .found(entry) {
            let isWaiting = word.translation.isWaiting
            switch outcome {
            case .found:
                if !word.translation.isOwn { word.translation = .translated(entry.translation) }
                (asked[id], entries[id]) = (nil, entry)
            case .notFound where word.translation.translation == nil:
                word.translation = .notFound
                asked[id, default: []].formUnion(providers)
                guard isWaiting else { return try require(returned == nil) }
            case .failed where isWaiting: word.translation = .failed(until: nil)
            case .notFound, .failed: return try require(returned == nil)
            }
            word.updatedAt = now
            model[id] = word
            try require(returned == word)
        } else {
            try require(returned == nil)
        }
    }

    private mutating func someProviders() -> Set<TranslationProvider> {
        let all: [TranslationProvider] = [.glossary, .dict, .pons]
        return Set(all.filter { _ in Bool.random(using: &generator) })
    }

    private mutating func findOwed(in repository: Vocabulary) async throws {
        let providers = someProviders()
        let expected = model.values.filter {
            $0.translation == .notFound && !providers.isSubset(of: asked[$0.id] ?? [])
        }.sorted { $1.position < $0.position }
        try require(
            try await repository.words(WordPage(limit: 4), in: .notFound(notAskedOf: providers))
                == Array(expected.prefix(4)))
        let id = someID()
        try require(try await repository.providersAsked(for: id) == asked[id] ?? [])
    }

    private mutating func remove(from repository: Vocabulary) async throws {
        let ids = Set((0..<Int.random(in: 1...2, using: &generator)).map { _ in someID() })
        let isWhole = ids.allSatisfy { model[$0] != nil }
        let result = Locked<[ImportedWord]>([])
        let error = await failure { () throws(DictionaryError) in
            let removed = try await repository.remove(Array(ids))
            result.withLock { $0 = removed }
        }
        try require((error == nil) == isWhole)
        guard isWhole else { return }
        let words = result.withLock { $0 }
        try require(Set(words.map(\.word)) == Set(ids.compactMap { model[$0] }))
        try require(words.allSatisfy { $0.entry == entries[$0.word.id] })
        for word in words {
            let id = word.word.id
            removed[id] = RemovedWord(
                word.word, entry: word.entry, askedProviders: asked[id] ?? [], removedAt: .distantPast)
            (model[id], asked[id], entries[id]) = (nil, nil, nil)
        }
    }

    private func failure(_ body: () async throws(DictionaryError) -> some Any) async -> DictionaryError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    private struct Disagreement: Error {}

    private func require(_ condition: Bool) throws {
        guard condition else { throw Disagreement() }
    }
}

extension RemovedWord {
    /// The same without the date, which the model does not know.
    fileprivate init(undated removed: RemovedWord) {
        self = removed
        removedAt = .distantPast
    }
}
