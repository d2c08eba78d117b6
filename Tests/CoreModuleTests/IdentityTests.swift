import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

private enum Thing {}

@Suite("Identifiers and clocks", .bounded)
struct IdentityTests {
    @Test("a version 7 UUID starts with the time and has its version and variant")
    func uuidLayout() throws {
        let time = ManualTime(Date(timeIntervalSince1970: 1_795_255_200.123))
        let id: Identifier<Thing> = IdentifierGenerator.uuidV7(clock: time.clock).next()
        let digits = Array(id.rawValue)
        #expect(UUID(uuidString: id.rawValue) != nil)
        #expect(id.rawValue == id.rawValue.lowercased())
        #expect(digits[14] == "7")
        #expect("89ab".contains(digits[19]))
        let stamp = try #require(UInt64(id.rawValue.replacing("-", with: "").prefix(12), radix: 16))
        #expect(stamp == 1_795_255_200_123)
    }

    @Test("identifiers of one generator sort by creation, even if the clock is set back")
    func uuidOrder() {
        let time = ManualTime()
        let generator = IdentifierGenerator.uuidV7(clock: time.clock)
        var ids: [Identifier<Thing>] = []
        for step in 0..<20_000 {
            if step % 5000 == 4999 { time.advance(by: -3600) }
            ids.append(generator.next())
        }
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
    }

    @Test("a generator that many tasks use never repeats an identifier")
    func uuidConcurrency() async {
        let generator = IdentifierGenerator.uuidV7(clock: .system)
        let ids = await withTaskGroup(of: [Identifier<Thing>].self) { group in
            for _ in 0..<8 { group.addTask { (0..<2000).map { _ in generator.next() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(ids).count == 16_000)
    }

    @Test("an identifier is coded as its raw value")
    func coding() throws {
        let id = Identifier<Thing>("a/b")
        let data = try JSONEncoder().encode([id])
        #expect(try JSONDecoder().decode([String].self, from: data) == ["a/b"])
        #expect(try JSONDecoder().decode([Identifier<Thing>].self, from: data) == [id])
    }

    @Test(
        "whole milliseconds survive the conversion to a date and back",
        arguments: [0, 1, 999, 1_795_255_200_001, -1, 253_402_300_799_999])
    func milliseconds(value: Int64) {
        #expect(Date(millisecondsSince1970: value).millisecondsSince1970 == value)
        let date = Date(millisecondsSince1970: value)
        #expect(WallClock { date }.now() == date)
    }

    @Test("a clock cuts off fractions of a millisecond")
    func clockPrecision() {
        let clock = WallClock { Date(timeIntervalSince1970: 12.345678) }
        #expect(clock.now().millisecondsSince1970 == 12_345)
    }
}
