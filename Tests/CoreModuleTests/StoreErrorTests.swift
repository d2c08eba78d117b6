import CoreModule
import Foundation
import Testing

@Suite("Errors of a store of one's own")
struct StoreErrorTests {
    @Test("a file that cannot be decoded is damaged; what it contains is not shown")
    func decoding() {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Int].self, from: Data("[\"secret\"]".utf8))
        }
        let wrapped = error.map { StoreError(wrapping: $0, path: "words.json") }
        #expect(wrapped == StoreError(.damaged, path: "words.json", message: Message("the store is damaged")))
    }
}
