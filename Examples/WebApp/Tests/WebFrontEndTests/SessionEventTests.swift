import CoreModule
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PersonalDictionary
import SuperappTesting
import Testing
import WebFrontEnd

@Suite("The events of sessions", .timeLimit(.minutes(2)))
struct SessionEventTests {
    @Test("a screen that ends because another page has closed one below it is an event, and opens again")
    func endedScreen() async throws {
        try await withServer { client, server in
            let browser = try await Browser(client)
            #expect(try await browser.post("add-task", ["from": "/todo", "text": "milk"]).status == .seeOther)
            let list = try await browser.get("/todo").text
            let task = String(try #require(list.firstMatch(of: #/href="(/todo/[^"]+)"[^>]*>milk</#)).1)
            _ = try await browser.get(task)
            _ = try await browser.get("/favorites")
            _ = try await browser.get("/search?text=dog")
            let stream = try await server.sessions.hold(browser.session, Person())
            let form: KeyValuePairs = ["from": task, "text": "oat milk", "was-text": "milk"]
            #expect(try await browser.post("save-task", form).status == .seeOther)
            var received: Set<String> = []
            for await event in stream.events {
                if case .change(let address) = event { received.insert(address.path) }
                if received.isSuperset(of: ["/favorites", "/search?text=dog"]) { break }
            }
            #expect(try await browser.get("/favorites", [.refresh: "1"]).status == .ok)
            let search = try await browser.get("/search?text=dog", [.refresh: "1"])
            #expect(search.status == .ok && search.text.contains(#"value="dog""#))
            await server.sessions.release(stream)
        }
    }

    @Test("the first event names the session of the page, and so does no other session's")
    func hello() async throws {
        try await withServer { client, server in
            var names: Set<String> = []
            for _ in 0..<2 {
                let browser = try await Browser(client)
                let page = try await browser.get("/").text
                let name = String(try #require(page.firstMatch(of: /data-session="([0-9a-f]+)"/)).1)
                let stream = try await server.sessions.hold(browser.session, Person())
                #expect(await first(.hello(name), in: stream.events))
                await server.sessions.release(stream)
                names.insert(name)
                #expect(!browser.session.rawValue.contains(name))
            }
            #expect(names.count == 2)
        }
    }

    @Test("a stream that is not read ends when there is no more place for its events; the page may connect again")
    func slowReader() async throws {
        try await withServer(change: { $0.limits.streamsOfSession = 1 }) { client, server in
            let browser = try await Browser(client)
            let stream = try await server.sessions.hold(browser.session, Person())
            for _ in 0..<100 { await server.sessions.sendHeartbeats() }
            #expect(await server.sessions.counts.streams == 0)
            let next = try await server.sessions.hold(browser.session, Person())
            await server.sessions.release(next)
            await server.sessions.release(stream)
        }
    }

    @Test("a change in one session shows on the page of another, which receives an event")
    func events() async throws {
        try await withServer { client, server in
            let (one, other) = (try await Browser(client), try await Browser(client))
            _ = try await one.get("/")
            let stream = try await server.sessions.hold(one.session, Person())
            #expect(try await other.add("hedgehog").status == .seeOther)
            // Each change of the page is an event: the word, then its translation.
            var page = ""
            while !page.contains("hedgehog") {
                guard await first(.change(.main), in: stream.events) else { break }
                page = try await one.get("/", [.refresh: "1"]).text
            }
            #expect(page.contains("hedgehog"))
            await server.sessions.release(stream)
        }
    }

    @Test(
        "streams of events beyond the limit are refused; an open one keeps its session live, and a parked one is opened for it"
    )
    func streams() async throws {
        let time = ManualTime()
        try await withServer(change: {
            $0.limits.streamsOfSession = 1; $0.environment.clock = time.clock
        }) { client, server in
            let browser = try await Browser(client)
            let stream = try await server.sessions.hold(browser.session, Person())
            #expect(try await browser.get("/events").status == .tooManyRequests)
            time.advance(by: 601)
            await server.sessions.parkIdle()
            let counts = await server.sessions.counts
            #expect((counts.live, counts.parked, counts.streams) == (1, 0, 1))
            await server.sessions.release(stream)
            time.advance(by: 601)
            await server.sessions.parkIdle()
            #expect(await server.sessions.counts.live == 0)
            let again = try await server.sessions.hold(browser.session, Person())
            #expect(await server.sessions.counts.live == 1)
            await server.sessions.release(again)
        }
    }

    /// Whether an event comes within five seconds.
    private func first(_ event: SessionEvent, in events: AsyncStream<SessionEvent>) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await events.contains(event) }
            group.addTask {
                do { try await Task.sleep(for: .seconds(5)) } catch {}
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }
}
