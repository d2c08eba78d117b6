import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Recurring times", .bounded)
struct RecurrenceSeriesTests {
    private func time(_ text: String, _ zone: String? = nil) throws -> ICalendarTime {
        try #require(ICalendarTime(value: Array(text.utf8)[...], timeZone: zone))
    }

    private func values(_ series: RecurrenceSeries, _ count: Int = 10) -> String {
        series.prefix(count).map(\.time.value).joined(separator: " ")
    }

    @Test("added times are among those of the rule, in order and once, and excluded ones are not")
    func exceptions() throws {
        let series = RecurrenceSeries(
            start: try time("20261201"), rule: RecurrenceRule("FREQ=DAILY;COUNT=4"),
            added: [try time("20261206"), try time("20261203"), try time("20261130")],
            excluded: [try time("20261202"), try time("20261201T090000")])
        #expect(values(series) == "20261203 20261204 20261206")
        #expect(series.map(\.ruleTimesBefore) == [2, 3, 4])
        #expect(series.map(\.isOfRule) == [true, true, false])
    }

    @Test("times in another form are those of the start's time zone, and an excluded day excludes all its times")
    func forms() throws {
        let berlin = "Europe/Berlin"
        let series = RecurrenceSeries(
            start: try time("20261201T090000", berlin), rule: RecurrenceRule("FREQ=DAILY;COUNT=5"),
            added: [try time("20261207T080000Z"), try time("20261208T030000", "America/New_York")],
            excluded: [
                try time("20261202T080000Z"), try time("20261203T030000", "America/New_York"), try time("20261204"),
                try time("20261201T100000", berlin),
            ])
        #expect(values(series) == "20261201T090000 20261205T090000 20261207T090000 20261208T090000")
    }

    @Test("a rule's end is compared in the time zone of the start")
    func end() throws {
        func count(_ start: ICalendarTime, _ until: String) -> Int {
            Array(RecurrenceSeries(start: start, rule: RecurrenceRule("FREQ=DAILY;UNTIL=\(until)"))).count
        }
        let newYork = try time("20261201T200000", "America/New_York")
        // 8 p.m. in New York is 1 a.m. of the next day in UTC.
        #expect(count(newYork, "20261203T010000Z") == 2)
        #expect(count(newYork, "20261203T005959Z") == 1)
        #expect(count(newYork, "20261203") == 3)
        #expect(count(try time("20261201"), "20261203T000000Z") == 3)
        #expect(count(try time("20261201T090000"), "20261203T090000") == 3)
        #expect(count(try time("20261201T090000"), "20251203T090000") == 1)
    }

    @Test("the local time stays when the clocks change, and a skipped one is that before the change")
    func clockChanges() throws {
        let zones = ICalendarTimeZones()
        // On 28 March 2027 the clocks go from 2 to 3, on 31 October from 3 to 2.
        let starts = [try time("20270327T023000", "Europe/Berlin"), try time("20271030T023000", "Europe/Berlin")]
        let moments = starts.map { start in
            RecurrenceSeries(start: start, rule: RecurrenceRule("FREQ=DAILY;COUNT=3")).map {
                zones.moment(of: $0.time)
            }
        }
        func dates(_ texts: String...) throws -> [ICalendarTimeZones.Moment] {
            try texts.map { .instant(try Date($0, strategy: .iso8601)) }
        }
        let expected = [
            try dates("2027-03-27T01:30:00Z", "2027-03-28T01:30:00Z", "2027-03-29T00:30:00Z"),
            try dates("2027-10-30T00:30:00Z", "2027-10-31T00:30:00Z", "2027-11-01T01:30:00Z"),
        ]
        #expect(moments == expected)
    }

    @Test("from an added time on, the rule goes on from its own next time")
    func addedStart() throws {
        let series = RecurrenceSeries(
            start: try time("20261202"), ruleStart: try time("20261207"),
            rule: RecurrenceRule("FREQ=WEEKLY;INTERVAL=2;COUNT=2"))
        #expect(values(series) == "20261202 20261207 20261221")
    }

    @Test("a series is made as far as it is asked for")
    func laziness() throws {
        let series = RecurrenceSeries(start: try time("20261201"), rule: RecurrenceRule("FREQ=DAILY"))
        #expect(values(series, 3) == "20261201 20261202 20261203")
        #expect(series.first { $0.time.day.year == 2100 }?.time.value == "21000101")
    }

    /// A case of `Scripts/check-recurrences`: what other programs make of it.
    private struct Case: Decodable {
        let rule: String
        let start: String
        let zone: String?
        let added: [String]
        let excluded: [String]
        let times: [String]
    }

    @Test(
        "the times are those that python-dateutil and recurring-ical-events make",
        .enabled(if: ProcessInfo.processInfo.environment["RECURRENCES"] != nil, "RECURRENCES names no file"))
    func comparison() throws {
        let path = try #require(ProcessInfo.processInfo.environment["RECURRENCES"])
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: URL(filePath: path)))
        let differences = try cases.compactMap { example -> String? in
            let series = RecurrenceSeries(
                start: try time(example.start, example.zone), rule: RecurrenceRule(example.rule),
                added: try example.added.map { try time($0, example.zone) },
                excluded: try example.excluded.map { try time($0, example.zone) })
            let times = series.prefix(example.times.count).map(\.time.value)
            return RecurrenceRule(example.rule) != nil && times == example.times ? nil : "\(example): \(times)"
        }
        #expect(!cases.isEmpty)
        #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(10).joined(separator: "\n"))")
    }
}
