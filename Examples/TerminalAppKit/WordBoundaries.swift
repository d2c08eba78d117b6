extension String {
    /// The start of the last character.
    var lastCharacterStart: Index { isEmpty ? endIndex : index(before: endIndex) }

    /// The start of the second character.
    var secondIndex: Index { isEmpty ? endIndex : index(after: startIndex) }

    /// The start of the last word of letters and digits.
    var lastWordStart: Index {
        let end = lastIndex { $0.isLetter || $0.isNumber } ?? startIndex
        return self[..<end].lastIndex { !($0.isLetter || $0.isNumber) }.map { index(after: $0) } ?? startIndex
    }

    /// The end of the first word of letters and digits.
    var firstWordEnd: Index {
        let start = firstIndex { $0.isLetter || $0.isNumber } ?? endIndex
        return self[start...].firstIndex { !($0.isLetter || $0.isNumber) } ?? endIndex
    }

    /// The start of the last word between spaces. Spaces may follow it.
    var lastSpacedWordStart: Index {
        let end = lastIndex { $0 != " " } ?? startIndex
        return self[..<end].lastIndex(of: " ").map { index(after: $0) } ?? startIndex
    }
}
