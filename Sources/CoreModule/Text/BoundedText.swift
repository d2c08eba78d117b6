import Foundation

/// The rules for text that a user enters and that has a maximum length.
package enum BoundedText {
    package struct TooLong: Error, Hashable {
        /// The number of characters, or of Unicode scalars if there are too many of them.
        package let length: Int

        package init(length: Int) {
            self.length = length
        }
    }

    /// Returns the text without white space around it, without control characters and those that nobody sees, in Unicode's composed form
    /// (NFC). It is empty if nothing of it can be seen. The maximum length is that of the result in characters, the maximum of scalars that
    /// of the text as it was typed.
    package static func normalized(
        _ typed: String, maximumLength: Int, maximumScalars: Int
    ) throws(TooLong) -> String {
        let typed = typed.withoutControlCharacters
        guard !isNormalized(typed, maximumLength) else { return typed }
        // Checked first: a character can have any number of marks, and normalizing them takes more than linear time.
        let scalars = typed.unicodeScalars.count
        guard scalars <= maximumScalars else { throw TooLong(length: scalars) }
        let text = typed.withoutUnseenCharacters.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        let length = text.count
        guard length <= maximumLength else { throw TooLong(length: length) }
        let isVisible = text.unicodeScalars.map(\.properties).contains {
            !$0.isWhitespace && !$0.isDefaultIgnorableCodePoint
        }
        return isVisible ? text : ""
    }

    /// Whether it is certain that a text is normalized and not too long: nearly always. Letters from U+00C0 to U+02FF and from
    /// U+0400 to U+047F are composed; marks come later.
    private static func isNormalized(_ text: String, _ maximumLength: Int) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= maximumLength, let first = bytes.first, let last = bytes.last else { return false }
        return first > .space && last > .space
            && text.allBytes { $0 < 0xC0 || (0xC3...0xCB).contains($0) || $0 == 0xD0 || $0 == 0xD1 }
    }
}
