import CoreModule

/// Compares headwords as PONS writes them with the word that was looked up.
enum PonsHeadword {
    /// The headword without the marks that show where it may be divided.
    static func plain(_ headword: String) -> String {
        let scalars = PonsMarkup(headword).text.unicodeScalars.filter { !"|·\u{AD}".unicodeScalars.contains($0) }
        return String(String.UnicodeScalarView(scalars))
    }

    /// The elements whose headword is the word: with the same spelling first (Sie before sie). If none has its accents,
    /// those with other accents (schon finds schön, ребенок finds ребёнок). Otherwise in their order.
    static func best<Element>(
        _ elements: [Element], _ text: WordText, headword: (Element) -> String
    ) -> [Element] {
        let letters = TextFolding.fold(text.value, .letters)
        let key = TextFolding.fold(text.value, .search)
        var ranked: [[Element]] = [[], [], []]
        for element in elements {
            let spellings = spellings(headword(element))
            if spellings.contains(text.value) {
                ranked[0].append(element)
            } else if spellings.contains(where: { TextFolding.fold($0, .letters) == letters }) {
                ranked[1].append(element)
            } else if spellings.contains(where: { TextFolding.fold($0, .search) == key }) {
                ranked[2].append(element)
            }
        }
        let same = ranked[0] + ranked[1]
        return same.isEmpty ? ranked[2] : same
    }

    /// The headword itself, and without and with the text in its brackets: `Test(e)` is Test and Teste.
    private static func spellings(_ headword: String) -> [String] {
        let whole = plain(headword)
        guard whole.contains("(") else { return [whole] }
        let with = whole.filter { $0 != "(" && $0 != ")" }
        return [whole] + [whole.removingParentheses(), with].map { $0.split(separator: " ").joined(separator: " ") }
    }
}
