import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What the chain logs", .bounded)
struct LookUpLoggingTests {
    private let time = ManualTime()
    private let log = EventLogger.InMemoryHandler()
    private var fakes: LookUpFakes { LookUpFakes(time: time) }

    @Test("each look-up is logged, a failure as a warning, and the word at debug level only")
    func lookUps() async throws {
        let logger = EventLogger(label: "t", minimumLevel: .debug, handler: log)
        for service in [fakes.knowing("x"), fakes.failing(.unauthorized)] {
            let gate = fakes.gate(logger: logger)
            let logged = GatedLookUp(LoggingLookUp(service, name: "s", logger: logger), gate: gate)
            _ = try await logged.failure()
        }
        #expect(log.events.count == 5)
        let warnings = log.events.filter { $0.level == .warning }
        #expect(warnings.count == 1)
        #expect(warnings.allSatisfy { event in !event.metadata.contains { $0.value.contains("dog") } })
    }

    @Test("each list of words is logged in the same way")
    func lists() async throws {
        let words = ScriptedSuggestions { text throws(TranslationError) in
            guard text == "dog" else { throw .network(Message("down")) }
            return []
        }
        let logger = EventLogger(label: "t", minimumLevel: .debug, handler: log)
        let list = GatedSuggestions(words, gate: fakes.gate(logger: logger), logger: logger)
        #expect(try await list.suggestions(beginningWith: WordText("dog"), .englishToRussian, limit: 8).isEmpty)
        await #expect(throws: TranslationError.network(Message("down"))) {
            try await list.suggestions(beginningWith: WordText("cat"), .englishToRussian, limit: 8)
        }
        #expect(log.events.map(\.level) == [.debug, .debug, .debug, .debug, .warning])
        #expect(log.events.last?.metadata.contains { $0.value.contains("cat") } == false)
    }
}
