import Foundation

/// The width of text in bold Helvetica, or a face with the same metrics (Arial, Liberation Sans), without the font itself: exact for
/// Latin and Cyrillic letters, estimated for other scripts.
enum TextWidth {
    /// The width in pixels, rounded up.
    static func of(_ text: String, size: Int) -> Int {
        (text.reduce(0) { $0 + thousandths($1) } * size + 999) / 1000
    }

    /// The width in pixels that is enough in a wide face too, such as bold Verdana or DejaVu Sans. East Asian characters and emoji
    /// are squares in every face.
    static func room(for text: String, size: Int) -> Int {
        (text.reduce(0) { $0 + wideThousandths($1) } * size + 999) / 1000
    }

    private static func wideThousandths(_ character: Character) -> Int {
        let width = thousandths(character)
        return width >= 1000 ? width : width * 5 / 4
    }

    /// The text; cut with an ellipsis if it needs more room than that many pixels.
    static func cut(_ text: String, to width: Int, size: Int) -> String {
        let limit = width * 1000 / size
        var sum = 0
        var fitting = ""
        for character in text {
            sum += wideThousandths(character)
            // Marks have no width, and a character may have any number of them.
            guard sum <= limit, character.unicodeScalars.count <= 32 else { return fitting + "…" }
            if sum + 1250 <= limit { fitting.append(character) }
        }
        return text
    }

    /// The width of a character in thousandths of the font's size.
    private static func thousandths(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        // Joined emoji are shown as one.
        if let first = scalars.first, first.properties.isEmojiPresentation { return 1300 }
        return scalars.reduce(0) { $0 + thousandths($1) }
    }

    private static func thousandths(_ scalar: Unicode.Scalar) -> Int {
        if (0x20..<0x7F).contains(scalar.value) { return ascii[Int(scalar.value) - 0x20] }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        if scalar.isEastAsianWide { return 1000 }
        if (0x0400..<0x0460).contains(scalar.value) { return cyrillic[Int(scalar.value) - 0x0400] }
        // A letter with marks is as wide as without.
        let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
        if base != scalar { return thousandths(base) }
        switch scalar.value {
        case 0x2010...0x201F: return 556
        case 0x2000...: return 1000
        default: return scalar.properties.isUppercase ? 722 : 611
        }
    }

    /// From the space to the tilde: Adobe's metrics of Helvetica-Bold.
    private static let ascii = [
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
        975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
        333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
        611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
    ]

    /// From Ѐ to џ: the metrics of Liberation Sans Bold.
    private static let cyrillic = [
        667, 669, 885, 567, 711, 667, 278, 276, 556, 1094, 1062, 875, 610, 719, 622, 719,
        722, 719, 722, 567, 712, 667, 904, 626, 719, 719, 610, 702, 833, 722, 778, 719,
        667, 722, 611, 622, 854, 667, 730, 703, 1005, 1019, 870, 979, 719, 711, 1031, 719,
        556, 618, 615, 417, 635, 556, 709, 497, 615, 615, 500, 635, 740, 604, 611, 604,
        611, 556, 490, 556, 875, 556, 615, 581, 833, 844, 729, 854, 615, 552, 854, 583,
        556, 556, 611, 417, 552, 556, 278, 281, 278, 969, 906, 611, 500, 615, 556, 604,
    ]
}
