import CoreModule

/// Collects the words of an index that are like a misspelt text.
struct NearestWords {
    private let spelling: Spelling
    private let length: Int
    private let wanted: LetterSet
    private var found: [(rank: Int, text: String)] = []
    private var folded: [UInt8] = []

    init(_ text: String, _ spelling: Spelling) {
        self.spelling = spelling
        length = text.count
        wanted = LetterSet(Array(TextFolding.fold(text, .search).utf8)[...])
    }

    mutating func take(_ word: ArraySlice<UInt8>) {
        folded.removeAll(keepingCapacity: true)
        word.withUnsafeBufferPointer { TextFolding.appendSearch(of: $0, to: &folded) { _, _ in } }
        guard LetterSet(folded[...]).leastEdits(to: wanted) <= spelling.maximumEdits else { return }
        let scalars = Array(String(decoding: folded, as: UTF8.self).unicodeScalars)
        guard let rank = spelling.rank(of: scalars[...]) else { return }
        found.append((rank, String(decoding: word, as: UTF8.self)))
    }

    /// The words, those of about the text's length first.
    var sorted: [(rank: Int, text: String)] {
        found.sorted { abs($0.text.count - length) < abs($1.text.count - length) }
    }
}
