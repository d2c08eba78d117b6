import CoreModule
import Foundation
import PersonalDictionary

extension WordRepositoryContract {
    /// The laws of single changes.
    static let writing: [Law] = [
        Law("an empty repository has nothing") { repository, findings in
            let id = WordID("1")
            findings.expect("the list", try await repository.ids(), is: [])
            findings.expect("the word", try await repository.word(id), is: nil)
            findings.expect("its entry", try await repository.entry(of: id), is: nil)
            findings.expect("its asked providers", try await repository.asked(of: id), is: [])
        },
        Law("a word is returned as it was inserted") { repository, findings in
            let own = Translation(text: "пёс", alternatives: ["собака", "a, \"b\""], provider: .user, date: date(7))
            let said = Translation(text: "кот", provider: .glossary, date: date(8))
            let words = [
                try word("1", "Über-dog  two", at: 1),
                try word(
                    "2", "own", at: 2, .translated(own), isFavorite: true, note: "two\nlines",
                    tags: ["Noun", "книга::1", "noun"]),
                try word("3", "said", at: 3, .translated(said)), try word("4", "none", at: 4, .notFound),
                try word("5", "failed", at: 5, .failed(until: nil)),
                try word("6", "later", TranslationDirection(from: .german, to: .italian), .failed(until: date(900))),
            ]
            try await repository.insert(words)
            for word in words {
                findings.expect("the word", try await repository.word(word.id), is: word)
            }
        },
        Law("hostile text is stored unchanged") { repository, findings in
            for (number, hostile) in HostileText.all.enumerated() {
                // Without control characters, which no word has.
                let text = try WordText(hostile).value
                let own = Translation(text: text, provider: .user, date: date(1))
                let word = try word("id-\(number)", text, at: number, .translated(own), note: text)
                let entry = try entry(text, [text])
                try await repository.insert([word])
                try await repository.setEntry(entry, of: word.id)
                let stored = try await repository.word(word.id)
                let storedEntry = try await repository.entry(of: word.id)
                findings.expect("the word", stored, is: word)
                findings.expectExactly("its text", stored?.text.value, is: text)
                findings.expectExactly("its translation", stored?.translation.translation?.text, is: own.text)
                findings.expectExactly("its note", stored?.note.value, is: word.note.value)
                findings.expect("the entry", storedEntry, is: entry)
                findings.expectExactly("its headword", storedEntry?.headword, is: entry.headword)
            }
        },
        Law("a duplicate is refused, and the transaction goes on") { repository, findings in
            let first = try word("1", "Scho\u{308}n  e")
            let others = [
                try word("2", "schön e"), try word("3", "Schön e", TranslationDirection(from: .german, to: .english)),
            ]
            let duplicates = [try word("4", "Schön e"), try word("1", "another")]
            let refusals = try await repository.write { words throws(DictionaryError) in
                try words.insert(first)
                var refusals: [DictionaryError?] = []
                for duplicate in duplicates {
                    do throws(DictionaryError) {
                        try words.insert(duplicate)
                        refusals.append(nil)
                    } catch {
                        refusals.append(error)
                    }
                }
                for other in others { try words.insert(other) }
                return refusals
            }
            findings.expect(
                "the outcome", refusals, is: [.duplicate(of: WordID("1")), .duplicate(of: WordID("1"))])
            findings.expect("the list", Set(try await repository.ids()), is: ["1", "2", "3"])
            findings.expect("the word", try await repository.word(WordID("1")), is: first)
        },
        Law("an update replaces the word") { repository, findings in
            try await repository.insert([try word("1", "dog"), try word("2", "cat")])
            let said = Translation(text: "гончая", provider: .glossary, date: date(8))
            let changed = try word(
                "1", "Hound", TranslationDirection(from: .english, to: .german), .translated(said), isFavorite: true,
                note: "n", tags: ["noun", "a::b"])
            try await repository.update(changed)
            findings.expect("the word", try await repository.word(WordID("1")), is: changed)
            findings.expect("the words of the old text", try await repository.folded("dog"), is: [])
            findings.expect("the words of the new text", try await repository.folded("HOUND"), is: ["1"])
            // Its old text is free, and its new one taken.
            try await repository.insert([try word("3", "dog")])
            findings.expect("the number of words", try await repository.ids().count, is: 3)
        },
        Law("an update keeps the entry and the asked providers") { repository, findings in
            let entry = try entry("dog", ["собака"])
            try await repository.insert([try word("1", "dog")])
            try await repository.setEntry(entry, of: WordID("1"))
            try await repository.setAsked([.glossary], of: WordID("1"))
            try await repository.update(try word("1", "hound", isFavorite: true))
            findings.expect("the entry", try await repository.entry(of: WordID("1")), is: entry)
            findings.expect("the asked providers", try await repository.asked(of: WordID("1")), is: [.glossary])
        },
        Law("a word is deleted with its entry and its asked providers") { repository, findings in
            let word = try word("1", "dog")
            try await repository.insert([word, try Self.word("2", "cat")])
            try await repository.setEntry(try entry("dog", ["собака"]), of: word.id)
            try await repository.setAsked([.glossary], of: word.id)
            try await repository.delete(word.id)
            findings.expect("the list", try await repository.ids(), is: ["2"])
            findings.expect("the word", try await repository.word(word.id), is: nil)
            findings.expect("the words of its text", try await repository.folded("dog"), is: [])
            try await repository.insert([word])
            findings.expect("the entry of a new word", try await repository.entry(of: word.id), is: nil)
            findings.expect("its asked providers", try await repository.asked(of: word.id), is: [])
        },
        Law("an entry is stored, replaced and removed") { repository, findings in
            try await repository.insert([try word("1", "dog")])
            for entry in [try entry("dog", ["собака", "пёс"]), try entry("dog", ["гончая"]), nil] {
                try await repository.setEntry(entry, of: WordID("1"))
                findings.expect("the entry", try await repository.entry(of: WordID("1")), is: entry)
            }
        },
        Law("asked providers are stored exactly, and change nothing else") { repository, findings in
            let word = try word("1", "dog", at: 0, .notFound)
            try await repository.insert([word])
            let strange = TranslationProvider(rawValue: "Мой \"словарь\"/\\ [a, b]")
            for providers: Set<TranslationProvider> in [[.glossary, strange], [.pons], []] {
                try await repository.setAsked(providers, of: word.id)
                findings.expect("the set", try await repository.asked(of: word.id), is: providers)
            }
            findings.expect("the word", try await repository.word(word.id), is: word)
        },
        Law("the note on the last import is stored in parts, or not at all") { repository, findings in
            func notes() async throws -> [String?] {
                try await repository.write { words throws(DictionaryError) in
                    try (0..<4).map { part throws(DictionaryError) in try words.importNote(part: part) }
                }
            }
            func store(_ note: String?, _ part: Int) async throws {
                try await repository.write { words throws(DictionaryError) in
                    try words.setImportNote(note, part: part)
                }
            }
            for part in 0..<3 { try await store("note \(part)", part) }
            // A repository that keeps no note cannot undo imports.
            guard try await notes() != [nil, nil, nil, nil] else { return }
            findings.expect("the note", try await notes(), is: ["note 0", "note 1", "note 2", nil])
            try await store("other", 1)
            findings.expect("a note with a new part", try await notes(), is: ["note 0", "other", nil, nil])
            try await store(nil, 0)
            findings.expect("a removed note", try await notes(), is: [nil, nil, nil, nil])
        },
        Law("the bin keeps what was removed, apart from the words") { repository, findings in
            func bin(before date: Date = .distantFuture) async throws -> [RemovedWord] {
                try await repository.read { words throws(DictionaryError) in try words.removedWords(before: date) }
            }
            let dog = RemovedWord(
                try word("1", "dog", tags: ["noun"]), entry: try entry("dog", ["собака"]),
                askedProviders: [.glossary], removedAt: date(20))
            let others = [
                RemovedWord(try word("2", "cat"), removedAt: date(30)),
                RemovedWord(try word("3", "dog"), removedAt: date(20)),
            ]
            try await repository.insert([try word("4", "dog")])
            try await repository.write { words throws(DictionaryError) in
                for removed in others + [dog] { try words.setRemovedWord(removed, of: removed.id) }
            }
            // A repository that keeps no bin cannot restore words later.
            guard try await !bin().isEmpty else { return }
            findings.expect("the bin", try await bin(), is: [others[0], dog, others[1]])
            findings.expect("the earlier ones", try await bin(before: date(30)), is: [dog, others[1]])
            findings.expect("none before the first", try await bin(before: date(20)), is: [])
            findings.expect("the words", try await repository.ids(), is: ["4"])
            let again = RemovedWord(try word("1", "hound"), removedAt: date(40))
            do {
                try await repository.write { words throws(DictionaryError) in
                    try words.setRemovedWord(again, of: again.id)
                    throw .notFound("the end")
                }
            } catch DictionaryError.notFound {}
            findings.expect("the bin after a failure", try await bin(), is: [others[0], dog, others[1]])
            let found = try await repository.write { words throws(DictionaryError) in
                try words.setRemovedWord(again, of: again.id)
                try words.setRemovedWord(nil, of: others[1].id)
                try words.setRemovedWord(nil, of: WordID("none"))
                return [try words.removedWord(again.id), try words.removedWord(others[1].id)]
            }
            findings.expect("two of the bin", found, is: [again, nil])
            let counts = try await repository.write { words throws(DictionaryError) in
                [try words.deleteRemovedWords(before: date(30)), try words.deleteRemovedWords(before: date(40))]
            }
            findings.expect("how many were deleted", counts, is: [0, 1])
            findings.expect("what is left", try await bin(), is: [again])
        },
    ]
}
