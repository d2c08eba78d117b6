import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("Retry-After", .bounded)
struct RetryDateTests {
    private let now = ManualTime().now

    private func date(_ value: String?) throws -> TimeInterval? {
        let url = try #require(URL(string: "http://localhost"))
        let headers = value.map { ["retry-after": $0] } ?? [:]
        return HTTP.Response(status: 503, url: url, headers: headers).retryDate(now: now)?.timeIntervalSince(now)
    }

    @Test("a number of seconds is read", arguments: [("0", 0), ("120", 120), (" 7 ", 7), ("0060", 60)])
    func seconds(value: String, expected: TimeInterval) throws {
        #expect(try date(value) == expected)
    }

    @Test(
        "a date in any of the three forms is read",
        arguments: [
            "Sat, 21 Nov 2026 10:01:00 GMT", "Saturday, 21-Nov-26 10:01:00 GMT", "Sat Nov 21 10:01:00 2026",
        ])
    func dates(value: String) throws {
        #expect(try date(value) == 60)
    }

    @Test(
        "a date in the past becomes now",
        arguments: ["Fri, 20 Nov 2026 10:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Thu Jan  1 00:00:00 1970"])
    func past(value: String) throws {
        #expect(try date(value) == 0)
    }

    @Test(
        "the date is at most a year from now",
        arguments: [
            "31536001", "9223372036854775807", String(repeating: "9", count: 400), "Fri, 31 Dec 9999 23:59:59 GMT",
        ])
    func huge(value: String) throws {
        #expect(try date(value) == 365 * 24 * 3600)
    }

    @Test(
        "a value that cannot be read gives no date",
        arguments: [
            nil, "", " ", "-1", "+1", "1.5", "1e3", "soon", "٣", "1 2", "0x10", "Sat, 21 Nov 2026",
            "Sat, 32 Nov 2026 10:01:00 GMT",
            "NaN", "\u{0}",
        ] as [String?])
    func rubbish(value: String?) throws {
        #expect(try date(value) == nil)
    }
}
