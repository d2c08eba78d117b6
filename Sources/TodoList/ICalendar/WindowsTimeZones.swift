package import CoreModule
import Foundation

/// The Windows names of time zones, which Outlook and Exchange write, and an IANA region with the same time.
package enum WindowsTimeZones {
    /// The regions by Windows name, from the library's resource. Without it there are none, and the names are reported as unknown
    /// zones, as any other.
    package static let regions = read(.todoList)

    /// The regions by Windows name: a name, a tab and a region in each line. None if the resource cannot be read.
    package static func read(_ resources: ResourceBundle) -> [String: String] {
        guard let url = resources.bundle?.url(forResource: "windows-time-zones", withExtension: "tsv"),
            let table = FileManager.default.contents(atPath: url.path(percentEncoded: false))
        else { return [:] }
        let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
        let rows = lines.map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
        return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
    }
}

extension ResourceBundle {
    /// The resources of `TodoList`: its messages and the Windows names of time zones.
    package static let todoList = ResourceBundle("superapp_TodoList")
}
