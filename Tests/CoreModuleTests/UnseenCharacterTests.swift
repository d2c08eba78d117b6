import CoreModule
import Testing

@Suite("Characters that nobody sees")
struct UnseenCharacterTests {
    private func cleaned(_ texts: [String]) -> [String] { texts.map(\.withoutUnseenCharacters) }

    @Test("soft hyphens, marks and joiners without width leave a text, and Latin ligatures become letters")
    func removed() {
        #expect(
            cleaned([
                "Mond\u{AD}schein", "\u{FEFF}Stern", "Flu\u{200B}ss", "do\u{200C}g", "do\u{200D}g",
                "\u{200D}dog\u{200C}", "dog\u{200E}",
                "со\u{2060}бака\u{200F}", "\u{202A}dog\u{202C}", "e\u{2064}x", "a\u{200D}\u{646}", "\u{646}\u{200C}a",
                "o\u{FB03}ce \u{FB01}sh \u{FB06}op",
                "ü\u{200D}ber",
            ]) == [
                "Mondschein", "Stern", "Fluss", "dog", "dog", "dog", "dog", "собака", "dog", "ex", "a\u{646}",
                "\u{646}a", "office fish stop",
                "über",
            ])
    }

    @Test("what changes a text that is seen stays")
    func kept() {
        let texts = [
            "dog", "straße, змея́ – “dog” …", "👩‍👩‍👧 🏳️‍🌈 ❤️", "می\u{200C}خواهم", "क्\u{200D}ष", "ه\u{200D}",
            "שלום\u{200F}! \u{202B}dog\u{202C}",
            "two words", "10\u{A0}km", "co\u{2011}op", "", "\u{E9}",
        ]
        #expect(cleaned(texts) == texts)
    }
}
