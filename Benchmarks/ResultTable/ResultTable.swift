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
        let rows = try Unit.allCases.flatMap { unit in
            try files.filter { $0.hasSuffix(unit.fileSuffix) }.map { try Row(file: $0, in: folder, unit: unit) }
        }
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
            let (median, p95) = (row.unit.text(row.median), row.unit.text(row.p95))
            print("| \(label) | \(row.contender) | \(median) | \(p95) | \(ratio) |")
        }
    }

    private static func grouped(_ rows: [Row], by key: (Row) -> String) -> [(String, [Row])] {
        Dictionary(grouping: rows, by: key).sorted { $0.key.localizedStandardCompare($1.key) == .orderedAscending }
            .map { ($0.key, $0.value) }
    }
}

/// What was measured.
private enum Unit: String, CaseIterable {
    /// A time in nanoseconds that the tool measured.
    case wallClock
    /// A time that the case measured.
    case nanoseconds
    /// Memory that the case measured.
    case bytes

    /// The tool writes a file for each contender and metric.
    var fileSuffix: String { ".\(rawValue).histogram.percentiles.tsv" }

    /// What the file must say, so that no value is scaled unnoticed. The tool has no name for what it does not scale.
    var header: String { self == .wallClock ? "(ns)" : "\(rawValue) *" }

    func text(_ value: Double) -> String {
        guard self != .bytes else { return String(format: "%.0f B", value) }
        switch value {
        case ..<1e6: return String(format: "%.1f µs", value / 1e3)
        case ..<1e9: return String(format: "%.2f ms", value / 1e6)
        default: return String(format: "%.2f s", value / 1e9)
        }
    }
}

/// One measured contender.
private struct Row {
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    let unit: Unit
    let title: String
    let name: String
    let contender: String
    let median: Double
    let p95: Double

    init(file: String, in folder: String, unit: Unit) throws {
        // RUN.TARGET.TITLE_|_NAME_|_CONTENDER, with _ for each space.
        let parts = file.dropLast(unit.fileSuffix.count).split(separator: ".", maxSplits: 2).last?
            .replacing("_", with: " ").components(separatedBy: " | ")
        guard let parts, parts.count == 3 else {
            throw Malformed(description: "\(file) is not of \"TITLE | NAME | CONTENDER\"")
        }
        // A line with the unit, and one for each percentile.
        let lines = try String(contentsOf: URL(filePath: folder).appending(path: file), encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: "\t") }
        func value(_ percentile: Int) throws -> Double {
            guard let header = lines.first?.last, header.contains(unit.header),
                let value = lines.first(where: { $0.first == "\(percentile)" })?.last.flatMap({ Double($0) })
            else { throw Malformed(description: "\(file) has no percentile \(percentile) in \(unit)") }
            return value
        }
        self.unit = unit
        title = parts[0]
        name = parts[1]
        contender = parts[2]
        median = try value(50)
        p95 = try value(95)
    }
}
