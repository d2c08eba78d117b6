import CoreModule
import Foundation

/// The words as records that devices have in common.
///
/// A word's text and direction are one field, and each tag is a field of its own with its place among the tags, so that tags of two devices come together. Of what services
/// said, only the translation that lists show is carried, so that a list looks the same before its words are looked up.
struct WordRecords: ReplicatedRecords {
    enum Field {
        static let text = "text"
        static let created = ".created"
        static let own = "own"
        static let ownDate = ".ownDate"
        static let service = ".service"
    }

    let tables: [OwnTables]
    let clock: WallClock

    /// The entries of words that another one of the same identity replaces, until that is set.
    private let replaced = Locked<[String: DictionaryEntry]>([:])

    init(tables: [OwnTables], clock: WallClock) {
        (self.tables, self.clock) = (tables, clock)
    }

    let kind = "word"
    let table = (name: "word", column: "id")

    // MARK: From the store

    func mark(_ store: SQLiteConnection) throws -> String? { String(try WordRevision.latest(store)) }

    func changes(since mark: String?, _ store: SQLiteConnection) throws -> [ReplicaValue] {
        let words = SQLiteWordTransaction(store, WordSearchIndex(), nil)
        let changed = try store.query(
            "SELECT \(WordRow.columns) FROM word WHERE revision > ?", [.integer(mark.flatMap { Int64($0) } ?? -1)],
            WordRow.word)
        return try changed.map { word in
            // Beside the user's own translations, the entry has what a service said.
            let entry = word.translation.isOwn ? try words.entry(of: word.id) : nil
            return ReplicaValue(id: word.id.rawValue, fields: Self.fields(of: word, entry), date: word.updatedAt)
        }
    }

    func removed(_ id: String, _ store: SQLiteConnection) throws -> ReplicaValue? {
        let words = SQLiteWordTransaction(store, WordSearchIndex(), nil)
        return try words.removedWord(WordID(id)).map { removed in
            let entry = removed.word.translation.isOwn ? removed.entry : nil
            return ReplicaValue(id: id, fields: Self.fields(of: removed.word, entry), date: removed.word.updatedAt)
        }
    }

    private static func fields(of word: Word, _ entry: DictionaryEntry?) -> [String: String] {
        var fields = [
            Field.text: "\(word.direction.source.code) \(word.direction.target.code) \(word.text.value)",
            Field.created: String(word.createdAt.millisecondsSince1970),
        ]
        fields.merge(word.marks) { _, mark in mark }
        let translation = word.translation.translation
        if word.translation.isOwn {
            fields[Field.own] = translation.map { text(of: $0.all) }
            fields[Field.ownDate] = translation.map { String($0.date.millisecondsSince1970) }
        }
        if let said = word.translation.isOwn ? entry?.translation : translation {
            // With what was asked: the text may be edited on another device before that knows of the answer.
            fields[Field.service] = """
                \(said.provider.rawValue) \(said.date.millisecondsSince1970)
                \(identity(word.text, word.direction))
                \(said.text)
                """
        }
        return fields
    }

    // MARK: To the store

    func set(_ value: ReplicaValue, in transaction: ReplicaTransaction) throws {
        let words = SQLiteWordTransaction(transaction.connection, WordSearchIndex(), nil, tables)
        let id = WordID(value.id)
        let present = try words.word(id)
        guard let word = try Self.word(value, present, in: words), word != present else { return }
        guard let present else {
            let identity = Self.identity(word.text, word.direction)
            let known = try replaced.withLock { $0.removeValue(forKey: identity) } ?? words.removedWord(id)?.entry
            try words.insert(word)
            if let said = Self.service(value, of: word) {
                // What this device knows of the same answer is more than what is carried.
                let isSame = known?.translation.text == said.text && known?.translation.provider == said.provider
                let entry = isSame ? known : word.translation.isOwn ? DictionaryEntry(said, of: word) : nil
                if let entry { try words.setEntry(entry, of: id) }
            }
            return try words.setRemovedWord(nil, of: id)
        }
        if word.translation.isOwn { try Vocabulary.keepEntry(of: present, in: words) }
        try Vocabulary.update(present, to: word, in: words)
    }

    /// The word with these values; nil if they are not enough for one.
    private static func word(_ value: ReplicaValue, _ present: Word?, in words: any WordSnapshot) throws -> Word? {
        guard let asked = asked(value.fields) else { return nil }
        var word =
            present
            ?? Word(
                id: WordID(value.id), text: asked.text, direction: asked.direction, createdAt: created(value),
                updatedAt: value.date)
        (word.text, word.direction) = (asked.text, asked.direction)
        word.marks = value.fields
        word.translation = try translation(value, of: word, in: words)
        word.updatedAt = value.date
        return word
    }

    private static func translation(
        _ value: ReplicaValue, of word: Word, in words: any WordSnapshot
    ) throws -> TranslationState {
        let own = lines(value.fields[Field.own])
        if let first = own.first {
            let date = value.fields[Field.ownDate].flatMap { Int64($0) }.map { Date(millisecondsSince1970: $0) }
            return .translated(
                Translation(
                    text: first, alternatives: Array(own.dropFirst()), provider: .user, date: date ?? value.date))
        }
        if let said = service(value, of: word) { return .translated(said) }
        guard word.translation.isOwn else { return word.translation }
        return try words.entry(of: word.id).map { .translated($0.translation) } ?? .pending
    }

    func remove(_ value: ReplicaValue, isReplaced: Bool, in transaction: ReplicaTransaction) throws {
        let words = SQLiteWordTransaction(transaction.connection, WordSearchIndex(), nil, tables)
        let id = WordID(value.id)
        guard let present = try words.word(id) else { return }
        if isReplaced {
            if let entry = try words.entry(of: id) {
                replaced.withLock { $0[Self.identity(present.text, present.direction)] = entry }
            }
            return try words.delete(id)
        }
        // In the bin it has what was edited before the removal, on whichever device.
        let last = try Self.word(value, present, in: words)
        var removed = try Vocabulary.remove(id, at: clock.now(), in: words)
        guard let last, last != present else { return }
        removed.word = last
        if last.translation.isOwn, removed.entry == nil {
            removed.entry = Self.service(value, of: last).map { DictionaryEntry($0, of: last) }
        }
        try words.setRemovedWord(removed, of: id)
    }

    // MARK: Fields

    /// The text with single spaces, in the composed form, and the direction.
    func identity(_ id: String, _ fields: [String: String]) -> String? {
        Self.asked(fields).map { Self.identity($0.text, $0.direction) }
    }

    private static func identity(_ text: WordText, _ direction: TranslationDirection) -> String {
        "\(direction.source.code) \(direction.target.code) \(text.identity.precomposedStringWithCanonicalMapping)"
    }

    private static func asked(_ fields: [String: String]) -> (text: WordText, direction: TranslationDirection)? {
        guard let field = fields[Field.text].flatMap({ SyncedText(field: $0) }),
            fields[Field.created].flatMap({ Int64($0) }) != nil
        else { return nil }
        // A text that is too long was written by a version that allows more.
        let text = WordText(stored: field.text)
        guard !text.identity.isEmpty else { return nil }
        do {
            return (text, try TranslationDirection(from: field.source, to: field.target))
        } catch {
            return nil
        }
    }

    private static func parts(_ text: String?, separator: Unicode.Scalar) -> [String] {
        (text ?? "").unicodeScalars.split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false)
            .map { String($0) }
    }

    /// Texts as one: a line each, with `\\n` for a line break in it, and `\\\\` for a backslash.
    private static func text(of lines: [String]) -> String {
        lines.map { line in
            line.unicodeScalars.reduce(into: "") { text, scalar in
                switch scalar {
                case "\n": text += "\\n"
                case "\\": text += "\\\\"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }.joined(separator: "\n")
    }

    /// What ``text(of:)`` has made one.
    static func lines(_ text: String?) -> [String] {
        (text ?? "").unicodeScalars.split(separator: "\n").map { line in
            var isEscaped = false
            return line.reduce(into: "") { text, scalar in
                if !isEscaped, scalar == "\\" {
                    isEscaped = true
                } else {
                    text.unicodeScalars.append(isEscaped && scalar == "n" ? "\n" : scalar)
                    isEscaped = false
                }
            }
        }
    }

    private static func created(_ value: ReplicaValue) -> Date {
        value.fields[Field.created].flatMap { Int64($0) }.map { Date(millisecondsSince1970: $0) } ?? value.date
    }

    /// What a service has said of a word; nil if it was asked for another text.
    private static func service(_ value: ReplicaValue, of word: Word) -> Translation? {
        let parts = parts(value.fields[Field.service], separator: "\n")
        guard parts.count == 3, parts[1] == identity(word.text, word.direction), !parts[2].isEmpty else { return nil }
        let origin = parts[0].split(separator: " ")
        guard origin.count == 2, let milliseconds = Int64(origin[1]) else { return nil }
        return Translation(
            text: parts[2], provider: TranslationProvider(rawValue: String(origin[0])),
            date: Date(millisecondsSince1970: milliseconds))
    }

    /// Stars, notes, tags and own translations come together.
    func united(_ records: [[String: String]]) -> [String: String] {
        var united = records.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        var own: [String] = []
        for line in records.flatMap({ Self.lines($0[Field.own]) }) where !own.contains(line) { own.append(line) }
        united[Field.own] = own.isEmpty ? nil : Self.text(of: own)
        Word.uniteMarks(&united, of: records)
        return united
    }

    func role(of field: String) -> ReplicaFieldRole {
        switch field {
        case Field.text: .identity
        case Field.own, Field.created, Field.service, Field.ownDate: .content
        default: Word.isMark(field) ? .content : .unknown
        }
    }
}
