import CoreModule
import Foundation
import SuperappZlib

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

    private static let library: czlib_library? = {
        var library = czlib_library()
        return czlib_load(&library) ? library : nil
    }()

    private let file: RandomAccessFile
    private var chunkSize = 0
    /// The offsets of the compressed chunks in the file, and that of their end; empty if the text is plain.
    private var chunks: [Int] = []

    /// Reads the header. Throws ``DictionaryFileError`` if the file is not compressed by dictzip, but should be.
    init(_ file: RandomAccessFile) throws(DictionaryFileError) {
        self.file = file
        let header = try file.bytes(at: 0, count: 12)
        guard header.starts(with: [0x1F, 0x8B]) else {
            if file.path.hasSuffix(".dz") { throw file.failure(.notDictzip) }
            return
        }
        guard header.count == 12 else { throw file.failure(.truncated) }
        // The flags: 4 an extra field, 8 the name, 16 a comment, 2 a checksum of the header.
        let (method, flags) = (header[2], header[3])
        guard method == 8, flags & 4 != 0 else { throw file.failure(.notDictzip) }
        let extra = try file.bytes(at: 12, count: Self.number(header, 10))
        guard extra.count == Self.number(header, 10) else { throw file.failure(.truncated) }
        var field = 0
        while field + 4 <= extra.count, extra[field..<field + 2] != [0x52, 0x41] {
            field += 4 + Self.number(extra, field + 2)
        }
        guard field + 10 <= extra.count else { throw file.failure(.notDictzip) }
        chunkSize = Self.number(extra, field + 6)
        let count = Self.number(extra, field + 8)
        guard chunkSize > 0, field + 10 + 2 * count <= extra.count else { throw file.failure(.damaged) }
        var place = 12 + extra.count
        for flag: UInt8 in [8, 16] where flags & flag != 0 {
            let text = try file.bytes(at: place, count: 4096)
            place += (text.firstIndex(of: 0) ?? text.count) + 1
        }
        chunks = [flags & 2 == 0 ? place : place + 2]
        for chunk in 0..<count { chunks.append(chunks[chunk] + Self.number(extra, field + 10 + 2 * chunk)) }
        guard chunks[count] <= file.size else { throw file.failure(.truncated) }
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    /// Whether the text is long enough to have a place; of a compressed one the last chunk may be shorter.
    func contains(_ place: Place) -> Bool {
        place.offset + place.size <= (chunks.isEmpty ? file.size : (chunks.count - 1) * chunkSize)
    }

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
                guard start < chunk.count else { break }
                expanded[number] = chunk
                entry += chunk[start...].prefix(place.size - entry.count)
            }
            guard entry.count == place.size else { throw file.failure(.wrongPlace) }
            entries.append(entry)
        }
        return entries
    }

    private func chunk(_ number: Int) throws(DictionaryFileError) -> [UInt8] {
        guard number < chunks.count - 1 else { throw file.failure(.wrongPlace) }
        guard let library = Self.library else {
            throw file.failure(.unreadable(Message("this system has no zlib; unpack it with dictunzip")))
        }
        let compressed = try file.bytes(at: chunks[number], count: chunks[number + 1] - chunks[number])
        var size = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, filled in
            size = czlib_expand(library, compressed, compressed.count, buffer.baseAddress, buffer.count)
            filled = max(0, size)
        }
        if size < 0 { throw file.failure(.damaged) }
        return chunk
    }
}
