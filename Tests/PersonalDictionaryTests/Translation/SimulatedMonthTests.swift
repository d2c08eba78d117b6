import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Simulated months of look-ups", .timeLimit(.minutes(15)), .longComputation)
struct SimulatedMonthTests {
    @Test(
        "in a month of outages no limit is exceeded, and every word is finished within a day of what the limits allow",
        arguments: 1...UInt64(TestScale.count(2, full: 4)))
    func month(seed: UInt64) async throws {
        try await SimulatedMonth(seed: seed).run()
    }
}

/// 5,000 words (a fifth in a quick run); a provider that allows one request a second and 200 a day (40),  and comes and goes; one behind it that knows a fifth of
/// the words, and comes and goes as well. All in virtual time, with the decorators and the chain that an app has, and a store in
/// memory.
private struct SimulatedMonth {
    private static let count = TestScale.count(1000, full: 5000)
    private static let budget = count / 25
    private static let day: TimeInterval = 24 * 3600
    private static let limits = [RequestLimit(1, per: .seconds(1)), RequestLimit(budget, per: .seconds(day))]
    private let seed: UInt64
    private let time = ManualTime()
    private let provider = Locked(SimulatedProvider(limits: limits))

    init(seed: UInt64) {
        self.seed = seed
    }

    /// What an outage looks like from here.
    private enum Fault: CaseIterable { case unreachable, network, malformed, limited }

    private struct Outages {
        let list: [(time: Range<Date>, fault: Fault)]

        init(from start: Date, using generator: inout SeededGenerator) {
            list = (0..<40).map { _ in
                let begin = start + Double.random(in: 0..<(30 * day), using: &generator)
                let end = begin + Double.random(in: 60..<(8 * 3600), using: &generator)
                return (begin..<end, Fault.allCases.randomElement(using: &generator) ?? .network)
            }
        }

        /// What is wrong at a time.
        func error(at date: Date) -> TranslationError? {
            guard let outage = list.first(where: { $0.time.contains(date) }) else { return nil }
            switch outage.fault {
            case .unreachable: return .unreachable(Message("no network"))
            case .network: return .network(Message("status 500"))
            case .malformed: return .malformedAnswer(Message("<html>"))
            case .limited: return .rateLimited(until: outage.time.upperBound)
            }
        }
    }

    func run() async throws {
        let start = time.now
        var generator = SeededGenerator(seed: seed)
        let outages = Outages(from: start, using: &generator)
        let otherOutages = Outages(from: start, using: &generator)
        let entry = try DictionaryEntry.make("dog", ["x"], at: start)
        let earliest = Self.earliest(start, outages)
        let vain = Locked(0)
        let first = ScriptedTranslationService { [time, provider] text, _ throws(TranslationError) in
            let now = time.now
            let error = outages.error(at: now)
            // What has no way to the provider never gets there.
            if case .unreachable? = error { throw .unreachable(Message("no network")) }
            provider.withLock { $0.receive(at: now) }
            if let error {
                vain.withLock { $0 += 1 }
                throw error
            }
            guard (Int(text.value) ?? 0) % 7 != 0 else { throw .notFound }
            return entry
        }
        let second = ScriptedTranslationService { [time] text, _ throws(TranslationError) in
            if let error = otherOutages.error(at: time.now) { throw error }
            guard (Int(text.value) ?? 0) % 5 == 0 else { throw .notFound }
            return entry
        }
        var configuration = TranslationConfiguration(
            [.remote(first, name: "first", limits: Self.limits), .remote(second, name: "second")], hedgingDelay: nil)
        configuration.jitter = { 0.5 }
        let services = configuration.services(
            store: .inMemory(), clock: time.clock, sleeper: time.hurriedSleeper, logger: .disabled)
        var schedule = TranslationSchedule { 0.5 }
        var (added, done, late) = (0, 0, 0)
        while done < Self.count {
            // Words come in over the first days, one a minute.
            while added < Self.count, start + Double(added) * 60 <= time.now {
                schedule.add(WordID("\(added)"), now: time.now)
                added += 1
            }
            let nextWord = added < Self.count ? start + Double(added) * 60 : Date.distantFuture
            schedule.gates = services.gateStatuses
            switch schedule.next(now: time.now) {
            case .lookUp(let id):
                let number = try #require(Int(id.rawValue))
                do throws(TranslationError) {
                    _ = try await services.lookUp(LookUpRequest(WordText(stored: id.rawValue), .englishToRussian))
                    schedule.finish(.done, now: time.now)
                } catch .notFound where number % 7 == 0 && number % 5 != 0 {
                    schedule.finish(.failed(.notFound), now: time.now)
                } catch {
                    #expect(error.isFault)
                    schedule.gates = services.gateStatuses
                    schedule.finish(.failed(error), now: time.now)
                    continue
                }
                done += 1
                // What was sent in vain has cost budget too.
                let lost = Double((vain.withLock { $0 } + Self.budget - 1) / Self.budget) * Self.day
                if time.now > earliest[number] + lost + Self.day { late += 1 }
            case .wait(let date): time.advance(to: min(date, nextWord))
            case .waitForEvent: time.advance(to: nextWord)
            }
        }
        #expect(provider.withLock { $0.violations } == 0)
        #expect(late == 0)
        #expect(vain.withLock { $0 } < 2000)
        #expect(schedule.waitingCount == 0)
        #expect(time.now < start + 31 * Self.day)
    }

    /// When each word would be out by a sender that knows of the outages beforehand, in the order in which words come.
    private static func earliest(_ start: Date, _ outages: Outages) -> [Date] {
        var sent: [Date] = []
        for number in 0..<count {
            let moment = max(start + Double(number) * 60, sent.last ?? start)
            var record = RequestRecord(sent: sent)
            var date = record.notBefore(limits, now: moment)
            while let outage = outages.list.first(where: { $0.time.contains(date) }) { date = outage.time.upperBound }
            sent.append(date)
        }
        return sent
    }
}

/// Counts on its own what it is asked, and how often that was too much.
private struct SimulatedProvider {
    let limits: [RequestLimit]
    private(set) var violations = 0
    private var received: [Date] = []

    init(limits: [RequestLimit]) {
        self.limits = limits
    }

    mutating func receive(at date: Date) {
        received.append(date)
        for limit in limits {
            // A tenth of a microsecond is lost where dates are added.
            let begin = date.addingTimeInterval(-limit.window.seconds + 1e-6)
            if received.suffix(limit.count + 1).count(where: { $0 > begin }) > limit.count { violations += 1 }
        }
    }
}
