/// The plural form of a word after a whole number: the cardinal categories of Unicode CLDR 45, "Language Plural Rules".
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    /// English: 1 word. Russian: 1, 21, 31 слово.
    case one
    /// Russian: 2, 3, 4, 22 слова.
    case few
    /// Russian: 0, 5 to 20, 25 слов.
    case many
    /// English: 0, 2, 3 words.
    case other

    /// The category of a whole number. It knows Russian, Ukrainian and Belarusian. For every other language it uses the rule of
    /// English, German and Italian: one form for 1, another for all other numbers.
    package init(_ number: Int, language: String) {
        let magnitude = number.magnitude
        switch language {
        case "ru", "uk", "be":
            let (ten, hundred) = (magnitude % 10, magnitude % 100)
            if ten == 1, hundred != 11 {
                self = .one
            } else if (2...4).contains(ten), !(12...14).contains(hundred) {
                self = .few
            } else {
                self = .many
            }
        default:
            self = magnitude == 1 ? .one : .other
        }
    }
}
