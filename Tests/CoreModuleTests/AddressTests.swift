import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("Addresses and fields of forms", .bounded)
struct AddressTests {
    @Test(
        "reading an address does not encode again what is encoded",
        arguments: [
            ("http://h/a%20ä", "http://h/a%20%C3%A4"), ("http://h/a b%zz%2", "http://h/a%20b%25zz%252"),
            ("http://h:1/%C3%A4/?q=ü&r=%20#ö", "http://h:1/%C3%A4/?q=%C3%BC&r=%20#%C3%B6"),
            ("http://[::1]:5340/ä%20b/", "http://[::1]:5340/%C3%A4%20b/"), ("http://h", "http://h"),
            ("https://u@h/x", "https://u@h/x"), ("http://h/[1]", "http://h/%5B1%5D"),
        ])
    func lenient(text: String, expected: String) throws {
        #expect(URL(lenient: text)?.absoluteString == expected)
        let base = try #require(URL(string: "http://h/folder/"))
        #expect(URL(lenient: "ä%20b", relativeTo: base)?.absoluteString == "http://h/folder/%C3%A4%20b")
        #expect(URL(lenient: "http://[") == nil)
        #expect(URL(lenient: "http://münchen.example/%20ä")?.path(percentEncoded: true) == "/%20%C3%A4")
    }

    @Test(
        "what is percent-encoded is decoded as it was, also when it begins with a byte-order mark",
        arguments: HostileText.all)
    func percentEncoding(_ text: String) throws {
        let encoded = PercentEncoding.encoded(text.utf8)
        #expect(PercentEncoding.decodedText(encoded.utf8)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        let form = try #require(PercentEncoding.decodedForm("a=\(encoded)&\(encoded)=b+c&d".utf8))
        #expect(form.map(\.name) == ["a", text, "d"])
        #expect(form.map(\.value) == [text, "b c", ""])
    }

    @Test("the name of a field ends at its first equals sign, and nothing between two separators is no field")
    func formFields() throws {
        let form = try #require(PercentEncoding.decodedForm("a=1=2&b==&=c&&d".utf8))
        #expect(form.map(\.name) == ["a", "b", "", "d"])
        #expect(form.map(\.value) == ["1=2", "=", "c", ""])
    }

    @Test("what is not percent-encoded is refused", arguments: ["%", "%2", "%zz", "%FF", "a%E2%82"])
    func noPercentEncoding(_ text: String) {
        #expect(PercentEncoding.decodedText(text.utf8) == nil)
        #expect(PercentEncoding.decodedForm("a=1&\(text)=2".utf8) == nil)
        #expect(PercentEncoding.decodedForm("a=\(text)".utf8) == nil)
    }
}
