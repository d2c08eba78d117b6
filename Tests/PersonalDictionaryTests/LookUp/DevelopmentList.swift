import Foundation
import PersonalDictionary
import TestSupport
import Testing

/// What people type in one language, with what they mean; see Resources/README.md.
struct DevelopmentList: CustomStringConvertible {
    enum Kind: String, CaseIterable {
        case common, learner, regular, irregular, article, contraction, misspelt, script, heldout, phrase, nophrase,
            notation,
            abbreviation
    }

    struct Line {
        /// The text as typed.
        let text: String
        /// The dictionary forms that it may belong to.
        let words: [String]
        /// What it is of them; for ``Kind/script`` the language.
        let labels: [String]
        /// Usual translations into Russian, or from Russian into English.
        let translations: [String]

        /// Whether a headword is one of the dictionary forms. Some verbs are in the glossary only as reflexive ones.
        func belongs(to headword: String) -> Bool {
            words.contains { Self.plain($0) == Self.plain(headword) }
        }

        private static func plain(_ word: String) -> String {
            var word = WordText(stored: word).folded
            if word.hasPrefix("sich ") { word.removeFirst(5) }
            if word.hasSuffix("rsi") { word = word.dropLast(2) + "e" }
            return word.hasSuffix("rre") ? word.dropLast(2) + "e" : word
        }
    }

    static let languages: [Language] = [.english, .russian, .german, .italian]

    let kind: Kind
    let language: Language
    let lines: [Line]

    /// All lines; in a quick run only every twelfth of a long list.
    var sample: [Line] {
        guard !TestScale.isFull, lines.count >= 200 else { return lines }
        return stride(from: 0, to: lines.count, by: 12).map { lines[$0] }
    }

    var description: String { "\(kind.rawValue).\(language)" }

    /// The direction in which the list is looked up.
    var direction: TranslationDirection {
        get throws { try TranslationDirection(from: language, to: language == .russian ? .english : .russian) }
    }

    static func read(_ kind: Kind, _ language: Language) throws -> DevelopmentList {
        let url = try #require(
            Bundle.module.url(forResource: "Resources/\(kind.rawValue).\(language)", withExtension: "tsv"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map { $0.split(separator: "|").map(String.init) }
            try #require(cells.count == 4, "\(line)")
            return Line(
                text: cells[0].joined(separator: "|"), words: cells[1], labels: cells[2], translations: cells[3])
        }
        return DevelopmentList(kind: kind, language: language, lines: lines)
    }

    /// The lists of a kind: Russian has no articles, no contractions, and no verbs in parts.
    static func all(_ kind: Kind) throws -> [DevelopmentList] {
        try languages.filter { $0 != .russian || ![.article, .contraction, .nophrase].contains(kind) }.map {
            try read(kind, $0)
        }
    }
}

extension Double {
    /// `96.3 %`.
    var percent: String { "\((self * 1000).rounded() / 10) %" }
}
