import Foundation

/// Programs with stores of their own, each in a folder of its name, and an empty folder that they share.
func withDevices(_ names: [String], _ body: ([Program], URL) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
        let shared = folder.appending(path: "shared folder")
        let places = names.map { folder.appending(path: $0) }
        for place in places + [shared] {
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        }
        try await body(places.map { Program(folder: $0) }, shared)
    }
}
