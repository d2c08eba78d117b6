import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("Connections over TCP", .bounded)
struct TCPConnectionTests {
    private func addresses(_ port: UInt16) throws -> [SocketAddress] {
        try SocketAddress.resolve("127.0.0.1", port).get()
    }

    @Test("an address that does not answer does not block the next one")
    func stalledAddress() async throws {
        let deaf = try DeafListener()
        let greeting = try LocalListener { connection, _ in connection.send(Array("hello".utf8)) }
        let addresses = try addresses(deaf.port) + addresses(deaf.port) + addresses(greeting.port)
        // If it waited for the first address, the time would be up.
        let connection = try await TCPConnection.open(addresses, timeout: .seconds(300))
        #expect(try await connection.receive(timeout: .seconds(300)) == Array("hello".utf8))
        greeting.stop()
        deaf.close()
    }

    @Test("a refused address leads to the next one; if all refuse, the host is unreachable")
    func refusedAddress() async throws {
        let greeting = try LocalListener { connection, _ in connection.send(Array("hello".utf8)) }
        let refused = try addresses(LocalSocket.refusedPort())
        let connection = try await TCPConnection.open(refused + addresses(greeting.port), timeout: .seconds(300))
        #expect(try await connection.receive(timeout: .seconds(300)) == Array("hello".utf8))
        greeting.stop()
        guard case .unreachable = await failure(refused + refused, .seconds(300)) else {
            Issue.record("it was not refused")
            return
        }
    }

    @Test("if no address answers, the call times out; a cancelled call ends")
    func silence() async throws {
        let deaf = try DeafListener()
        let addresses = try addresses(deaf.port) + addresses(deaf.port)
        #expect(await failure(addresses, .milliseconds(400)) == .timedOut)
        let task = Task { await failure(addresses, .seconds(3600)) }
        task.cancel()
        #expect(await task.value == .cancelled)
        deaf.close()
    }

    @Test("the local server reads a request that comes byte by byte")
    func bytewise() async throws {
        let server = try LocalHTTPServer {
            .text("\($0.method) \($0.path) " + String(decoding: $0.body, as: UTF8.self))
        }
        let connection = try await TCPConnection.open(addresses(server.port), timeout: .seconds(300))
        let request = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nдом"
        for byte in Array(request.utf8) { try await connection.send([byte], timeout: .seconds(300)) }
        var answer: [UInt8] = []
        while !String(decoding: answer, as: UTF8.self).hasSuffix("POST /a дом") {
            let bytes = try await connection.receive(timeout: .seconds(300))
            try #require(!bytes.isEmpty, "\(String(decoding: answer, as: UTF8.self))")
            answer += bytes
        }
        server.stop()
    }

    @Test("many idle connections block nothing else")
    func manyWaiting() async throws {
        let silent = try LocalListener { connection, _ in connection.readToEnd() }
        let addresses = try addresses(silent.port)
        // More than the shared pool has threads: if these blocked, nothing below would run.
        let count = 2 * ProcessInfo.processInfo.activeProcessorCount + 2
        let began = Locked(0)
        let waiting = (0..<count).map { _ in
            Task {
                let connection = try await TCPConnection.open(addresses, timeout: .seconds(300))
                began.withLock { $0 += 1 }
                _ = try await connection.receive(timeout: .seconds(3600))
            }
        }
        try await eventually { began.withLock { $0 } == count }
        for task in waiting {
            task.cancel()
            await #expect(throws: TCPError.cancelled) { try await task.value }
        }
        silent.stop()
    }

    private func failure(_ addresses: [SocketAddress], _ timeout: Duration) async -> TCPError? {
        do throws(TCPError) {
            _ = try await TCPConnection.open(addresses, timeout: timeout)
            return nil
        } catch {
            return error
        }
    }
}
