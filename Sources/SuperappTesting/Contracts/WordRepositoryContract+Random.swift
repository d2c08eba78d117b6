import CoreModule
import Foundation
import PersonalDictionary

extension WordRepositoryContract {
    /// Few identifiers, texts and dates, so that calls meet what earlier ones have left.
    static let random = Law(
        RandomCalls(makeModel: { InMemoryWordRepository() }, call: randomCall, state: state))

    private typealias Step = RandomStep<any WordTransaction, DictionaryError>

    private static let ids = ["a", "b", "ab"].map { WordID($0) }
    private static let texts = ["dog", "Dog", "hound", "hot dog"]

    @Sendable private static func randomCall(
        _ generator: inout SeededGenerator
    ) throws -> RandomCall<any WordRepository> {
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            return RandomCall("delete(none)") { repository in
                // It may throw.
                do { try await repository.delete(WordID("none")) } catch {}
                return []
            }
        default:
            let steps = try (0...generator.pick(0, 0, 1, 2)).map { _ in try step(&generator) }
            let error: DictionaryError? = generator.pick(nil, nil, nil, .notFound("the end"))
            return .transaction(steps, error) { repository, body in try await repository.write(body) }
        }
    }

    private static func step(_ generator: inout SeededGenerator) throws -> Step {
        let id = generator.pick(of: ids)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0...3: return insertion(try randomWord(id, &generator))
        case 4, 5: return update(try randomWord(id, &generator))
        case 6, 7:
            return change("delete(\(id))", id) { words, _ throws(DictionaryError) in try words.delete(id) }
        case 8, 9:
            let texts: [String] = generator.pick([], ["кобель"], ["hound"])
            let entry = texts.isEmpty ? nil : try entry("dog", texts)
            return change("setEntry(\(texts), of: \(id))", id) { words, _ throws(DictionaryError) in
                try words.setEntry(entry, of: id)
            }
        case 10:
            let asked: Set<TranslationProvider> = generator.pick([], [.pons], [.glossary])
            return change("setAskedProviders(\(asked), of: \(id))", id) { words, _ throws(DictionaryError) in
                try words.setAskedProviders(asked, of: id)
            }
        default:
            return Step("read everything") { words throws(DictionaryError) in try state(words) }
        }
    }

    private static func randomWord(_ id: WordID, _ generator: inout SeededGenerator) throws -> Word {
        let own = Translation(text: "собака", alternatives: ["mine"], provider: .user, date: date(3))
        let said = Translation(text: "пёс", provider: .glossary, date: date(4))
        return try word(
            id.rawValue, generator.pick(of: texts),
            generator.pick(.englishToRussian, .englishToRussian, TranslationDirection(from: .english, to: .german)),
            at: generator.pick(0, 1, 2),
            generator.pick(.pending, .failed(until: nil), .notFound, .notFound, .translated(own), .translated(said)),
            isFavorite: generator.pick(true, false), note: generator.pick("", "Hot"),
            tags: generator.pick([], ["noun"], ["noun", "verb::x"]))
    }

    private static func text(_ word: Word) -> String {
        let translation = word.translation.translation?.text ?? "\(word.translation)"
        return "\(word.id), “\(word.text)” \(word.direction.target), \(translation)"
            + (word.isFavorite ? ", favourite" : "") + (word.note.value.isEmpty ? "" : ", note “\(word.note.value)”")
            + (word.tags.names.isEmpty ? "" : ", tags \(word.tags.names)")
    }

    private static func insertion(_ word: Word) -> Step {
        let seconds = Int(word.createdAt.timeIntervalSince(date(0)))
        return Step("insert(\(text(word)), at: \(seconds))") { words throws(DictionaryError) in
            // The error may name either of two.
            if let twin = try words.twin(of: word), twin.id != word.id, try words.word(word.id) != nil { return [] }
            do throws(DictionaryError) {
                try words.insert(word)
                return []
            } catch {
                guard case .duplicate = error else { throw error }
                return [("the error", "\(error)")]
            }
        }
    }

    private static func update(_ new: Word) -> Step {
        change("update(\(text(new)))", new.id) { words, old throws(DictionaryError) in
            if let twin = try words.twin(of: new), twin.id != new.id { return }
            try words.update(
                Word(
                    id: new.id, text: new.text, direction: new.direction, translation: new.translation,
                    isFavorite: new.isFavorite, note: new.note, tags: new.tags, createdAt: old.createdAt,
                    updatedAt: new.updatedAt))
        }
    }

    /// A change of a word that is there.
    private static func change(
        _ text: String, _ id: WordID,
        _ perform: @escaping @Sendable (any WordTransaction, Word) throws(DictionaryError) -> Void
    ) -> Step {
        Step(text) { words throws(DictionaryError) in
            if let word = try words.word(id) { try perform(words, word) }
            return []
        }
    }

    // MARK: Reading

    @Sendable private static func state(_ repository: any WordRepository) async throws -> Seen {
        try await repository.readToSearch { words throws(DictionaryError) in try state(words) }
    }

    /// What every method reads.
    private static func state(_ words: any WordSnapshot) throws(DictionaryError) -> Seen {
        var seen: Seen = [("the number of words", try words.wordCount())]
        for id in ids {
            seen += [
                ("the word \(id)", try words.word(id)), ("the entry of \(id)", try words.entry(of: id)),
                ("the providers asked for \(id)", try words.askedProviders(of: id)),
            ]
        }
        let selections: [WordSelection] = [
            .all, .favorites, .tagged("verb"), .awaitingTranslation, .notFound(notAskedOf: [.pons]),
            .listed(WordFilter(direction: .englishToRussian, isAlphabetical: true)),
        ]
        // Also behind a word that is there no more, or is elsewhere.
        let starts = [nil, WordPosition(createdAt: date(1), id: WordID("b"))]
        for (selection, start) in selections.flatMap({ selection in starts.map { (selection, $0) } }) {
            let found = try words.words(selection, WordPage(after: start, limit: start == nil ? .max : 1))
            seen.append(("the list of \(selection)\(start == nil ? "" : " after b at 1")", found.map(\.id)))
        }
        seen.append(("the first word of the prefix “a”", try words.words(idPrefix: "a", limit: 1)))
        for text in ["dog", "hound", "hot dog"] {
            seen.append(("the words with the folded text “\(text)”", Set(try words.words(folded: text).map(\.id))))
        }
        for query in [WordQuery("dog"), WordQuery("dog", limit: 1), WordQuery("hot"), WordQuery("коб")] {
            let found = try words.search(query)
            // Any order of words of one date may be right.
            seen.append(("the dates of what “\(query.text)” finds", found.map(\.createdAt)))
            if query.limit > 1 { seen.append(("what “\(query.text)” finds", Set(found.map(\.id)))) }
        }
        return seen
    }
}
