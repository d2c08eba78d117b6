package import Foundation

/// A small dictionary in StarDict's format, written by a program of its own.
package struct StarDictFixture: Sendable {
    /// The parts of an entry: of one type each.
    package typealias Parts = [(type: Character, text: String)]

    package var entries: [(word: String, parts: Parts)]
    package var synonyms: [(word: String, of: String)] = []
    package var title = "English-Russian words"
    /// The types of the parts of all entries; nil if each entry says its own.
    package var sameTypes: String?
    package var offsetBits = 32
    /// What the names of the compressed index and synonyms end with; empty if they are plain.
    package var compression = ""
    /// The size of the compressed chunks of the text; nil if it is plain.
    package var chunkSize: Int?
    /// More lines of the description.
    package var description = ""

    package init(_ entries: [(word: String, parts: Parts)]) {
        self.entries = entries
    }

    /// A dictionary of one type of text.
    package init(_ type: Character, _ entries: [(word: String, text: String)]) {
        self.init(entries.map { ($0.word, [(type, $0.text)]) })
        sameTypes = String(type)
    }

    /// Writes the files.
    /// - Returns: the description.
    @discardableResult
    package func write(to folder: URL, name: String = "words") throws -> URL {
        for (end, bytes) in files { try Data(bytes).write(to: folder.appending(path: name + end)) }
        return folder.appending(path: "\(name).ifo")
    }

    /// The contents of the files, by the ends of their names.
    package var files: [String: [UInt8]] {
        var (text, index): ([UInt8], [UInt8]) = ([], [])
        let sorted = entries.sorted { Self.isOrdered($0.word, $1.word) }
        for (word, parts) in sorted {
            let data = Self.data(parts, isSame: sameTypes != nil)
            index += Array(word.utf8) + [0] + Self.number(text.count, offsetBits / 8) + Self.number(data.count, 4)
            text += data
        }
        var files = [
            ".ifo": Array(
                """
                StarDict's dict ifo file
                version=\(offsetBits == 64 ? "3.0.0" : "2.4.2")
                wordcount=\(entries.count)
                synwordcount=\(synonyms.count)
                idxfilesize=\(index.count)
                idxoffsetbits=\(offsetBits)
                bookname=\(title)
                \(sameTypes.map { "sametypesequence=\($0)" } ?? "author=nobody")
                \(description)

                """.utf8),
            ".idx" + compression: compression.isEmpty ? index : Self.gzip(index),
            chunkSize == nil ? ".dict" : ".dict.dz": chunkSize.map { DictionaryFixture.dictzip(text, $0) } ?? text,
        ]
        if !synonyms.isEmpty {
            let list = synonyms.sorted { Self.isOrdered($0.word, $1.word) }.flatMap { word, main -> [UInt8] in
                Array(word.utf8) + [0] + Self.number(sorted.firstIndex { $0.word == main } ?? sorted.count, 4)
            }
            files[".syn" + compression] = compression.isEmpty ? list : Self.gzip(list)
        }
        return files
    }

    private static func isOrdered(_ one: String, _ other: String) -> Bool {
        func key(_ text: String) -> [UInt8] { text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 } }
        return key(one).lexicographicallyPrecedes(key(other))
    }

    private static func data(_ parts: Parts, isSame: Bool) -> [UInt8] {
        parts.enumerated().flatMap { number, part -> [UInt8] in
            let isLast = isSame && number == parts.count - 1
            let text = Array(part.text.utf8)
            let type = isSame ? [] : Array(String(part.type).utf8)
            if part.type.isUppercase { return type + (isLast ? [] : Self.number(text.count, 4)) + text }
            return type + text + (isLast ? [] : [0])
        }
    }

    private static func number(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// A gzip file of stored blocks.
    package static func gzip(_ data: [UInt8]) -> [UInt8] {
        let blocks = stride(from: 0, to: data.count, by: 60_000).flatMap { start -> [UInt8] in
            let block = data[start..<min(start + 60_000, data.count)]
            let size = block.count
            return [0, UInt8(size & 0xFF), UInt8(size >> 8), UInt8(~size & 0xFF), UInt8(~size >> 8 & 0xFF)] + block
        }
        return [0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 2, 3] + Array("words.idx\0".utf8) + blocks + [3, 0, 0, 0, 0, 0]
            + Self.number(data.count, 4).reversed()
    }
}
