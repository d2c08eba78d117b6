import CoreModule
import Foundation
import PersonalDictionary

extension WordRepositoryContract {
    /// The laws of lists and look-ups by key.
    static let reading: [Law] = [
        Law("each selection has its words in its order, page by page") { repository, findings in
            let words = try selectedWords()
            try await repository.insert(words.sorted { $0.id < $1.id })
            let notes: [Set<TranslationProvider>] = [[.glossary], [.pons], []]
            for (word, asked) in zip(words[6...], notes) { try await repository.setAsked(asked, of: word.id) }
            let selections: [(WordSelection, [Int])] = [
                (.all, [8, 7, 6, 5, 4, 3, 2, 1, 0]), (.favorites, [8, 6, 4, 2, 0]),
                (.awaitingTranslation, [0, 1, 2, 3]), (.notFound(notAskedOf: [.glossary]), [7, 8]),
                (.notFound(notAskedOf: [.glossary, .pons]), [6, 7, 8]), (.notFound(notAskedOf: []), []),
            ]
            for (selection, numbers) in selections {
                let expected = numbers.map { words[$0].id.rawValue }
                for limit in [0, 1, 2, 100, .max] {
                    let page = try await repository.ids(selection, WordPage(limit: limit))
                    findings.expect("a page of \(limit) of \(selection)", page, is: Array(expected.prefix(limit)))
                    for (place, number) in numbers.enumerated() {
                        let start = WordPage(after: words[number].position, limit: limit)
                        findings.expect(
                            "a page of \(limit) of \(selection) after word \(number)",
                            try await repository.ids(selection, start),
                            is: Array(expected.dropFirst(place + 1).prefix(limit)))
                    }
                }
            }
        },
        Law("words are listed by a tag, or by a part of it") { repository, findings in
            let tags = [
                ["verb"], ["verb::irregular", "book"], ["adverb", "Verb", "verbs"], [], ["book", "verb"],
                ["100%", "a_b", "é", "x\u{600}"],
            ]
            try await repository.insert(
                try tags.enumerated().map { try word("\($0)", "word \($0)", at: $0, tags: $1) })
            let expected = [
                ("verb", ["4", "1", "0"]), ("book", ["4", "1"]), ("Verb", ["2"]), ("verb::irregular", ["1"]),
                ("ver", []),
                ("%", []), ("axb", []), ("a_b", ["5"]), ("", []), ("verb book", []), ("book verb", []), ("é", ["5"]),
                ("e\u{301}", []), ("x\u{600}", ["5"]), ("\u{0}", []),
                ("verb\u{0}", []), ("verb::", []),
            ]
            for (tag, ids) in expected {
                findings.expect("the words with the tag \(tag)", try await repository.ids(.tagged(tag)), is: ids)
            }
            let start = WordPage(after: try word("4", "word 4", at: 4).position, limit: 1)
            findings.expect("the next page", try await repository.ids(.tagged("verb"), start), is: ["1"])
            try await repository.update(try word("1", "word 1", at: 1, tags: ["book"]))
            findings.expect("those after an update", try await repository.ids(.tagged("verb")), is: ["4", "0"])
        },
        Law("words are listed by their direction and by the alphabet, and counted by their direction") {
            repository, findings in
            let german = try TranslationDirection(from: .german, to: .russian)
            try await repository.insert([
                try word("1", "Über", german, at: 1, tags: ["verb"]), try word("2", "zoo", german, at: 2),
                try word("3", "еж", TranslationDirection(from: .russian, to: .german), at: 3),
                try word("5", "Apfel", german, at: 5, isFavorite: true, tags: ["verb"]),
                try word("4", "uber", at: 4, tags: ["verb"]), try word("6", "apfel", at: 6),
                try word("7", "zoo", at: 0),
            ])
            let expected: [(WordFilter, [String])] = [
                (WordFilter(direction: german), ["5", "2", "1"]), (WordFilter(direction: german.swapped), ["3"]),
                (WordFilter(tag: "verb", direction: german), ["5", "1"]),
                (WordFilter(tag: "verb", isAlphabetical: true), ["5", "1", "4"]),
                (WordFilter(isFavorite: true, tag: "verb", direction: german), ["5"]),
                (WordFilter(tag: "a b", direction: german), []),
                (WordFilter(direction: german, isAlphabetical: true), ["5", "1", "2"]),
                (WordFilter(isAlphabetical: true), ["5", "6", "1", "4", "2", "7", "3"]),
            ]
            for (filter, ids) in expected {
                findings.expect("the words of \(filter)", try await repository.ids(.listed(filter)), is: ids)
                var (paged, page): ([String], WordPage?) = ([], WordPage(limit: 1))
                while let next = page {
                    let found = try await repository.read { words throws(DictionaryError) in
                        try words.words(.listed(filter), next)
                    }
                    paged += found.map(\.id.rawValue)
                    page = found.last.map { WordPage(after: $0.position, limit: 2) }
                    guard paged.count <= ids.count else { break }
                }
                findings.expect("the pages of \(filter)", paged, is: ids)
            }
            let counts = try await repository.read { words throws(DictionaryError) in try words.wordCounts() }
            let russian = try TranslationDirection(from: .russian, to: .german)
            findings.expect("the numbers", counts, is: [german: 3, .englishToRussian: 3, russian: 1])
        },
        Law("a page begins after a word that was deleted") { repository, findings in
            let words = try (0..<4).map { try word("id-\($0)", "word \($0)", at: $0) }
            try await repository.insert(words)
            try await repository.delete(words[2].id)
            let page = try await repository.ids(.all, WordPage(after: words[2].position, limit: 9))
            findings.expect("the page", page, is: ["id-1", "id-0"])
        },
        Law("words of one millisecond are ordered by their identifiers") { repository, findings in
            try await repository.insert(try ["b", "d", "a", "c"].map { try word($0, "word \($0)") })
            findings.expect("the newest", try await repository.ids(), is: ["d", "c", "b", "a"])
            findings.expect(
                "the oldest that wait", try await repository.ids(.awaitingTranslation), is: ["a", "b", "c", "d"])
            let start = WordPage(after: WordPosition(createdAt: date(0), id: WordID("c")), limit: 9)
            findings.expect("the page after c", try await repository.ids(.all, start), is: ["b", "a"])
        },
        Law("the number of words is counted") { repository, findings in
            func count() async throws -> Int {
                try await repository.read { words throws(DictionaryError) in try words.wordCount() }
            }
            findings.expect("the number at first", try await count(), is: 0)
            try await repository.insert(try (0..<5).map { try word("\($0)", "word \($0)") })
            try await repository.delete(WordID("3"))
            findings.expect("the number", try await count(), is: 4)
        },
        Law("words are found by the beginning of an identifier") { repository, findings in
            let ids = ["ab", "abd", "abc", "b%", "b_x", "B", "я1", "я2"]
            try await repository.insert(try ids.map { try word($0, "word \($0)") })
            let expected = [
                "a": ["ab", "abc", "abd"], "abc": ["abc"], "b": ["b%", "b_x"], "b%": ["b%"], "b_": ["b_x"], "%": [],
                "A": [], "B": ["B"], "я": ["я1", "я2"], "x": [],
            ]
            for (prefix, ids) in expected {
                for limit in [1, 10] {
                    let found = try await repository.read { words throws(DictionaryError) in
                        try words.words(idPrefix: prefix, limit: limit).map(\.id.rawValue)
                    }
                    findings.expect("the words of \(prefix)", found, is: Array(ids.prefix(limit)))
                }
            }
        },
        Law("words are found by their folded text") { repository, findings in
            try await repository.insert([
                try word("1", "Über  Straße"), try word("2", "uber strasse"), try word("3", "über"),
                try word("4", "Über Straße", TranslationDirection(from: .german, to: .english)),
            ])
            findings.expect("the words", try await repository.folded("UBER STRASSE"), is: ["1", "2", "4"])
            findings.expect("the words of a part", try await repository.folded("strasse"), is: [])
        },
        Law("what is read at once is what is read") { repository, findings in
            try await repository.insert([try word("1", "dog"), try word("2", "cat", at: 1)])
            try await repository.delete(WordID("1"))
            let now = try repository.readNow { words throws(DictionaryError) in
                try words.words(.all, .newest(.max)).map(\.id.rawValue)
            }
            // Nil: it cannot be read at once.
            if let now { findings.expect("the list", now, is: ["2"]) }
        },
    ]

    /// Nine words a second apart: four that wait, two that are translated, three that were not found. Every other one is a favourite.
    private static func selectedWords() throws -> [Word] {
        let said = TranslationState.translated(Translation(text: "да", provider: .glossary, date: date(1)))
        let states: [TranslationState] = [
            .pending, .failed(until: nil), .failed(until: date(99)), .pending, said, said, .notFound, .notFound,
            .notFound,
        ]
        return try states.enumerated().map { number, state in
            // The identifiers are in another order than the dates.
            try word(
                "id-\(9 - number)", "word \(number)", at: number, state, isFavorite: number.isMultiple(of: 2))
        }
    }

    static let searching: [Law] = [
        Law("a search finds words by every text of theirs, best first") { repository, findings in
            let said = Translation(text: "догма", provider: .glossary, date: date(1))
            let own = Translation(text: "mine", alternatives: ["dog house"], provider: .user, date: date(1))
            try await repository.insert([
                try word("1", "Hotdog", at: 1), try word("2", "dog", at: 2), try word("3", "Dogma", at: 3),
                try word("4", "dógs", at: 4), try word("5", "said", at: 5, .translated(said)),
                try word("6", "own", at: 6, .translated(own)), try word("7", "noted", at: 7, note: "see dog"),
                try word("8", "entry", at: 8), try word("10", "tagged", at: 10, tags: ["animals", "hotdogs"]),
                try word("9", "собака", TranslationDirection(from: .russian, to: .english)),
            ])
            try await repository.setEntry(try entry("entry", ["first", "DOG"]), of: WordID("8"))
            let queries: [(WordQuery, [String])] = [
                (WordQuery("DOG", mode: .word), ["2", "4", "3", "1"]),
                (WordQuery("dog"), ["8", "2", "6", "4", "3", "10", "7", "1"]),
                (WordQuery("dog", limit: 2, offset: 1), ["2", "6"]),
                (WordQuery("догма", mode: .translation), ["5"]), (WordQuery("house dog"), ["6"]),
                (WordQuery("", mode: .both), []), (WordQuery("%"), []), (WordQuery("'"), []),
                (WordQuery("соб", direction: .englishToRussian), []), (WordQuery("соб"), ["9"]),
            ]
            for (query, ids) in queries {
                findings.expect("what \(query) finds", try await repository.found(query), is: ids)
            }
            findings.expect(
                "the words with one of two translations", try await repository.translated(as: ["догма", "dog house"]),
                is: ["5", "6"])
        },
        Law("a search sees every change") { repository, findings in
            try await repository.insert([try word("1", "dog")])
            findings.expect("what dog finds", try await repository.found(WordQuery("dog")), is: ["1"])
            try await repository.insert([try word("2", "fox", at: 1)])
            findings.expect("what the new word finds", try await repository.found(WordQuery("fox")), is: ["2"])
            try await repository.update(try word("1", "hound"))
            findings.expect("what the old text finds", try await repository.found(WordQuery("dog")), is: [])
            findings.expect("what the new text finds", try await repository.found(WordQuery("hound")), is: ["1"])
            try await repository.setEntry(try entry("hound", ["гончая"]), of: WordID("1"))
            findings.expect("what the entry finds", try await repository.found(WordQuery("гонч")), is: ["1"])
            let fox = Translation(text: "Лиса", provider: .user, date: date(1))
            try await repository.update(try word("2", "fox", at: 1, .translated(fox)))
            findings.expect(
                "the words with the new translation", try await repository.translated(as: ["лиса"]), is: ["2"])
            try await repository.delete(WordID("2"))
            findings.expect("what the deleted word finds", try await repository.found(WordQuery("fox")), is: [])
        },
    ]
}
