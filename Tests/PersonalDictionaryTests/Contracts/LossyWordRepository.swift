import CoreModule
import Foundation
import PersonalDictionary

/// How a store with indexes of its own, such as a JSON file, loses words or finds wrong ones.
enum LossyFlaw: String, CaseIterable, Sendable {
    case updateForgetsNewIdentity, updateKeepsOldIdentity, deletionKeepsIdentity, identityIgnoresDirection
    case reusesKeys, deletionForgetsTwins, updateKeepsFolded, deletionKeepsFolded
    case searchKeepsOldText, searchKeepsDeleted, searchIgnoresNewEntry, searchIgnoresRemovedEntry
    case updateLosesTags, updateLosesNote, updateLosesEntry, updateKeepsAlternatives, deletionKeepsAsked, askedOnlyGrow
    case ordersEqualDatesByInsertion, restoresWithFormerDate, updateMovesToTop, favoritesOnlyGrow
    case failureKeepsIndexes, failureKeepsFirstChange, failureKeepsCount
    case skipsAfterDeletedWord, repeatsCursor, countsUpdates, deletesAnotherInPlaceOfMissing, duplicateOverwrites
}

/// A plain store of words, with indexes by identity, by folded text, by date and for the search.
actor LossyWordRepository: WordRepository {
    private let flaw: LossyFlaw?
    private var contents = LossyWords.Contents()

    init(_ flaw: LossyFlaw?) { self.flaw = flaw }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        try body(LossyWords(flaw, contents))
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        let draft = LossyWords(flaw, contents)
        do throws(DictionaryError) {
            let value = try body(draft)
            contents = draft.contents
            return value
        } catch {
            switch flaw {
            case .failureKeepsIndexes: contents.identities = draft.contents.identities
            case .failureKeepsFirstChange: if let first = draft.first { contents = first }
            case .failureKeepsCount: contents.count = draft.contents.count
            default: break
            }
            throw error
        }
    }
}

private final class LossyWords: WordTransaction {
    struct Row {
        var word: Word
        var entry: DictionaryEntry?
    }

    struct Contents {
        var rows: [Int: Row] = [:]
        var keys: [WordID: Int] = [:]
        var asked: [WordID: Set<TranslationProvider>] = [:]
        var identities: [String: WordID] = [:]
        var folded: [String: Set<WordID>] = [:]
        /// Newest first.
        var order: [WordPosition] = []
        var favorites: Set<WordID> = []
        var formerDates: [WordID: Date] = [:]
        var index = WordIndex()
        var (count, lastKey) = (0, 0)
    }

    private let flaw: LossyFlaw?
    private(set) var contents: Contents
    /// The contents after the first change.
    private(set) var first: Contents?

    init(_ flaw: LossyFlaw?, _ contents: Contents) {
        self.flaw = flaw
        self.contents = contents
    }

    // MARK: Reading

    private func row(_ id: WordID) -> Row? { contents.keys[id].flatMap { contents.rows[$0] } }

    func word(_ id: WordID) -> Word? { row(id)?.word }

    func words(folded: String) -> [Word] { contents.folded[folded, default: []].compactMap(word) }

    func words(_ selection: WordSelection, _ page: WordPage) -> [Word] {
        let order = selection.isOldestFirst ? contents.order.reversed() : contents.order
        var found = order.compactMap { word($0.id) }.filter { word in
            if flaw == .favoritesOnlyGrow, selection == .favorites { return contents.favorites.contains(word.id) }
            return selection.contains(word, askedProviders: askedProviders(of: word.id))
        }
        if selection.isAlphabetical { return selection.page(page, of: found) }
        if let start = page.start {
            let isPast = { (place: WordPosition) in
                self.flaw == .repeatsCursor && place == start
                    || (selection.isOldestFirst ? place < start : place > start)
            }
            found = Array(found.drop { !isPast($0.position) })
            if flaw == .skipsAfterDeletedWord, word(start.id) == nil { found = Array(found.dropFirst()) }
        }
        return Array(found.prefix(page.limit))
    }

    func wordCount() -> Int { contents.count }

    func entry(of id: WordID) -> DictionaryEntry? { row(id)?.entry }

    func askedProviders(of id: WordID) -> Set<TranslationProvider> { contents.asked[id] ?? [] }

    func search(_ query: WordQuery) -> [Word] {
        contents.index.search(query).compactMap { contents.rows[Int($0)]?.word }
    }

    // MARK: Writing

    private func identity(_ word: Word) -> String {
        word.text.identity + (flaw == .identityIgnoresDirection ? "" : "|\(word.direction)")
    }

    private func index(_ key: Int) {
        guard let row = contents.rows[key] else { return }
        contents.index.insert(row.word, row.entry, key: Int64(key))
    }

    private func noteFirst() { first = first ?? contents }

    func insert(_ word: Word) throws(DictionaryError) {
        if let id = contents.identities[identity(word)] ?? self.word(word.id)?.id {
            if flaw == .duplicateOverwrites, let key = contents.keys[id] {
                contents.rows[key]?.word.translation = word.translation
            }
            throw .duplicate(of: id)
        }
        var word = word
        if flaw == .restoresWithFormerDate, let date = contents.formerDates[word.id] {
            word = Word(
                id: word.id, text: word.text, direction: word.direction, translation: word.translation,
                isFavorite: word.isFavorite, note: word.note, tags: word.tags, createdAt: date,
                updatedAt: word.updatedAt)
        }
        contents.lastKey = flaw == .reusesKeys ? contents.rows.count : contents.lastKey + 1
        contents.keys[word.id] = contents.lastKey
        contents.rows[contents.lastKey] = Row(word: word)
        contents.identities[identity(word)] = word.id
        contents.folded[word.text.folded, default: []].insert(word.id)
        contents.order.append(word.position)
        contents.order.sort { flaw == .ordersEqualDatesByInsertion ? $0.createdAt > $1.createdAt : $0 < $1 }
        if word.isFavorite { contents.favorites.insert(word.id) }
        contents.formerDates[word.id] = word.createdAt
        contents.count += 1
        index(contents.lastKey)
        noteFirst()
    }

    func update(_ word: Word) {
        guard let key = contents.keys[word.id], let old = contents.rows[key]?.word else { return }
        var word = word
        let isOther = old.text != word.text
        if flaw == .updateLosesTags { word.tags = .empty }
        if flaw == .updateLosesNote, isOther { word.note = .empty }
        if flaw == .updateKeepsAlternatives, old.translation.translation != nil { word.translation = old.translation }
        contents.rows[key]?.word = word
        if flaw == .updateLosesEntry, isOther { contents.rows[key]?.entry = nil }
        if flaw != .updateKeepsOldIdentity { contents.identities[identity(old)] = nil }
        if flaw != .updateForgetsNewIdentity { contents.identities[identity(word)] = word.id }
        if flaw != .updateKeepsFolded { contents.folded[old.text.folded]?.remove(word.id) }
        contents.folded[word.text.folded, default: []].insert(word.id)
        if word.isFavorite { contents.favorites.insert(word.id) }
        if flaw == .updateMovesToTop {
            contents.order.removeAll { $0.id == word.id }
            contents.order.insert(word.position, at: 0)
        }
        if flaw == .countsUpdates, isOther { contents.count += 1 }
        if flaw != .searchKeepsOldText { index(key) }
        noteFirst()
    }

    func delete(_ id: WordID) {
        guard let key = contents.keys[id], let word = word(id) else {
            if flaw == .deletesAnotherInPlaceOfMissing, let first = contents.order.first { delete(first.id) }
            return
        }
        contents.keys[id] = nil
        contents.rows[key] = nil
        if flaw != .deletionKeepsAsked { contents.asked[id] = nil }
        if flaw != .deletionKeepsIdentity { contents.identities[identity(word)] = nil }
        if flaw == .deletionForgetsTwins { contents.folded[word.text.folded] = nil }
        if flaw != .deletionKeepsFolded { contents.folded[word.text.folded]?.remove(id) }
        contents.order.removeAll { $0.id == id }
        contents.favorites.remove(id)
        contents.count -= 1
        if flaw != .searchKeepsDeleted { contents.index.remove(Int64(key)) }
        noteFirst()
    }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) {
        guard let key = contents.keys[id] else { return }
        contents.rows[key]?.entry = entry
        if flaw != (entry == nil ? .searchIgnoresRemovedEntry : .searchIgnoresNewEntry) { index(key) }
        noteFirst()
    }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) {
        contents.asked[id] = flaw == .askedOnlyGrow ? askedProviders(of: id).union(providers) : providers
        noteFirst()
    }
}
