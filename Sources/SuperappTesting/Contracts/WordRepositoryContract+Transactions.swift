import CoreModule
import Foundation
import PersonalDictionary

extension WordRepositoryContract {
    static let transactions: [Law] = [
        Law("a transaction that throws changes nothing") { repository, findings in
            let entry = try entry("dog", ["собака"])
            let known = try ["dog", "fox", "owl"].enumerated().map { try word("\($0)", $1, at: $0) }
            let (new, again) = (try word("new", "cat"), try word("again", "dog"))
            try await repository.insert(known)
            try await repository.setEntry(entry, of: known[0].id)
            try await repository.setAsked([.pons], of: known[1].id)
            let before = try await repository.contents()
            let note = try await repository.write { words throws(DictionaryError) in
                try words.setImportNote("note", part: 0)
                return try words.importNote(part: 0)
            }
            // The last one is what a trial import throws.
            for error in [DictionaryError.emptyText, .store(StoreError(wrapping: CancellationError(), path: nil))] {
                await expect(error, &findings) {
                    () throws(DictionaryError) in
                    try await repository.write { words throws(DictionaryError) in
                        try words.insert(new)
                        try words.setEntry(entry, of: new.id)
                        try words.delete(known[0].id)
                        try words.insert(again)
                        try words.setAskedProviders([.glossary], of: known[1].id)
                        var owl = known[2]
                        owl.isFavorite = true
                        try words.update(owl)
                        try words.setImportNote("other", part: 0)
                        throw error
                    }
                }
                findings.expect("what is stored", try await repository.contents(), is: before)
                findings.expect("the number of found words", try await repository.found(WordQuery("cat")).count, is: 0)
                let noteAfter = try await repository.write { words throws(DictionaryError) in
                    try words.importNote(part: 0)
                }
                findings.expect("the note on the import", noteAfter, is: note)
            }
        },
        Law("a closure's error is thrown as it is, also by a read") { repository, findings in
            await expect(.notFound("x"), &findings) { () throws(DictionaryError) in
                try await repository.read { _ throws(DictionaryError) in throw .notFound("x") }
            }
            await expect(.notFound("x"), &findings) { () throws(DictionaryError) in
                try await repository.write { _ throws(DictionaryError) in throw .notFound("x") }
            }
        },
        Law("a closure is called once, and its value returned") { repository, findings in
            let (reads, writes) = (Locked(0), Locked(0))
            @Sendable func count(_ calls: Locked<Int>) -> Int {
                calls.withLock {
                    $0 += 1
                    return $0
                }
            }
            let read = try await repository.read { _ throws(DictionaryError) in count(reads) }
            let written = try await repository.write { _ throws(DictionaryError) in count(writes) }
            findings.expect("the value", [read, written], is: [1, 1])
            findings.expect("the number of calls", [reads, writes].map { $0.withLock(\.self) }, is: [1, 1])
        },
        Law("a transaction sees its own changes") { repository, findings in
            let (dog, fox, entry) = (try word("1", "dog"), try word("2", "fox"), try entry("fox", ["лиса"]))
            try await repository.insert([dog])
            let seen = try await repository.write { words throws(DictionaryError) in
                try words.insert(fox)
                try words.setEntry(entry, of: fox.id)
                try words.setAskedProviders([.pons], of: fox.id)
                try words.delete(dog.id)
                return [
                    try words.words(.all, .newest(9)) == [fox], try words.word(dog.id) == nil,
                    try words.word(fox.id) == fox, try words.entry(of: fox.id) == entry,
                    try words.askedProviders(of: fox.id) == [.pons], try words.wordCount() == 1,
                    try words.words(folded: fox.text.folded) == [fox], try words.words(folded: dog.text.folded) == [],
                    try words.search(WordQuery("лиса")) == [fox],
                ]
            }
            findings.expect("what it sees", seen, is: seen.map { _ in true })
        },
        Law("transactions of several tasks lose nothing") { repository, findings in
            try await repository.insert([try word("counter", "counter")])
            await findings.performAtOnce { number in
                let new = try word("id-\(number)", "word \(number)", at: number)
                try await repository.write { words throws(DictionaryError) in
                    try words.insert(new)
                    guard var counter = try words.word(WordID("counter")) else { throw .notFound("counter") }
                    counter.note = try WordNote("\((Int(counter.note.value) ?? 0) + 1)")
                    try words.update(counter)
                }
                return nil
            }
            findings.expect("the number of words", try await repository.ids().count, is: 41)
            findings.expect("the counter", try await repository.word(WordID("counter"))?.note.value, is: "40")
        },
        Law("changes of one's own are not external") { repository, findings in
            _ = try await repository.externalChanges()
            try await repository.insert([try word("1", "dog"), try word("2", "fox")])
            try await repository.update(try word("1", "dog", isFavorite: true))
            try await repository.delete(WordID("2"))
            findings.expect("the list", try await repository.externalChanges(), is: [])
        },
    ]

    private static func expect<Value>(
        _ expected: DictionaryError, _ findings: inout ContractFindings,
        _ body: () async throws(DictionaryError) -> Value
    ) async {
        do throws(DictionaryError) {
            _ = try await body()
            findings.add("nothing was thrown instead of \(expected)")
        } catch {
            findings.expect("the error", error, is: expected)
        }
    }
}
