import CoreModule

/// The positions of the parts of a line.
struct TodoTxtLayout {
    /// The line without its line break and without a byte-order mark.
    let line: ArraySlice<UInt8>
    let mark: ArraySlice<UInt8>
    let lineBreak: ArraySlice<UInt8>
    let header: TodoTxtHeader
    /// The start of the text.
    let bodyStart: Int

    init(_ raw: ArraySlice<UInt8>) {
        var end = raw.endIndex
        if raw.last == .lineFeed {
            end -= 1
            while end > raw.startIndex, raw[end - 1] == .carriageReturn { end -= 1 }
        }
        lineBreak = raw[end...]
        let content = raw[..<end]
        mark = content.starts(with: [0xEF, 0xBB, 0xBF]) ? content.prefix(3) : content.prefix(0)
        line = content.dropFirst(mark.count)
        var rest = 0
        header = TodoTxtHeader(line, rest: &rest)
        bodyStart = rest
    }

    /// The words after the header.
    var words: [Range<Int>] {
        line[bodyStart...].split(whereSeparator: \.isWhiteSpace).map { $0.startIndex..<$0.endIndex }
    }

    /// The last pair of each of some keys, in order.
    func lastPairs(of keys: Set<String>) -> [Range<Int>] {
        var left = keys
        return words.reversed().filter { key($0).map { left.remove($0) != nil } ?? false }.reversed()
    }

    /// The pairs of a key, in their order.
    func pairs(of key: String) -> [Range<Int>] { words.filter { self.key($0) == key } }

    /// The text after the header, without some of its words and the space before them.
    func body(without words: [Range<Int>]) -> ArraySlice<UInt8> {
        var body: ArraySlice<UInt8> = []
        var start = bodyStart
        for word in words {
            body += line[start..<word.lowerBound].trimmedAtEnd
            start = word.upperBound
        }
        return body + line[start...]
    }

    private func key(_ word: Range<Int>) -> String? {
        Self.colon(in: line[word]).map { String(decoding: line[word.lowerBound..<$0], as: UTF8.self) }
    }

    /// The colon of a pair, with text on both sides; none in an address such as `https://example.com`.
    static func colon(in word: ArraySlice<UInt8>) -> Int? {
        guard let colon = word.firstIndex(of: .colon), colon > word.startIndex, colon + 1 < word.endIndex,
            !word[(colon + 1)...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
        else { return nil }
        return colon
    }
}
