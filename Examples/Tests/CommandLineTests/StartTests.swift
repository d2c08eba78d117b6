#if os(Linux)
import Foundation
import SuperappTesting
import Testing

/// What a command loads, as the dynamic linker reports it.
@Suite("The start of the demo", .timeLimit(.minutes(15)))
struct StartTests {
    /// The libraries that are loaded while a command runs.
    private func libraries(_ program: Program, _ arguments: [String]) async throws -> Set<String> {
        let report = program.folder.appending(path: "linker")
        let result = try await program.run(
            arguments,
            environment: [
                "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": report.systemPath, "PONS_SECRET": "x",
                "PONS_URL": "http://127.0.0.1:1", "DICT_URL": "dict://127.0.0.1:1", "CALDAV_PASSWORD": "x",
            ])
        #expect(result.status == 0 || arguments.contains("sync"))
        var libraries: Set<String> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: program.folder.systemPath)
        where name.hasPrefix("linker.") {
            let file = program.folder.appending(path: name)
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: /file=([^ ]+\.so[.0-9]*)/) {
                libraries.insert(String(match.1.split(separator: "/").last ?? ""))
            }
            try FileManager.default.removeItem(at: file)
        }
        return libraries
    }

    @Test("a command that sends nothing loads no networking, even if services are configured")
    func localCommands() async throws {
        try await withProgram { program in
            for line in [
                "list", "add dog --wait 0", "list --json", "search dog", "show dog", "star dog", "langs",
                "todo add Milk", "todo", "todo done 1", "todo count", "export - --format csv", "tree --details",
                "help add", "--version",
            ] {
                let libraries = try await libraries(program, line.split(separator: " ").map(String.init))
                #expect(libraries.contains("libFoundation.so"))
                let networking = libraries.filter { $0.hasPrefix("libcurl") || $0.hasPrefix("libFoundationNetworking") }
                #expect(networking.isEmpty, "\(line)")
            }
        }
    }

    @Test("a request to this machine goes to no proxy: it may have a password that is not encrypted")
    func proxy() async throws {
        let (server, proxy) = (try FakeTodoServer(), try FakeTodoServer())
        let address = proxy.http.url.absoluteString
        try await withProgram { program in
            let result = try await program.run(
                ["todo", "sync", "--url", server.url, "--user", "x"],
                environment: [
                    "CALDAV_PASSWORD": "x", "http_proxy": address, "ALL_PROXY": address, "no_proxy": "",
                ])
            #expect(result.status == 0)
        }
        #expect(proxy.http.requests.isEmpty && !server.http.requests.isEmpty)
    }

    @Test("a command that sends a request loads libcurl then")
    func request() async throws {
        try await withProgram { program in
            let command = ["todo", "sync", "--url", "http://127.0.0.1:1/", "--user", "x"]
            let libraries = try await libraries(program, command)
            #expect(libraries.contains("libcurl.so.4"))
        }
    }
}
#endif
