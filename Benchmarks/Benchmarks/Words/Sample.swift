import CoreModule
import Foundation
import PersonalDictionary

/// Words made from a seed: the same ones on every machine.
///
/// A word has 13 bytes on average and its translation 22; 14 in 100 texts hold letters beyond ASCII.
struct Sample: Sendable {
    let words: [Word]

    private static let latin = Array("eeetttaaooiinnsshhrrdlucmfwypvbgk")
    private static let cyrillic = Array("ооееааииннттссррвлкмдпуяызбгчй")
    private static let accented = Array("éüößàèñłåç")
    private static let firstDate = Date(timeIntervalSince1970: 1_600_000_000)

    init(count: Int, seed: UInt64 = 42) throws {
        var generator = SplitMix(state: seed)
        var seen: Set<String> = []
        var words: [Word] = []
        words.reserveCapacity(count)
        let direction = try TranslationDirection(from: .english, to: .russian)
        while words.count < count {
            let text = try WordText(Self.text(5...19, &generator))
            guard seen.insert(text.identity).inserted else { continue }
            let date = Self.firstDate.addingTimeInterval(Double(words.count) * 60)
            let translation = Translation(
                text: Self.text(11...30, &generator), provider: .glossary, date: date)
            let number = String(words.count, radix: 16)
            let id = WordID("0192f0c0-0000-7000-8000-" + String(repeating: "0", count: 12 - number.count) + number)
            words.append(
                Word(
                    id: id, text: text, direction: direction, translation: .translated(translation),
                    isFavorite: generator.next() % 10 == 0, createdAt: date, updatedAt: date))
        }
        self.words = words
    }

    private static func text(_ length: ClosedRange<Int>, _ generator: inout SplitMix) -> String {
        let isASCII = generator.next() % 100 >= 14
        let isCyrillic = generator.next() % 2 == 0
        // A Cyrillic letter is two bytes.
        let count = Int.random(in: length, using: &generator) / (!isASCII && isCyrillic ? 2 : 1)
        var text = ""
        for place in 0..<count {
            if place > 3, place < count - 1, generator.next() % 8 == 0 {
                text += " "
            } else if isASCII {
                text.append(latin[Int(generator.next() % UInt64(latin.count))])
            } else if isCyrillic {
                text.append(cyrillic[Int(generator.next() % UInt64(cyrillic.count))])
            } else {
                let letters = generator.next() % 5 == 0 ? accented : latin
                text.append(letters[Int(generator.next() % UInt64(letters.count))])
            }
        }
        return text
    }
}

/// Steele, Lea and Flood's SplitMix64, "Fast Splittable Pseudorandom Number Generators", 2014.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
