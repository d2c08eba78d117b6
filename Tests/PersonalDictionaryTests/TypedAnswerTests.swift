import CoreModule
import PersonalDictionary
import Testing

@Suite("A typed answer")
struct TypedAnswerTests {
    @Test("case, accents, punctuation, articles and “to” do not count, and any accepted answer is right")
    func verdicts() {
        let cases: [(typed: String, accepted: [String], language: Language, verdict: TypedAnswer.Verdict)] = [
            ("dog", ["dog"], .english, .right), ("  The DOG! ", ["dog"], .english, .right),
            ("go", ["to go"], .english, .right), ("to go", ["walk", "go"], .english, .right),
            ("dont", ["don’t"], .english, .right), ("the", ["the"], .english, .right),
            ("e mail", ["e-mail"], .english, .right), ("e-mail", ["(an) e-mail"], .english, .right),
            ("strasse", ["die Straße"], .german, .right), ("das Haus", ["Haus"], .german, .right),
            ("uber", ["über"], .german, .right), ("amico", ["l'amico"], .italian, .right),
            ("l’amico", ["amico"], .italian, .right), ("ежик", ["ёжик"], .russian, .right),
            ("собака", ["пёс", "соба́ка"], .russian, .right), ("собака", ["пёс, собака (домашняя)"], .russian, .right),
            ("пёс", ["пёс, собака (домашняя)"], .russian, .right),
            ("recieve", ["receive"], .english, .almost), ("hous", ["house"], .english, .almost),
            ("acomodate", ["accommodate"], .english, .almost), ("dof", ["dog"], .english, .wrong),
            ("do", ["dog"], .english, .wrong), ("cat", ["dog"], .english, .wrong), ("", ["dog"], .english, .wrong),
            (" … ", ["dog"], .english, .wrong), ("dog", [], .english, .wrong), ("mouse", ["house"], .english, .almost),
            ("morse", ["house"], .english, .wrong),
        ]
        for (typed, accepted, language, verdict) in cases {
            #expect(TypedAnswer(typed, accepted: accepted, in: language).verdict == verdict, "\(typed) for \(accepted)")
        }
    }

    @Test("it says which accepted answer is nearest, and what was typed otherwise")
    func pieces() {
        let cases: [(typed: String, accepted: [String], pieces: String)] = [
            ("strasse", ["Weg", "Straße"], "[S]tra[ß]e"), ("Weg", ["Weg", "Straße"], "Weg"),
            ("Strae", ["Weg", "Straße"], "Stra[ß]e"), ("", ["Weg"], "[Weg]"), ("xyz", ["Weg", "Tal"], "[Weg]"),
        ]
        for (typed, accepted, expected) in cases {
            let answer = TypedAnswer(typed, accepted: accepted, in: .german)
            #expect(answer.pieces.map { $0.differs ? "[\($0.text)]" : $0.text }.joined() == expected, "\(typed)")
        }
        #expect(TypedAnswer("weg", accepted: ["Weg"], in: .german).isForgiven)
        #expect(!TypedAnswer("Weg", accepted: ["Weg"], in: .german).isForgiven)
    }

    @Test("a right answer is rated good, a small mistake hard, and another answer again")
    func ratings() {
        let ratings = ["house", "hous", "cat"].map { TypedAnswer($0, accepted: ["house"], in: .english).rating }
        #expect(ratings == [.good, .hard, .again])
    }
}
