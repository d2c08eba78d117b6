import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("Localizers with tables in the source code", .bounded)
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

    @Test("texts in the source code are found, and plural forms match their numbers")
    func texts() {
        let russian = localizer("ru").adding(Self.fruit)
        #expect(russian(Message("Fruit")) == "Фрукты")
        #expect(russian(Message("\(count: 5) apples")) == "5 яблок")
        let english = localizer("en").adding(Self.fruit)
        #expect(english(Message("\(count: 1) apples")) == "1 apple")
        #expect(english(Message("Fruit")) == "Fruit")
    }

    @Test("a day and a time of day have the reader's format, and depend on no time zone")
    func days() throws {
        let day = try CalendarDay("2026-12-01")
        let time = try #require(LocalDateTime(day, hour: 23, minute: 59, second: 60))
        let message = Message("\(day: day), \(time: time)")
        for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
            let zone = try #require(TimeZone(identifier: zone))
            let english = Localizer(locale: Locale(identifier: "en_US"), timeZone: zone, tables: [])(message)
            #expect(english.hasPrefix("Dec 1, 2026, 11:59") && english.hasSuffix("PM"))
            let russian = Localizer(locale: Locale(identifier: "ru"), timeZone: zone, tables: [])(message)
            #expect(russian.hasPrefix("1 дек. 2026") && russian.hasSuffix(", 23:59"))
        }
    }

    @Test("added tables come first, and the tables before them are still searched")
    func order() {
        let fault = Message("Fruit")
        let first = localizer("ru").adding(Self.fruit)
        let second = first.adding(MessageTable(["ru": ["Fruit": "Плоды"]]))
        #expect(second(fault) == "Плоды")
        #expect(second(Message("\(count: 2) apples")) == "2 яблока")
        #expect(first(fault) == "Фрукты")
    }

    @Test("in English a table whose English texts are its keys is opened for a count only, and for a name")
    func english() {
        let openings = Locked(0)
        @Sendable func bundle() -> Bundle {
            openings.withLock { $0 += 1 }
            return .main
        }
        let table = MessageTable(bundle(), englishIsKeys: true)
        let english = localizer("en").adding(table, Self.fruit)
        #expect(english(Message("Fruit: \(1)")) == "Fruit: 1" && openings.withLock { $0 } == 0)
        #expect(english(Message("\(count: 1) apples")) == "1 apple" && openings.withLock { $0 } == 1)
        #expect(english.text(forKey: "Fruit") == nil && openings.withLock { $0 } == 1)
        let own = MessageTable(["en": ["Fruit": "Fruits"]])
        #expect(english.adding(own)(Message("Fruit")) == "Fruits")
        #expect(localizer("ru").adding(table, Self.fruit)(Message("Fruit")) == "Фрукты")
    }

    @Test("a language that only the added table has is used; if no table has the language, English is used")
    func languages() {
        #expect(localizer("it").adding(Self.fruit)(Message("Fruit")) == "Frutta")
        let finnish = localizer("fi").adding(Self.fruit)
        #expect(finnish(Message("Fruit")) == "Fruit")
        #expect(finnish(Message("\(count: 1) apples")) == "1 apple")
        #expect(Self.fruit.languages == ["en", "it", "ru"])
    }
}
