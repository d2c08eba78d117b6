import CoreModule
import Foundation

/// The text of a dictionary, plain or compressed by dictzip: a gzip file (RFC 1952) of chunks that do not depend on each other, with
/// their sizes in the field `RA` of its header (dictzip(1)). So an entry costs only the chunks that it is in.
struct DictionaryText: Sendable {
    /// Where an entry is.
    struct Place: Hashable, Sendable {
        let offset: Int
        let size: Int

        /// The place, and the byte before it if there is one.
        var withByteBefore: Place { offset == 0 ? self : Place(offset: offset - 1, size: size + 1) }
    }

    private let file: RandomAccessFile
    private var chunkSize = 0
    /// The offsets of the compressed chunks in the file, and that of their end; empty if the text is plain.
    private var chunks: [Int] = []

    /// Reads the header. Throws ``DictionaryFileError`` if the file is not compressed by dictzip, but should be.
    init(_ file: RandomAccessFile) throws(DictionaryFileError) {
        self.file = file
        guard let header = try Gzip.Header(file) else {
            if file.path.hasSuffix(".dz") || file.path.hasSuffix(".gz") { throw file.failure(.notDictzip) }
            return
        }
        let extra = header.extra
        var field = 0
        while field + 4 <= extra.count, extra[field..<field + 2] != [0x52, 0x41] {
            field += 4 + Self.number(extra, field + 2)
        }
        guard field + 10 <= extra.count else { throw file.failure(.notDictzip) }
        chunkSize = Self.number(extra, field + 6)
        let count = Self.number(extra, field + 8)
        guard chunkSize > 0, field + 10 + 2 * count <= extra.count else { throw file.failure(.damaged) }
        chunks = [header.size]
        for chunk in 0..<count { chunks.append(chunks[chunk] + Self.number(extra, field + 10 + 2 * chunk)) }
        guard chunks[count] <= file.size else { throw file.failure(.truncated) }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    /// How long the text is; of a compressed one the last chunk may be shorter.
    var size: Int { chunks.isEmpty ? file.size : (chunks.count - 1) * chunkSize }

    /// Whether the text is long enough to have a place.
    func contains(_ place: Place) -> Bool { place.offset + place.size <= size }

    /// The bytes of entries. Each chunk is expanded once. Throws ``DictionaryFileError``.
    func bytes(_ places: [Place]) throws(DictionaryFileError) -> [[UInt8]] {
        // A thousand times what a word needs.
        guard places.reduce(0, { min($0 + $1.size, 1 << 30) }) <= 8 << 20 else { throw file.failure(.wrongPlace) }
        var expanded: [Int: [UInt8]] = [:]
        var entries: [[UInt8]] = []
        for place in places {
            var entry = chunks.isEmpty ? try file.bytes(at: place.offset, count: place.size) : []
            while !chunks.isEmpty, entry.count < place.size {
                let (number, start) = (place.offset + entry.count).quotientAndRemainder(dividingBy: chunkSize)
                let chunk = if let known = expanded[number] { known } else { try chunk(number) }
                // 64 MB.
                guard expanded.count < 1024 else { throw file.failure(.tooLarge) }
                guard start < chunk.count else { break }
                expanded[number] = chunk
                entry += chunk[start...].prefix(place.size - entry.count)
            }
            guard entry.count == place.size else { throw file.failure(.wrongPlace) }
            entries.append(entry)
        }
        return entries
    }

    /// Calls a body with all bytes in their order, a block at a time. Throws ``DictionaryFileError``.
    func forEachBlock(_ body: ([UInt8]) throws(DictionaryFileError) -> Void) throws(DictionaryFileError) {
        for number in 0..<max(0, chunks.count - 1) { try body(chunk(number)) }
        guard chunks.isEmpty else { return }
        for offset in stride(from: 0, to: file.size, by: 1 << 18) {
            try body(file.bytes(at: offset, count: 1 << 18))
        }
    }

    private func chunk(_ number: Int) throws(DictionaryFileError) -> [UInt8] {
        guard number < chunks.count - 1 else { throw file.failure(.wrongPlace) }
        let compressed = try file.bytes(at: chunks[number], count: chunks[number + 1] - chunks[number])
        return try Gzip.inflate(compressed, capacity: chunkSize, of: file)
    }
}
