import Foundation

/// The Windows names of time zones, which Outlook and Exchange write, and an IANA region with the same time.
package enum WindowsTimeZones {
    /// The regions by Windows name, from the library's resource: a name, a tab and a region in each line.
    package static let regions: [String: String] = {
        guard let url = Bundle.module.url(forResource: "windows-time-zones", withExtension: "tsv"),
            let table = FileManager.default.contents(atPath: url.path(percentEncoded: false))
        else { preconditionFailure("The resource bundle of TodoList must be installed with the program.") }
        let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
        let rows = lines.map { $0.split(separator: "\t", maxSplits: 1).map(String.init) }
        return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
    }()
}
