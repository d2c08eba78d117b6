import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Recurrence rules", .bounded)
struct RecurrenceRuleTests {
    /// An example of RFC 5545, section 3.8.5.3: its days, at 9 o'clock in New York, all of them or the first ones.
    struct Example: CustomTestStringConvertible {
        let start: String
        let rule: String
        let days: String
        var testDescription: String { rule }

        init(_ start: String, _ rule: String, _ days: String) {
            (self.start, self.rule, self.days) = (start, rule, days)
        }

        init(_ rule: String, _ days: String) { self.init("19970902", rule, days) }
    }

    static let examples = [
        Example("FREQ=DAILY;COUNT=10", "1997 0902 0903 0904 0905 0906 0907 0908 0909 0910 0911 end"),
        Example("FREQ=DAILY;INTERVAL=2", "1997 0902 0904 0906 0908"),
        Example("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997 0902 0912 0922 1002 1012 end"),
        Example("FREQ=WEEKLY;COUNT=10", "1997 0902 0909 0916 0923 0930 1007 1014 1021 1028 1104 end"),
        Example("FREQ=WEEKLY;INTERVAL=2;WKST=SU", "1997 0902 0916 0930 1014 1028 1111 1125 1209 1223 1998 0106"),
        Example(
            "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
            "1997 0902 0904 0909 0911 0916 0918 0923 0925 0930 1002 end"),
        Example(
            "19970901", "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
            """
            1997 0901 0903 0905 0915 0917 0919 0929 1001 1003 1013 1015 1017 1027 1029 1031 1110 1112 1114 1124 1126 \
            1128 1208 1210 1212 1222 end
            """),
        Example(
            "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997 0902 0904 0916 0918 0930 1002 1014 1016 end"),
        Example(
            "19970905", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
            "1997 0905 1003 1107 1205 1998 0102 0206 0306 0403 0501 0605 end"),
        Example("19970905", "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997 0905 1003 1107 1205 end"),
        Example(
            "19970907", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
            "1997 0907 0928 1102 1130 1998 0104 0125 0301 0329 0503 0531 end"),
        Example("19970922", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997 0922 1020 1117 1222 1998 0119 0216 end"),
        Example("19970928", "FREQ=MONTHLY;BYMONTHDAY=-3", "1997 0928 1029 1128 1229 1998 0129 0226"),
        Example(
            "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "1997 0902 0915 1002 1015 1102 1115 1202 1215 1998 0102 0115 end"),
        Example(
            "19970930", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
            "1997 0930 1001 1031 1101 1130 1201 1231 1998 0101 0131 0201 end"),
        Example(
            "19970910", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
            "1997 0910 0911 0912 0913 0914 0915 1999 0310 0311 0312 0313 end"),
        Example("FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", "1997 0902 0909 0916 0923 0930 1104 1111 1118 1125 1998 0106"),
        Example(
            "19970610", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
            "1997 0610 0710 1998 0610 0710 1999 0610 0710 2000 0610 0710 2001 0610 0710 end"),
        Example(
            "19970310", "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
            "1997 0310 1999 0110 0210 0310 2001 0110 0210 0310 2003 0110 0210 0310 end"),
        Example(
            "19970101", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
            "1997 0101 0410 0719 2000 0101 0409 0718 2003 0101 0410 0719 2006 0101 end"),
        Example("19970519", "FREQ=YEARLY;BYDAY=20MO", "1997 0519 1998 0518 1999 0517"),
        Example("19970512", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997 0512 1998 0511 1999 0517"),
        Example(
            "19970313", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH",
            "1997 0313 0320 0327 1998 0305 0312 0319 0326 1999 0304 0311 0318 0325"),
        Example(
            "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "1997 0902 1998 0213 0313 1113 1999 0813 2000 1013"),
        Example(
            "19970913", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
            "1997 0913 1011 1108 1213 1998 0110 0207 0307 0411 0509 0613"),
        Example(
            "19961105", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            "1996 1105 2000 1107 2004 1102"),
        Example("19970904", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997 0904 1007 1106 end"),
        Example(
            "19970929", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", "1997 0929 1030 1127 1230 1998 0129 0226 0330"),
        Example("19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997 0805 0810 0819 0824 end"),
        Example("19970805", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997 0805 0817 0819 0831 end"),
        Example("20070115", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007 0115 0130 0215 0315 0330 end"),
        // Not of the RFC: days that a month or a year lacks are left out, and the day is that of the start.
        Example("20260131", "FREQ=MONTHLY", "2026 0131 0331 0531 0731 0831 1031 1231 2027 0131"),
        Example("20240229", "FREQ=YEARLY", "2024 0229 2028 0229 2032 0229"),
        Example("20960229", "FREQ=YEARLY", "2096 0229 2104 0229"),
        Example("20260515", "FREQ=YEARLY;BYWEEKNO=20", "2026 0515 2027 0521"),
    ]

    @Test("a rule has the days that RFC 5545 names", arguments: examples)
    func days(_ example: Example) throws {
        let rule = try #require(RecurrenceRule(example.rule))
        let start = try ICalendarTime.zoned("\(example.start)T090000", "America/New_York")
        var expected: [String] = []
        var year = ""
        for word in example.days.split(separator: " ") {
            if Int(word).map({ $0 > 1231 }) == true {
                year = String(word)
            } else {
                expected.append(word == "end" ? "end" : "\(year)\(word)T090000")
            }
        }
        var times = RecurrenceSeries(start: start, rule: rule).prefix(expected.count).map(\.time.value)
        if times.count < expected.count { times.append("end") }
        #expect(times == expected)
    }

    @Test("a rule can have several times of a day")
    func timesOfDay() throws {
        #expect(
            try [
                times("19970902T090000", "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000"),
                times("19970902T090000", "FREQ=MINUTELY;INTERVAL=15;COUNT=6"),
                times("19970902T090000", "FREQ=MINUTELY;INTERVAL=90;COUNT=4"),
                times("19970902T090000", "FREQ=DAILY;BYHOUR=9,16;BYMINUTE=0,20,40;COUNT=7"),
                times("19970902T090000", "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9;COUNT=4"),
                times("19970902T235959", "FREQ=SECONDLY;BYMONTH=9;BYDAY=MO;COUNT=2"),
            ] == [
                "02T090000 02T120000 02T150000", "02T090000 02T091500 02T093000 02T094500 02T100000 02T101500",
                "02T090000 02T103000 02T120000 02T133000",
                "02T090000 02T092000 02T094000 02T160000 02T162000 02T164000 03T090000",
                "02T090000 02T092000 02T094000 03T090000", "02T235959 08T000000",
            ])
    }

    private func times(_ start: String, _ rule: String) throws -> String {
        let start = try #require(ICalendarTime(value: Array(start.utf8)[...]))
        let rule = try #require(RecurrenceRule(rule))
        return RecurrenceSeries(start: start, rule: rule).map { $0.time.value.dropFirst(6) }.joined(separator: " ")
    }

    @Test(
        "a rule that allows no time, and one with a huge interval, end",
        arguments: [
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4,6",
            "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31",
            "FREQ=YEARLY;INTERVAL=999999999", "FREQ=WEEKLY;INTERVAL=999999999", "FREQ=HOURLY;INTERVAL=999999999",
            "FREQ=MONTHLY;INTERVAL=12;BYDAY=5MO;BYMONTHDAY=1",
        ])
    func endless(text: String) throws {
        let rule = try #require(RecurrenceRule(text))
        #expect(
            RecurrenceSeries(start: try .zoned("20261201T090000", "Europe/Berlin"), rule: rule).map(\.time).count == 1)
    }

    @Test(
        "a rule with a part that RFC 5545 does not have, or does not allow there, is not read",
        arguments: [
            "", "FREQ", "FREQ=FORTNIGHTLY", "INTERVAL=2", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=-1",
            "FREQ=DAILY;COUNT=2;UNTIL=20261231", "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;FREQ=DAILY", "FREQ=DAILY;BYDAY=1MO",
            "FREQ=WEEKLY;BYMONTHDAY=1", "FREQ=MONTHLY;BYWEEKNO=1", "FREQ=MONTHLY;BYYEARDAY=1", "FREQ=DAILY;BYSETPOS=1",
            "FREQ=MONTHLY;BYMONTHDAY=0", "FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=MONTHLY;BYDAY=MO,",
            "FREQ=MONTHLY;BYDAY=XX",
            "FREQ=DAILY;UNTIL=tomorrow", "RSCALE=CHINESE;FREQ=YEARLY", "FREQ=MONTHLY;SKIP=BACKWARD", "FREQ=DAILY;X-A=1",
            "FREQ=MONTHLY;BYMONTH=13", "FREQ=DAILY;INTERVAL=99999999999999999999", "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO",
        ])
    func invalid(text: String) {
        #expect(RecurrenceRule(text) == nil)
    }

    @Test("a rule is written as it was read, in the RFC's order")
    func writing() {
        let texts = [
            "FREQ=WEEKLY;UNTIL=19971224T000000Z;INTERVAL=2;BYDAY=MO,WE,FR;WKST=SU",
            "FREQ=MONTHLY;COUNT=10;BYDAY=1SU,-1SU",
            "FREQ=YEARLY;BYMONTHDAY=-3,1;BYMONTH=1,2;BYSETPOS=-1,2", "FREQ=YEARLY;BYYEARDAY=1,100;BYWEEKNO=20",
            "FREQ=SECONDLY;BYSECOND=1,60;BYMINUTE=0;BYHOUR=23",
        ]
        #expect(texts.compactMap { RecurrenceRule($0)?.text } == texts)
        #expect(RecurrenceRule(" wkst=mo; Freq=Daily;count=0;INTERVAL=1;")?.text == "FREQ=DAILY")
    }

    @Test("one part of a rule's text changes, and every other keeps its place and spelling")
    func setting() {
        #expect(
            [
                RecurrenceRule.text("freq=Daily;count=3;X=1", setting: "COUNT", to: "2"),
                RecurrenceRule.text("FREQ=DAILY;COUNT=3", setting: "COUNT", to: nil),
                RecurrenceRule.text("FREQ=DAILY", setting: "COUNT", to: "2"),
                RecurrenceRule.text("FREQ=DAILY", setting: "COUNT", to: nil),
            ] == ["freq=Daily;COUNT=2;X=1", "FREQ=DAILY", "FREQ=DAILY;COUNT=2", "FREQ=DAILY"])
    }
}

extension ICalendarTime {
    static func zoned(_ text: String, _ zone: String) throws -> ICalendarTime {
        try #require(ICalendarTime(value: Array(text.utf8)[...], timeZone: zone))
    }
}
