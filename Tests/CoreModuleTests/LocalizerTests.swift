import CoreModule
import Foundation
import Testing

@Suite("Localizers with tables of one's own")
struct LocalizerTests {
    private static let fruit = MessageTable([
        "en": ["%d apples|one": "%d apple", "%d apples|other": "%d apples"],
        "ru": [
            "%d apples|one": "%d яблоко", "%d apples|few": "%d яблока", "%d apples|many": "%d яблок", "Fruit": "Фрукты",
        ],
        "it": ["Fruit": "Frutta"],
    ])

    private func localizer(_ language: String) -> Localizer {
        Localizer(locale: Locale(identifier: language), tables: [.coreModule])
    }

    @Test("texts in the source are found, and agree with their numbers")
    func texts() {
        let russian = localizer("ru").adding(Self.fruit)
        #expect(russian(Message("Fruit")) == "Фрукты")
        #expect(russian(Message("\(count: 5) apples")) == "5 яблок")
        let english = localizer("en").adding(Self.fruit)
        #expect(english(Message("\(count: 1) apples")) == "1 apple")
        #expect(english(Message("Fruit")) == "Fruit")
    }

    @Test("what the tables before have is still found, and those that were added come first")
    func order() {
        let fault = Message("Fruit")
        let first = localizer("ru").adding(Self.fruit)
        let second = first.adding(MessageTable(["ru": ["Fruit": "Плоды"]]))
        #expect(second(fault) == "Плоды")
        #expect(second(Message("\(count: 2) apples")) == "2 яблока")
        #expect(first(fault) == "Фрукты")
    }

    @Test("a language that only the added table speaks is spoken, and one that none speaks is English")
    func languages() {
        #expect(localizer("it").adding(Self.fruit)(Message("Fruit")) == "Frutta")
        let finnish = localizer("fi").adding(Self.fruit)
        #expect(finnish(Message("Fruit")) == "Fruit")
        #expect(finnish(Message("\(count: 1) apples")) == "1 apple")
        #expect(Self.fruit.languages == ["en", "it", "ru"])
    }
}
