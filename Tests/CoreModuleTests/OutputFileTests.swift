import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("Files that are written completely or not at all", .bounded)
struct OutputFileTests {
    private struct Failure: Error, Hashable {
        let reason: Message
    }

    @Test("a file whose writing is cancelled at its end is as before, and no draft is left", arguments: [nil, "old"])
    func cancelledAtTheEnd(before: String?) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.txt")
            if let before { try Data(before.utf8).write(to: file) }
            let writing = Task {
                try await OutputFile.write(to: file, Failure.init(reason:)) { handle throws(Failure) in
                    do { try handle.write(contentsOf: Data("new".utf8)) } catch {
                        throw Failure(reason: Message("\(String(describing: error))"))
                    }
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: Failure(reason: Message("it was cancelled"))) { try await writing.value }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.systemPath)
            #expect(names == (before == nil ? [] : ["a.txt"]))
            if let before { #expect(try String(contentsOf: file, encoding: .utf8) == before) }
        }
    }
}
