import CoreModule
import Foundation
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
package import PersonalDictionary
import ServiceLifecycle
import UnixSignals

/// The server: sessions over stores, and their pages.
package struct WebServer: Sendable {
    /// The sessions.
    package let sessions: SessionStore
    private let configuration: WebConfiguration
    private let responder: WebResponder

    /// Makes a server. It does not listen yet.
    package init(_ configuration: WebConfiguration, stores: any PersonStores) async throws(DictionaryError) {
        self.configuration = configuration
        var logins: Logins?
        if let key = configuration.access.loginKey {
            let environment = configuration.environment
            logins = Logins(key, stores.shared.settings, clock: environment.clock, logger: environment.logger)
        }
        sessions = try await SessionStore(configuration, stores: stores, logins: logins)
        responder = WebResponder(configuration: configuration, sessions: sessions, stores: stores, logins: logins)
    }

    /// The server as an application.
    /// - Parameter onRunning: called with the port, once requests are answered.
    package func application(onRunning: @escaping @Sendable (Int) -> Void = { _ in }) -> some ApplicationProtocol {
        var logger = Logger(label: "hummingbird")
        logger.logLevel = .error
        return Application(
            responder: responder,
            server: transport,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                availableConnectionsDelegate: MaximumAvailableConnections(configuration.limits.connections)),
            services: [Housekeeping(sessions: sessions)],
            onServerRunning: { channel in onRunning(channel.localAddress?.port ?? 0) },
            logger: logger)
    }

    private var transport: HTTPServerBuilder {
        let plain = HTTPServerBuilder.http1(configuration: .init(idleTimeout: .seconds(60)))
        guard let tls = configuration.tls else { return plain }
        do { return try .tls(plain, tlsConfiguration: tls.configuration) } catch {
            preconditionFailure("The certificate and the key were tried when they were read: \(error)")
        }
    }

    /// Answers requests until the process receives SIGTERM or SIGINT. It then ends the streams of events, finishes what it has begun,
    /// and returns within four seconds, unless a store does not answer.
    /// - Parameters:
    ///   - onRunning: called with the port, once requests are answered.
    ///   - onStopping: called as soon as the signal arrives.
    /// - Throws: ``AddressUnavailable``.
    package func run(
        onRunning: @escaping @Sendable (Int) -> Void, onStopping: @escaping @Sendable () -> Void = {}
    ) async throws {
        var logger = Logger(label: "services")
        logger.logLevel = .error
        var group = ServiceGroupConfiguration(
            services: [application(onRunning: onRunning), StopNotice(onStopping: onStopping)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(4)
        do { try await ServiceGroup(configuration: group).run() } catch is SocketAddressError.UnknownHost {
            throw AddressUnavailable(
                host: configuration.host, port: configuration.port, reason: "there is no such address")
        } catch let error as IOError {
            throw AddressUnavailable(
                host: configuration.host, port: configuration.port, reason: String(cString: strerror(error.errnoCode)))
        }
    }
}

/// The server cannot listen.
package struct AddressUnavailable: Error, CustomStringConvertible {
    let host: String
    let port: Int
    let reason: String

    /// What the user reads.
    package var description: String {
        "The server cannot listen on \(host), port \(port): \(reason). Choose another one with --listen or --port."
    }
}

/// Reports that the server stops. Services are stopped in reverse order, so this one, the last, comes first.
private struct StopNotice: Service {
    let onStopping: @Sendable () -> Void

    func run() async throws {
        try await gracefulShutdown()
        onStopping()
    }
}

/// Sends heartbeats and puts idle sessions away while the server runs, and ends the sessions when it stops.
private struct Housekeeping: Service {
    let sessions: SessionStore

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    try await Task.sleep(for: .seconds(15))
                    await sessions.sendHeartbeats()
                    await sessions.parkIdle()
                    await sessions.programs.endIdle()
                }
            }
        } catch is CancellationError {}
        await sessions.close()
    }
}
