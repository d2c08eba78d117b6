import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport

/// Opens apps with their services as the library makes them, with real sockets and a time that a test moves.
@MainActor
struct AppServicesRig {
    let time = ManualTime()

    func dict(_ server: FakeDictServer) -> LookUpProvider {
        .dict(DictServer(host: "127.0.0.1", port: server.port), timeout: .seconds(3600))
    }

    func open(
        _ providers: [LookUpProvider], in storage: AppConfiguration.Storage = .memory,
        sleeper: Sleeper? = nil, logger: EventLogger = .disabled
    ) async throws -> AppDependencies {
        try await AppDependencies.open(
            AppConfiguration(
                storage: storage, translation: TranslationConfiguration(providers),
                environment: AppEnvironment(
                    clock: time.clock, sleeper: sleeper ?? time.sleeper, logger: logger)))
    }

    var hurry: Sleeper { time.hurriedSleeper }

    func pons(_ server: FakePonsServer) -> LookUpProvider {
        .pons(Secret(FakePonsServer.secret), url: server.baseURL, timeout: .seconds(600))
    }
}
