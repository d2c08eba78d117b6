/// The formats of dictionaries in files.
enum DictionaryFileFormat: CaseIterable, Sendable {
    case dictd, starDict, dsl

    /// How the names of its files end; the longer one first if one is the end of another.
    var ends: [String] {
        switch self {
        case .dictd: [".index"]
        case .starDict: [".ifo"] + StarDictReader.indexEnds + StarDictReader.synonymEnds
        case .dsl: [".dsl.dz", ".dsl"]
        }
    }

    /// The ends of files of several formats.
    static let sharedEnds = [".dict.dz", ".dict"]

    /// The format of a file, and its path without the end. If the end is of several formats or missing, it is the first one of which a file
    /// is there, else dictd's.
    static func format(of path: String) -> (format: Self, path: String) {
        for format in allCases {
            if let end = format.ends.first(where: path.hasSuffix) { return (format, String(path.dropLast(end.count))) }
        }
        let path = String(path.dropLast(sharedEnds.first(where: path.hasSuffix)?.count ?? 0))
        return (allCases.first { $0.ends.contains { RandomAccessFile.exists(path + $0) } } ?? .dictd, path)
    }

    /// Opens the files of a dictionary. Throws ``DictionaryFileError``.
    func open(_ path: String) throws(DictionaryFileError) -> any DictionaryReader {
        switch self {
        case .dictd: try DictdReader(path)
        case .starDict: try StarDictReader(path)
        case .dsl: try DSLReader(path, ends: ends.reversed())
        }
    }
}
