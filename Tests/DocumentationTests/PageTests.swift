import Foundation
import TestSupport
import Testing

/// What holds for every page of the documentation.
@Suite("Pages of the documentation", .timeLimit(.minutes(15)))
struct PageTests {
    /// A page, as lines without those of code blocks, which stay as empty lines.
    private struct Page {
        let url: URL
        let lines: [String]
        let prose: [String]

        init(_ url: URL) throws {
            self.url = url
            lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
            var isCode = false
            prose = lines.map { line in
                guard line.trimmingCharacters(in: .whitespaces).hasPrefix("```") else { return isCode ? "" : line }
                isCode.toggle()
                return ""
            }
        }

        var name: String { url.systemPath.replacing(project.systemPath, with: "") }

        /// The targets of links to files and headings, with the number of their line; not addresses.
        var links: [(line: Int, target: String)] {
            prose.enumerated().flatMap { number, line in
                line.matches(of: /\]\(([^)\s]+)\)/).map { (number + 1, String($0.1)) }
            }.filter { !$0.target.contains(":") }
        }

        /// The anchors of its headings, as GitHub makes them.
        var anchors: Set<String> {
            var anchors: Set<String> = []
            for line in prose {
                guard let heading = line.wholeMatch(of: /#+ (.+)/)?.1 else { continue }
                let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.lowercased()
                let kept = text.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                let anchor = kept.replacing(" ", with: "-")
                let copies = sequence(first: 0) { $0 + 1 }.lazy.map { $0 == 0 ? anchor : "\(anchor)-\($0)" }
                if let new = copies.first(where: { !anchors.contains($0) }) { anchors.insert(new) }
            }
            return anchors
        }
    }

    /// All pages of the package, but those of packages that were fetched.
    private static func pages(in folder: String? = nil) throws -> [Page] {
        let root = folder.map { project.appending(path: $0) } ?? project
        let urls = try folders(under: root).flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder.systemPath).filter { $0.hasSuffix(".md") }
                .map { folder.appending(path: $0) }
        }
        #expect(!urls.isEmpty)
        return try urls.sorted { $0.path < $1.path }.map { try Page($0) }
    }

    private static func folders(under root: URL) throws -> [URL] {
        let keys: Set<URLResourceKey> = [.isDirectoryKey, .isSymbolicLinkKey]
        let contents = try FileManager.default.contentsOfDirectory(
            at: root, includingPropertiesForKeys: Array(keys), options: .skipsHiddenFiles)
        let inside = try contents.filter { item in
            let values = try item.resourceValues(forKeys: keys)
            return values.isDirectory == true && values.isSymbolicLink != true
        }
        return try [root] + inside.flatMap { try folders(under: $0) }
    }

    @Test("the README is read in a few minutes: at most 120 lines of at most 130 columns")
    func readme() throws {
        let readme = try Page(project.appending(path: "README.md"))
        #expect(readme.lines.count <= 121, "\(readme.lines.count - 1) lines")
        for (number, line) in readme.lines.enumerated() {
            #expect(line.count <= 130, "line \(number + 1) has \(line.count) columns")
        }
    }

    @Test("a page has at most 400 lines")
    func length() throws {
        for page in try Self.pages(in: "Docs") + Self.pages(in: "Examples") {
            #expect(page.lines.count <= 401, "\(page.name) has \(page.lines.count - 1) lines")
        }
    }

    @Test("a link to a file, or to a heading, leads there")
    func links() throws {
        var anchors: [String: Set<String>] = [:]
        var count = 0
        for page in try Self.pages() {
            for (line, target) in page.links {
                let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init)
                let path = parts[0].removingPercentEncoding ?? parts[0]
                let file =
                    path.isEmpty
                    ? page.url : page.url.deletingLastPathComponent().appending(path: path).standardizedFileURL
                let exists = FileManager.default.fileExists(atPath: file.systemPath)
                #expect(exists, "\(page.name):\(line): \(target)")
                count += 1
                guard exists, parts.count == 2 else { continue }
                if anchors[file.path] == nil { anchors[file.path] = try Page(file).anchors }
                #expect(anchors[file.path]?.contains(parts[1]) == true, "\(page.name):\(line): \(target)")
            }
        }
        #expect(count > 200)
    }
}
