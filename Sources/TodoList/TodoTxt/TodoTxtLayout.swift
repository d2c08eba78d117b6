import CoreModule

/// The positions of the parts of a line.
struct TodoTxtLayout {
    /// The line without its line break and without a byte-order mark.
    let line: ArraySlice<UInt8>
    let header: TodoTxtHeader
    /// The start of the text.
    let bodyStart: Int

    /// - Parameter isEntry: whether only a priority may stand before the text.
    init(_ raw: ArraySlice<UInt8>, isEntry: Bool = false) {
        var end = raw.endIndex
        if raw.last == .lineFeed {
            end -= 1
            while end > raw.startIndex, raw[end - 1] == .carriageReturn { end -= 1 }
        }
        let content = raw[..<end]
        line = content.starts(with: [0xEF, 0xBB, 0xBF]) ? content.dropFirst(3) : content
        var body = line
        header = isEntry ? TodoTxtHeader(priority: TodoTxtHeader.priority(&body)) : TodoTxtHeader(consuming: &body)
        bodyStart = body.startIndex
    }

    /// The pairs `key:value` and their places, in order.
    var pairs: [(key: String, value: String, place: Range<Int>)] {
        line[bodyStart...].split(whereSeparator: \.isWhiteSpace).compactMap { word in
            Self.colon(in: word).map { colon in
                let key = String(decoding: word[..<colon], as: UTF8.self)
                return (key, String(decoding: word[(colon + 1)...], as: UTF8.self), word.startIndex..<word.endIndex)
            }
        }
    }

    /// The places of the last pair of each of some keys, in order.
    func lastPlaces(of keys: Set<String>) -> [Range<Int>] {
        var left = keys
        return pairs.reversed().filter { left.remove($0.key) != nil }.map(\.place).reversed()
    }

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

    /// The colon of a pair, with text on both sides; none in an address such as `https://example.com`.
    private static func colon(in word: ArraySlice<UInt8>) -> Int? {
        guard let colon = word.firstIndex(of: .colon), colon > word.startIndex, colon + 1 < word.endIndex,
            !word[(colon + 1)...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")])
        else { return nil }
        return colon
    }
}

/// The beginning of a line: `x 2026-12-02 2026-12-01 ` or `(A) 2026-12-01 `.
struct TodoTxtHeader: Hashable, Sendable {
    var isCompleted = false
    var priority: TodoTxtPriority?
    var completionDate: CalendarDay?
    var creationDate: CalendarDay?
}

extension TodoTxtHeader {
    /// Reads the beginning of a line, and removes it from the line.
    init(consuming line: inout ArraySlice<UInt8>) {
        if line.starts(with: [UInt8(ascii: "x"), .space]) {
            isCompleted = true
            line = line.dropFirst(2)
        }
        priority = Self.priority(&line)
        guard isCompleted else {
            creationDate = Self.date(&line)
            return
        }
        // Some programs leave the priority of a done task behind a date.
        completionDate = Self.date(&line)
        guard completionDate != nil else { return }
        priority = priority ?? Self.priority(&line)
        creationDate = Self.date(&line)
        priority = priority ?? Self.priority(&line)
    }

    fileprivate static func priority(_ line: inout ArraySlice<UInt8>) -> TodoTxtPriority? {
        let letters = Array(line.prefix(4))
        guard letters.count == 4, letters[0] == UInt8(ascii: "("), letters[2] == UInt8(ascii: ")"),
            letters[3] == .space,
            let priority = TodoTxtPriority(letters[1])
        else { return nil }
        line = line.dropFirst(4)
        return priority
    }

    /// The beginning as it is written, each part followed by a space.
    var bytes: [UInt8] {
        var text = ""
        if isCompleted { text += "x " }
        if let priority { text += "(\(priority)) " }
        if let completionDate { text += "\(completionDate) " }
        if let creationDate { text += "\(creationDate) " }
        return Array(text.utf8)
    }

    /// A date before a space or the end of the line.
    private static func date(_ line: inout ArraySlice<UInt8>) -> CalendarDay? {
        let rest = line.dropFirst(10)
        guard rest.first ?? .space == .space, let day = CalendarDay(hyphenated: line.prefix(10)) else { return nil }
        line = rest.dropFirst()
        return day
    }
}
