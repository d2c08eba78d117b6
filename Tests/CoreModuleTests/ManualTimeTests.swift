import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("The manual clock", .bounded)
struct ManualTimeTests {
    private let time = ManualTime()

    @Test("waiting for a sleep that does not begin ends with an error that says so, and the time stays")
    func noSleep() async {
        let error = await #expect(throws: ManualTime.NoSleep.self) {
            try await time.advanceToNextSleep(limit: .milliseconds(1))
        }
        #expect(error == ManualTime.NoSleep(limit: .milliseconds(1), now: ManualTime.start))
        #expect(error?.description.contains("2026-11-21T10:00:00Z") == true)
        #expect(time.now == ManualTime.start)
    }

    @Test("the time is moved to the end of the first sleep")
    func sleep() async throws {
        let sleeping = Task { [time] in try await time.sleeper.sleep(until: ManualTime.start + 5) }
        try await time.advanceToNextSleep()
        try await sleeping.value
        #expect(time.now == ManualTime.start + 5)
    }

    @Test("a sleep that was cancelled is forgotten: the time moves to the end of the other one")
    func cancelledSleep() async throws {
        let cancelled = Task { [time] in try await time.sleeper.sleep(until: ManualTime.start + 5) }
        #expect(await time.nextSleep() == ManualTime.start + 5)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(time.sleeperCount == 0)
        let sleeping = Task { [time] in try await time.sleeper.sleep(until: ManualTime.start + 10) }
        try await time.advanceToNextSleep()
        try await sleeping.value
        #expect(time.now == ManualTime.start + 10)
    }
}
