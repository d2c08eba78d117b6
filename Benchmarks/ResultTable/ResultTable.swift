import Foundation

/// Reads results in the JMH format from standard input and prints them as Markdown: a row for each case, the contenders of
/// one case below each other, with the ratio of their medians to the first contender's, which is this package.
@main
enum ResultTable {
    static func main() throws {
        let input = try FileHandle.standardInput.readToEnd() ?? Data()
        // What the tool prints about its own build stands in front.
        guard let start = input.range(of: Data("[{".utf8))?.lowerBound else {
            FileHandle.standardError.write(Data("There are no results on standard input.\n".utf8))
            exit(1)
        }
        let elements = try JSONDecoder().decode([Element].self, from: input[start...])
        let rows = try elements.map(Row.init)
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

    let title: String
    let name: String
    let contender: String
    let median: Double
    let p95: Double

    init(_ element: Element) throws {
        // package.benchmark.Target.TITLE_|_NAME_|_CONTENDER, with _ for each space.
        let parts = element.benchmark.replacing("_", with: " ").components(separatedBy: " | ")
        let times = element.secondaryMetrics["Time (wall clock)"]?.scorePercentiles
        guard parts.count == 3, let title = parts[0].split(separator: ".", maxSplits: 3).last,
            let median = times?["50.0"], let p95 = times?["95.0"]
        else { throw Malformed(description: "\(element.benchmark) is not \"TITLE | NAME | CONTENDER\" with times") }
        self.title = String(title)
        name = parts[1]
        contender = parts[2]
        self.median = median
        self.p95 = p95
    }
}

/// What is needed of an element of the JMH format.
private struct Element: Decodable {
    struct Metric: Decodable {
        let scorePercentiles: [String: Double]
    }

    let benchmark: String
    let secondaryMetrics: [String: Metric]
}
