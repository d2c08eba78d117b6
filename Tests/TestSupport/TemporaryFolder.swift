package import Foundation

/// Creates an empty folder, whose name has a space and Cyrillic letters, and removes it after the body.
package func withTemporaryFolder<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Value
) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "superapp тест \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let result: Result<Value, any Error>
    do { result = .success(try await body(folder)) } catch { result = .failure(error) }
    try FileManager.default.removeItem(at: folder)
    return try result.get()
}

extension URL {
    /// The path for system calls.
    package var systemPath: String { path(percentEncoded: false) }
}
