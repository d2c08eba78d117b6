import CoreModule
import Foundation

/// The rules for words, inside a transaction.
extension Vocabulary {
    static func words(
        _ text: WordText, in words: any WordSnapshot
    ) throws(DictionaryError) -> [Word] {
        let similar = try words.words(folded: text.folded).sorted { $0.position < $1.position }
        let same = similar.filter { $0.text.identity == text.identity }
        return same.isEmpty ? similar : same
    }

    static func word(_ id: WordID, in words: any WordSnapshot) throws(DictionaryError) -> Word {
        guard let word = try words.word(id) else { throw .notFound(id.rawValue) }
        return word
    }

    /// Adds a word with its entry, if it has one.
    static func insert(_ word: ImportedWord, in words: any WordTransaction) throws(DictionaryError) {
        try words.insert(word.word)
        if let entry = word.entry { try words.setEntry(entry, of: word.word.id) }
    }

    /// Keeps what a service said of a word whose translation is about to change: in its entry, which is made if there is none.
    /// - Parameter offered: the entry of a word without a translation.
    /// - Returns: the new entry.
    @discardableResult
    static func keepEntry(
        of word: Word, or offered: DictionaryEntry? = nil, in words: any WordTransaction
    ) throws(DictionaryError) -> DictionaryEntry? {
        let said = word.translation.isOwn ? nil : word.translation.translation
        guard let entry = said.map({ DictionaryEntry($0, of: word) }) ?? offered, try words.entry(of: word.id) == nil
        else { return nil }
        try words.setEntry(entry, of: word.id)
        return entry
    }

    /// Replaces a word's own translations. Without any, its translation is what a service has said, or waits for that. Nil changes nothing.
    static func translate(
        _ word: Word, _ translations: [String]?, at date: Date, in words: any WordTransaction
    ) throws(DictionaryError) -> Word {
        guard let translations else { return word }
        guard translations.isEmpty else {
            return try translate(word, translations, isAdded: false, at: date, in: words)
        }
        guard word.translation.isOwn else { return word }
        let entry = try words.entry(of: word.id)
        return try set(entry.map { .translated($0.translation) } ?? .pending, of: word, at: date, in: words)
    }

    /// Replaces a word's own translations, or adds to them. Throws if there is none.
    static func translate(
        _ word: Word, _ typed: [String], isAdded: Bool, at date: Date, in words: any WordTransaction
    ) throws(DictionaryError) -> Word {
        let own = word.translation.isOwn ? word.translation.translation?.all ?? [] : []
        let texts = isAdded ? own + typed : typed
        guard texts != own || own.isEmpty else { return word }
        // One that is stored stays as it is, also if it is longer than what can be typed.
        let first = texts.first ?? ""
        let text = try first == own.first ? first : WordText(first).value
        let translation = try Translation(text: text, provider: .user, date: date)
            .adding(Array(texts.dropFirst()), at: date)
        guard translation.all != own else { return word }
        try keepEntry(of: word, in: words)
        return try set(.translated(translation), of: word, at: date, in: words)
    }

    /// Changes the translation of a word.
    static func set(
        _ state: TranslationState, of word: Word, at date: Date, in words: any WordTransaction
    ) throws(DictionaryError) -> Word {
        var changed = word
        changed.translation = state
        changed.updatedAt = date
        try update(word, to: changed, in: words)
        return changed
    }

    /// Stores a changed word. Which providers were asked is known only as long as no service knows the word.
    static func update(_ word: Word, to changed: Word, in words: any WordTransaction) throws(DictionaryError) {
        if word.translation == .notFound, changed.translation != .notFound {
            try words.setAskedProviders([], of: word.id)
        }
        try words.update(changed)
    }
}

extension Word {
    /// This word as a caller changes it. Identifier, text, direction, translation and dates stay.
    func edited(_ change: (inout Word) throws -> Void) throws(DictionaryError) -> Word {
        var edited = self
        do { try change(&edited) } catch { throw DictionaryError(wrapping: error, path: nil) }
        edited = edited.asChange(of: self).asking(text, direction)
        (edited.translation, edited.updatedAt) = (translation, updatedAt)
        return edited
    }
}

// MARK: What is logged at debug level

extension Word {
    /// `0192… dog = собака (translated)`.
    var logText: String {
        "\(id) \(text.value)\(translation.translation.map { " = \($0.text)" } ?? "") (\(translation.name))"
    }
}

extension LookUpOutcome {
    /// How it ended, without the entry.
    var logText: String {
        switch self {
        case .found: "found"
        case .notFound: "not found"
        case .failed: "failed"
        }
    }
}
