public import CoreModule
public import Foundation

/// Words are saved with what the device knows of them.
extension Vocabulary {
    /// Adds a word, with its translation if it has none and the device knows one. Throws ``DictionaryError/duplicate(of:)`` if there is
    /// a word with the same ``WordText/identity`` and direction, or with the same identifier.
    /// - Returns: the word as it was added, and the words of the same direction that differ only in case, accents or stress, and those
    ///   of which it is a form.
    @discardableResult
    public func add(_ word: Word) async throws(DictionaryError) -> (word: Word, similar: [Word]) {
        let new = await answered(ImportedWord(word))
        let bases = wordsOfForm(word.text, word.direction.source)
        return try await write("add word", word.logText, publishing: { [.added($0.word)] }) {
            words throws(DictionaryError) in
            try Self.insert(new, in: words)
            var similar: [Word] = []
            for text in [word.text.folded] + bases {
                let same = try words.words(folded: text).filter { $0.direction == word.direction && $0.id != word.id }
                similar += same.sorted { $0.position < $1.position }
            }
            return (new.word, similar)
        }
    }

    /// Adds a word that was typed earlier, such as on a device without a connection, unless it is in the bin: the device may send it
    /// again after its removal. Throws like adding a word.
    /// - Parameters:
    ///   - id: the identifier that the device has given to the word.
    ///   - text: what was typed.
    ///   - direction: the direction of translation.
    ///   - date: when it was typed. The word is of now if that is nil or later than now.
    /// - Returns: the word as it was added; nil if it is in the bin.
    @discardableResult
    public func addUnlessRemoved(
        _ id: WordID, text: WordText, direction: TranslationDirection, typedAt date: Date?
    ) async throws(DictionaryError) -> Word? {
        let now = clock.now()
        let typed = min(date ?? now, now)
        let word = Word(id: id, text: text, direction: direction, createdAt: typed, updatedAt: typed)
        let new = await answered(ImportedWord(word))
        return try await write("add word", word.logText, publishing: { $0.map { [.added($0)] } ?? [] }) {
            words throws(DictionaryError) in
            guard try words.removedWord(id) == nil else { return nil }
            try Self.insert(new, in: words)
            return new.word
        }
    }

    /// Adds words, all or none. Throws like adding one word.
    public func add(_ words: [Word]) async throws(DictionaryError) {
        let new = await answered(words.map { ImportedWord($0) })
        try await write(
            "add words", Self.count(words),
            publishing: { new.map { .added($0.word) } }
        ) { transaction throws(DictionaryError) in
            for word in new { try Self.insert(word, in: transaction) }
        }
    }

    /// Clears the user's own translations, if the word has any, and returns the word: with the service's translation again, or what the
    /// device knows, or waiting for one. Throws ``DictionaryError/notFound(_:)``.
    @discardableResult
    public func clearUserTranslation(of id: WordID, at date: Date) async throws(DictionaryError) -> Word {
        let known = try await entry(of: id) == nil ? await entryOnDevice(try await word(id)) : nil
        return try await write("clear translation", "\(id)", \.logText, publishing: { [.updated($0)] }) {
            words throws(DictionaryError) in
            let word = try Self.word(id, in: words)
            if word.translation.isOwn, try words.entry(of: id) == nil, let known, known.asked.asksSame(as: word) {
                try words.setEntry(known.entry, of: id)
            }
            return try Self.translate(word, [], at: date, in: words)
        }
    }

    /// What is known of a text on the device; nil if nothing is.
    func entryOnDevice(_ text: WordText, _ direction: TranslationDirection) async -> DictionaryEntry? {
        await onDevice(text, direction)?.cleaned
    }

    /// What is known of a word on the device, and what was asked.
    func entryOnDevice(_ asked: Word) async -> (asked: Word, entry: DictionaryEntry)? {
        await entryOnDevice(asked.text, asked.direction).map { (asked, $0) }
    }

    /// A word with what the device knows of it, if it has no translation.
    private func answered(_ word: ImportedWord) async -> ImportedWord {
        guard word.word.translation.translation == nil,
            let entry = await entryOnDevice(word.word.text, word.word.direction)
        else { return word }
        var known = word.word
        known.translation = .translated(entry.translation)
        return ImportedWord(known, entry: entry)
    }

    func answered(_ words: [ImportedWord]) async -> [ImportedWord] {
        var all: [ImportedWord] = []
        for word in words { all.append(await answered(word)) }
        return all
    }
}

extension Word {
    /// The word with another text or direction; what is nil stays.
    func asking(_ text: WordText?, _ direction: TranslationDirection?) -> Word {
        var word = self
        word.text = text ?? word.text
        word.direction = direction ?? word.direction
        return word
    }
}
