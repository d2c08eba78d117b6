import Foundation
import TestSupport
import Testing

@Suite("The guide to adding a field", .timeLimit(.minutes(15)))
struct AddingAFieldTests {
    @Test("it names each file of the library and of the PostgreSQL store that knows of tags, and no other: ten")
    func files() throws {
        let page = try String(contentsOf: project.appending(path: "Docs/AddingAField.md"), encoding: .utf8)
        let named = page.split(separator: "\n").compactMap { line in
            line.prefixMatch(of: /\| \[`[^`]+`\]\(\.\.\/([^)]+)\)/).map { String($0.1) }
        }
        var knowing: [String] = []
        for folder in ["Sources/PersonalDictionary", "Examples/WebApp/PostgresStore"] {
            let files = try #require(FileManager.default.enumerator(atPath: project.appending(path: folder).systemPath))
            for case let file as String in files where file.hasSuffix(".swift") {
                let path = "\(folder)/\(file)"
                let text = try String(contentsOf: project.appending(path: path), encoding: .utf8)
                let code = text.split(separator: "\n").filter { !$0.contains(/^\s*\/\//) }
                if code.contains(where: { $0.contains(/WordTags|\btags\b|\btagged\b/) }) { knowing.append(path) }
            }
        }
        #expect(named.sorted() == knowing.sorted())
        #expect(named.count == 10)
    }
}
