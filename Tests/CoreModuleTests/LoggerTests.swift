import CoreModule
import SuperappTesting
import TestSupport
import Testing

@Suite("Logging", .bounded)
struct LoggerTests {
    @Test("a message below the level is not created")
    func levels() {
        let handler = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "test", minimumLevel: .warning, handler: handler)
        func expensive() -> String {
            Issue.record("the message must not be evaluated")
            return ""
        }
        logger.debug(expensive())
        logger.info(expensive())
        logger.warning("careful")
        logger.labelled("other").error("broken", ["code": "7"])
        #expect(handler.events.map(\.message) == ["careful", "broken"])
        #expect(handler.events.map(\.label) == ["test", "other"])
        #expect(handler.events.map(\.level) == [.warning, .error])
    }

    @Test("an event is one line, whatever it contains")
    func line() {
        let handler = EventLogger.InMemoryHandler()
        EventLogger(label: "test", handler: handler, clock: ManualTime().clock)
            .info("two\nlines", ["path": "/tmp/a\u{1B}[31m"])
        #expect(
            handler.events.first?.line
                == "2026-11-21T10:00:00.000Z info test: two\\u{a}lines path=/tmp/a\\u{1b}[31m")
    }

    @Test("the disabled logger writes nothing; a level is found by its name")
    func names() {
        EventLogger.disabled.error("not logged")
        for level in EventLogger.Level.allCases { #expect(EventLogger.Level(name: "\(level)") == level) }
        #expect(EventLogger.Level(name: "loud") == nil)
    }

    @Test("the in-memory handler keeps the newest events")
    func capacity() {
        let handler = EventLogger.InMemoryHandler(capacity: 2)
        let logger = EventLogger(label: "test", handler: handler)
        for number in 1...3 { logger.info("\(number)") }
        #expect(handler.events.map(\.message) == ["2", "3"])
    }
}
