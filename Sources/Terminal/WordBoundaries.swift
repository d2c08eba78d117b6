extension String {
    /// Where the last character begins.
    var lastCharacterStart: Index { isEmpty ? endIndex : index(before: endIndex) }

    /// Where the second character begins.
    var secondIndex: Index { isEmpty ? endIndex : index(after: startIndex) }

    /// Where the last word of letters and digits begins.
    var lastWordStart: Index {
        let end = lastIndex { $0.isLetter || $0.isNumber } ?? startIndex
        return self[..<end].lastIndex { !($0.isLetter || $0.isNumber) }.map { index(after: $0) } ?? startIndex
    }

    /// Where the first word of letters and digits ends.
    var firstWordEnd: Index {
        let start = firstIndex { $0.isLetter || $0.isNumber } ?? endIndex
        return self[start...].firstIndex { !($0.isLetter || $0.isNumber) } ?? endIndex
    }

    /// Where the last word between spaces begins, whose last character may be followed by spaces.
    var lastSpacedWordStart: Index {
        let end = lastIndex { $0 != " " } ?? startIndex
        return self[..<end].lastIndex(of: " ").map { index(after: $0) } ?? startIndex
    }

    /// Where the word begins that the text ends with; the end where that is a space.
    var unfinishedWordStart: Index {
        lastIndex(of: " ").map { index(after: $0) } ?? startIndex
    }
}
