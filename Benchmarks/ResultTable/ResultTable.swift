import Foundation

/// Reads results in the format `histogramPercentiles` from a folder and prints them as Markdown: a row for each case, the
/// contenders of one case below each other, with the ratio of their medians to the first contender's, which is this package.
@main
enum ResultTable {
    static func main() throws {
        guard let folder = CommandLine.arguments.dropFirst().first else {
            FileHandle.standardError.write(Data("The folder with the results is missing.\n".utf8))
            exit(1)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(Row.fileSuffix) }
        let rows = try files.map { try Row(file: $0, in: folder) }
        guard !rows.isEmpty else {
            FileHandle.standardError.write(Data("There are no results in \(folder).\n".utf8))
            exit(1)
        }
        for (title, rows) in grouped(rows, by: \.title) {
            print("\n### \(title)\n")
            print("| case | contender | median | p95 | against this package |")
            print("|---|---|---:|---:|---:|")
            for (name, rows) in grouped(rows, by: \.name) { printCase(name, rows) }
        }
    }

    private static func printCase(_ name: String, _ rows: [Row]) {
        let own = rows.first { $0.contender == "superapp" }
        let peers = rows.filter { $0.contender != "superapp" }.sorted { $0.contender < $1.contender }
        for row in [own].compactMap({ $0 }) + peers {
            let isOwn = row.contender == own?.contender
            let ratio = own.map { isOwn ? "1" : String(format: "%.2f ×", row.median / $0.median) } ?? ""
            let label = isOwn || own == nil ? name : ""
            print("| \(label) | \(row.contender) | \(time(row.median)) | \(time(row.p95)) | \(ratio) |")
        }
    }

    private static func time(_ microseconds: Double) -> String {
        switch microseconds {
        case ..<1000: String(format: "%.1f µs", microseconds)
        case ..<1_000_000: String(format: "%.2f ms", microseconds / 1000)
        default: String(format: "%.2f s", microseconds / 1_000_000)
        }
    }

    private static func grouped(_ rows: [Row], by key: (Row) -> String) -> [(String, [Row])] {
        Dictionary(grouping: rows, by: key).sorted { $0.key.localizedStandardCompare($1.key) == .orderedAscending }
            .map { ($0.key, $0.value) }
    }
}

/// One measured contender; times in microseconds.
private struct Row {
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// The tool writes a file for each contender and metric.
    static let fileSuffix = ".wallClock.histogram.percentiles.tsv"

    let title: String
    let name: String
    let contender: String
    let median: Double
    let p95: Double

    init(file: String, in folder: String) throws {
        // RUN.TARGET.TITLE_|_NAME_|_CONTENDER, with _ for each space.
        let parts = file.dropLast(Self.fileSuffix.count).split(separator: ".", maxSplits: 2).last?
            .replacing("_", with: " ").components(separatedBy: " | ")
        guard let parts, parts.count == 3 else {
            throw Malformed(description: "\(file) is not of \"TITLE | NAME | CONTENDER\"")
        }
        // A line with the unit, and one for each percentile.
        let lines = try String(contentsOf: URL(filePath: folder).appending(path: file), encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: "\t") }
        func time(_ percentile: Int) throws -> Double {
            guard let header = lines.first?.last, header.contains("(ns)"),
                let value = lines.first(where: { $0.first == "\(percentile)" })?.last.flatMap({ Double($0) })
            else { throw Malformed(description: "\(file) has no percentile \(percentile) in nanoseconds") }
            return value / 1000
        }
        title = parts[0]
        name = parts[1]
        contender = parts[2]
        median = try time(50)
        p95 = try time(95)
    }
}
