package import CoreModule
package import Foundation

/// A time of day that stands still until a test moves it, and those who wait for it.
package final class ManualTime: Sendable {
    private struct State {
        var date: Date
        var sleepers: [Int: (date: Date, shot: Promise<Void>)] = [:]
        var lastNumber = 0
        var watchers: [Promise<Void>] = []
    }

    private let state: Locked<State>

    /// Begins at 2026-11-21T10:00:00Z unless told otherwise.
    package init(_ start: Date = Date(timeIntervalSince1970: 1_795_255_200)) {
        state = Locked(State(date: start))
    }

    package var now: Date { state.withLock { $0.date } }

    /// The clock to hand to what is tested.
    package var clock: WallClock { WallClock { self.now } }

    /// What waits by this clock.
    package var sleeper: Sleeper {
        Sleeper { date in
            let shot = Promise<Void>()
            let number = self.state.withLock { state -> Int? in
                guard date > state.date else { return nil }
                state.lastNumber += 1
                state.sleepers[state.lastNumber] = (date, shot)
                for watcher in state.watchers { watcher.set(()) }
                state.watchers = []
                return state.lastNumber
            }
            guard let number else { return }
            await shot.value(whenCancelled: ())
            self.state.withLock { _ = $0.sleepers.removeValue(forKey: number) }
        }
    }

    package func advance(by duration: TimeInterval) {
        move { $0 + duration }
    }

    /// Moves the clock to a time, if that is later: to the next whole millisecond, since a ``WallClock`` tells no others.
    package func advance(to date: Date) {
        let milliseconds = date.millisecondsSince1970
        let whole = Date(millisecondsSince1970: milliseconds)
        move { max($0, whole < date ? Date(millisecondsSince1970: milliseconds + 1) : whole) }
    }

    private func move(_ change: (Date) -> Date) {
        let due = state.withLock { state in
            state.date = change(state.date)
            let due = state.sleepers.filter { $0.value.date <= state.date }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.shot)
        }
        for shot in due { shot.set(()) }
    }

    /// Has the time come to whoever waits: for tests in which nobody else waits meanwhile.
    package var hurriedSleeper: Sleeper { Sleeper { self.advance(to: $0) } }

    /// How many wait for this clock.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Waits until somebody waits for this clock, and tells until when the first of them does.
    package func nextSleep() async -> Date {
        while true {
            let watcher = Promise<Void>()
            let date = state.withLock { state -> Date? in
                if let date = state.sleepers.values.map(\.date).min() { return date }
                state.watchers.append(watcher)
                return nil
            }
            if let date { return date }
            await watcher.value(whenCancelled: ())
        }
    }

    /// Waits until somebody waits for this clock, and moves it to when the first of them is to go on.
    package func advanceToNextSleep() async {
        advance(to: await nextSleep())
    }
}
