import CoreModule
import SuperappZlib

/// The bytes of a file; those of a gzip file (RFC 1952), which cannot be read in pieces, are expanded and kept.
struct DictionaryBytes: Sendable {
    let file: RandomAccessFile
    private let expanded: [UInt8]?

    /// Opens a file, which is a gzip file if its name ends so. Throws ``DictionaryFileError`` if it is damaged, or expands to
    /// more than a dictionary has.
    init(_ file: RandomAccessFile) throws(DictionaryFileError) {
        self.file = file
        expanded = file.path.hasSuffix(".gz") || file.path.hasSuffix(".dz") ? try Gzip.expand(file) : nil
    }

    /// Bytes that were made of a file.
    init(_ bytes: [UInt8], of file: RandomAccessFile) { (self.file, expanded) = (file, bytes) }

    var size: Int { expanded?.count ?? file.size }

    /// The bytes at a place, fewer at the end.
    func bytes(at offset: Int, count: Int) throws(DictionaryFileError) -> [UInt8] {
        guard let expanded else { return try file.bytes(at: offset, count: count) }
        return Array(expanded.dropFirst(offset).prefix(count))
    }
}

/// Expands gzip files with the system's zlib.
enum Gzip {
    /// The header of a gzip file: what follows it, and its extra field.
    struct Header {
        let size: Int
        let extra: [UInt8]

        /// Reads the header. Throws ``DictionaryFileError`` if it is cut; nil if it is no header.
        init?(_ file: RandomAccessFile) throws(DictionaryFileError) {
            let header = try file.bytes(at: 0, count: 10)
            guard header.starts(with: [0x1F, 0x8B]) else { return nil }
            guard header.count == 10 else { throw file.failure(.truncated) }
            guard header[2] == 8 else { return nil }
            // The flags: 4 an extra field, 8 the name, 16 a comment, 2 a checksum of the header.
            let flags = header[3]
            var place = 10
            if flags & 4 != 0 {
                let length = try file.bytes(at: place, count: 2)
                guard length.count == 2 else { throw file.failure(.truncated) }
                let count = Int(length[0]) | Int(length[1]) << 8
                extra = try file.bytes(at: place + 2, count: count)
                guard extra.count == count else { throw file.failure(.truncated) }
                place += 2 + count
            } else {
                extra = []
            }
            for flag: UInt8 in [8, 16] where flags & flag != 0 {
                let text = try file.bytes(at: place, count: 4096)
                place += (text.firstIndex(of: 0) ?? text.count) + 1
            }
            size = flags & 2 == 0 ? place : place + 2
        }
    }

    /// 256 MB.
    static let maximumSize = 1 << 28

    /// The expanded bytes of a whole file.
    static func expand(_ file: RandomAccessFile) throws(DictionaryFileError) -> [UInt8] {
        guard let header = try Header(file) else { throw file.failure(.damaged) }
        let compressed = try file.bytes(at: header.size, count: min(file.size, maximumSize) - header.size)
        guard compressed.count > 8 else { throw file.failure(.truncated) }
        // The last four bytes are the expanded size. Deflate makes data a thousandth at best.
        let size = compressed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= 1100 * compressed.count else { throw file.failure(.damaged) }
        guard max(size, file.size) <= maximumSize else { throw file.failure(.tooLarge) }
        let bytes = try inflate(compressed, capacity: max(1, size), of: file)
        guard bytes.count == size else { throw file.failure(.damaged) }
        return bytes
    }

    private static let library: czlib_library? = {
        var library = czlib_library()
        return czlib_load(&library) ? library : nil
    }()

    /// Expands data in the format of deflate, which does not depend on data before it.
    static func inflate(
        _ compressed: [UInt8], capacity: Int, of file: RandomAccessFile
    ) throws(DictionaryFileError) -> [UInt8] {
        guard let library else {
            throw file.failure(.unreadable(Message("this system has no zlib; unpack it with dictunzip")))
        }
        var size = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
            size = czlib_expand(library, compressed, compressed.count, buffer.baseAddress, buffer.count)
            filled = max(0, size)
        }
        if size < 0 { throw file.failure(.damaged) }
        return bytes
    }
}
