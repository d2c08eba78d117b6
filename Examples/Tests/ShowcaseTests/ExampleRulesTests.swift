import Foundation
import Testing

@Suite("Rules of the examples", .serialized, .timeLimit(.minutes(15)))
struct ExampleRulesTests {
    /// Runs a script of the project and returns what it prints.
    private func run(_ script: String) throws -> (status: Int32, output: String) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = ExampleReadme.project.appending(path: "Scripts/\(script)")
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    @Test("a feature has at most 25 lines of ceremony on average, and README.md says how many")
    func ceremony() throws {
        let (status, output) = try run("ceremony")
        #expect(status == 0, "\(output)")
        try ExampleReadme.expect(output, after: "<!-- ceremony -->")
    }

    @Test("nothing uses @testable, an SPI or a copy of the libraries")
    func publicProducts() throws {
        let (status, output) = try run("check-examples")
        #expect(status == 0, "\(output)")
    }
}
