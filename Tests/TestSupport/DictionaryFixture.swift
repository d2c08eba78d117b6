package import Foundation
package import PersonalDictionary

/// A small dictionary in dictd's format, written by a program of its own.
package struct DictionaryFixture: Sendable {
    /// How the index is sorted.
    package enum Order: CaseIterable, Sendable {
        /// `00-database-utf8`: letters, digits and spaces in lower case, by bytes.
        case utf8
        /// `00-database-allchars`: all characters in lower case, by bytes.
        case allCharacters
        /// `00-database-case-sensitive` and `00-database-allchars`: the words themselves, by bytes.
        case caseSensitive
        /// None of these: the words themselves, sorted by `sort -df`.
        case phoneDirectory
    }

    package var entries: [(word: String, text: String)]
    package var title = "English-Russian FreeDict Dictionary"
    package var order = Order.utf8
    /// The size of the compressed chunks; nil if the text is plain.
    package var chunkSize: Int? = 100
    /// Whether the index has the words as they are shown in a fourth column.
    package var hasFourColumns = false

    package init(_ entries: [(word: String, text: String)]) {
        self.entries = entries
    }

    /// Writes the files.
    /// - Returns: the index.
    @discardableResult
    package func write(to folder: URL, name: String = "eng-rus") throws -> URL {
        let (index, text) = bytes
        let file = folder.appending(path: "\(name).index")
        try Data(index).write(to: file)
        let end = chunkSize == nil ? "dict" : "dict.dz"
        try Data(text).write(to: folder.appending(path: "\(name).\(end)"))
        return file
    }

    /// The contents of both files.
    package var bytes: (index: [UInt8], text: [UInt8]) {
        let flags = [
            Order.utf8: ["utf8"], .allCharacters: ["allchars", "utf8"], .caseSensitive: ["allchars", "case-sensitive"],
            .phoneDirectory: [],
        ]
        var text: [UInt8] = []
        var places: [String: Int] = [:]
        var lines: [(key: String, line: String)] = []
        let special = (flags[order] ?? []).map { ("00-database-\($0)", "") } + [("00-database-short", "     \(title)")]
        for (word, entry) in special + entries {
            let key = Self.key(word, order)
            let entry = "\(word.hasPrefix("00-") ? "\(word)\n" : "")\(entry)\n"
            // Equal entries are one, as in FreeDict's.
            let place = places[entry] ?? text.count
            let shown = order == .phoneDirectory ? word : key
            let column = hasFourColumns ? "\t\(word)" : ""
            lines.append((key, "\(shown)\t\(Self.number(place))\t\(Self.number(entry.utf8.count))\(column)\n"))
            if place == text.count { text += entry.utf8 }
            places[entry] = place
        }
        lines.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return (lines.flatMap { Array($0.line.utf8) }, chunkSize.map { Self.dictzip(text, $0) } ?? text)
    }

    private static func key(_ word: String, _ order: Order) -> String {
        switch order {
        case .utf8, .phoneDirectory: word.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " }
        case .allCharacters: word.lowercased()
        case .caseSensitive: word
        }
    }

    private static func number(_ number: Int) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        return (number < 64 ? "" : Self.number(number / 64)) + String(digits[number % 64])
    }

    /// A gzip file as dictzip writes it, but with stored blocks.
    package static func dictzip(_ text: [UInt8], _ chunkSize: Int) -> [UInt8] {
        func short(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
        let chunks = stride(from: 0, to: text.count, by: chunkSize).map { start -> [UInt8] in
            let data = Array(text[start..<min(start + chunkSize, text.count)])
            return [0] + short(data.count) + short(0xFFFF - data.count) + data + [0, 0, 0, 0xFF, 0xFF]
        }
        let field = short(1) + short(chunkSize) + short(chunks.count) + chunks.flatMap { short($0.count) }
        let extra = Array("RA".utf8) + short(field.count) + field
        let header: [UInt8] =
            [0x1F, 0x8B, 8, 4 | 8 | 16, 0, 0, 0, 0, 2, 3] + short(extra.count) + extra
            + Array("a.dict\0a comment\0".utf8)
        return header + chunks.joined() + [3, 0] + [UInt8](repeating: 0, count: 8)
    }

    /// An entry on one line: its pronunciation, and each sense with its part of speech, notes, translations, marks and examples.
    package static func description(of entry: DictionaryEntry) -> String {
        let senses = entry.senses.map { sense in
            let translations = sense.translations.map {
                $0 + (sense.marks[$0].map { "[\($0.joined(separator: " "))]" } ?? "")
            }
            let examples = sense.examples.map { "{\($0.source)=\($0.target)}" }
            let notes = sense.notes.isEmpty ? nil : "(\(sense.notes.joined(separator: ", ")))"
            return ([sense.partOfSpeech, notes, translations.joined(separator: "|")].compactMap(\.self) + examples)
                .joined(separator: " ")
        }
        return (entry.pronunciation.map { "/\($0)/ " } ?? "") + senses.joined(separator: "; ")
    }
}
