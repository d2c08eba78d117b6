import CoreModule
import Foundation
import Showcase
import Testing

@Suite("The texts of the host", .timeLimit(.minutes(15)))
struct ShowcaseTextsTests {
    @Test("every text of the host without a value is in Russian")
    func literals() throws {
        let russian = Localizer.showcase(Locale(identifier: "ru"))
        let folder = ExampleReadme.project.appending(path: "Examples/Showcase")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var literals: Set<String> = []
        for file in files where file.pathExtension == "swift" {
            let source = try String(contentsOf: file, encoding: .utf8)
            for literal in source.matches(of: /Message\(\s*"([^"\\]+)"\s*\)/) {
                let text = russian(Message(key: String(literal.1)))
                #expect(text.contains { ("а"..."я").contains($0.lowercased()) }, "\(literal.1)")
                literals.insert(String(literal.1))
            }
        }
        #expect(literals.count > 15)
    }

    @Test("what the host inserts into its texts is in Russian too")
    func values() {
        let russian = Localizer.showcase(Locale(identifier: "ru"))
        let pictures = [1, 2, 5].map { russian(Message("a picture of \(count: $0) bytes")) }
        #expect(pictures == ["картинка, 1 байт", "картинка, 2 байта", "картинка, 5 байт"])
        #expect(russian(Message("page: \("https://a.example")")) == "страница: https://a.example")
    }
}
