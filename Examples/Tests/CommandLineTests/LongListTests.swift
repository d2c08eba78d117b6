import Foundation
import Testing

@Suite("Long lists", .timeLimit(.minutes(15)))
struct LongListTests {
    @Test("a list without a limit is read and written in pages of 500, and is the same as one with a limit")
    func pages() async throws {
        try await withProgram(translator: Program.smallDictionary) { program in
            for count in [1_100, 2_200] {
                let rows = (count - 1100..<count).map { number in
                    // The longest ones come last.
                    "word \(number)\(number < 20 ? " that is longer" : ""),\(number),\(number % 2 == 0)\n"
                }
                let file = "text,translation,isFavorite\n" + rows.joined()
                let report = try await program.run(["--json", "import", "-", "--format", "csv"], input: file)
                #expect(try report.object()["added"] as? Int == 1_100, "\(report)")
                for (command, count) in [("list", count), ("favorites", count / 2)] {
                    let text = try await program.run("--log", "debug", command)
                    let reads = text.errors.split(separator: "\n").filter { $0.contains("read words started") }
                    let pages = reads.filter { $0.contains(command == "list" ? "all," : "favorites,") }
                    #expect(pages.count == count / 500 + 1, "\(reads)")
                    #expect(reads.allSatisfy { $0.contains("at most 500") }, "\(reads)")
                    let limited = try await program.run(command, "--limit", "9999")
                    #expect(Self.cells(text.output) == Self.cells(limited.output))
                    #expect(Self.cells(text.output).count == count)
                    for offset in [0, 507] {
                        let arguments = ["--json", command, "--offset", "\(offset)"]
                        let all = try await program.run(arguments)
                        #expect(try await program.run(arguments + ["--limit", "9999"]).output == all.output)
                        #expect(try all.objects().count == count - offset)
                    }
                }
                #expect(try await program.run("--json", "list", "--offset", "\(count)").output == "[]\n")
                #expect(try await program.run("list", "--offset", "\(count)").output == "no more words\n")
            }
        }
    }

    /// The lines of a table without the spaces that make columns of them.
    private static func cells(_ text: String) -> [[Substring]] {
        text.split(separator: "\n").map { $0.split(separator: " ") }
    }

    @Test("columns only become wider from page to page, and identifiers longer if they have to differ")
    func columns() async throws {
        try await withProgram(translator: Program.smallDictionary) { program in
            let rows = (0..<1_200).map { number in
                // Two of the second page differ in their last digits only.
                let id = [600, 601].contains(number) ? "f00000000000" : "0000000\(10_000 + number)"
                let digits = String(number + 1000).suffix(3)
                let text = "word \(number == 600 ? "that is long" : "")\(number)"
                let date = "2026-11-0\(9 - number / 150)T10:00:00Z"
                return "01a20304-8614-7008-9bcb-\(id.dropLast(3))\(digits),\(text),\(date)\n"
            }
            let file = "id,text,createdAt\n" + rows.joined()
            let options = ["--translator", "dict"]
            let environment = ["DICT_URL": "dict://127.0.0.1:1"]
            let report = try await program.run(
                ["--json"] + options + ["import", "-", "--format", "csv"], input: file, environment: environment)
            #expect(try report.object()["added"] as? Int == 1_200, "\(report)")
            let lines = try await program.run("list").output.split(separator: "\n").filter { $0.contains("→") }
            #expect(lines.count == 1_200)
            let places = lines.map { $0.distance(from: $0.startIndex, to: $0.firstIndex(of: "→") ?? $0.startIndex) }
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 } && Set(places).count == 2)
            for start in stride(from: 0, to: lines.count, by: 500) {
                let ids = lines[start..<min(start + 500, lines.count)].compactMap { $0.split(separator: " ").last }
                #expect(Set(ids).count == ids.count)
            }
        }
    }
}
