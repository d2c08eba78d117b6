import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Paths on a CalDAV server", .bounded)
struct CalDAVPathTests {
    @Test(
        "different spellings of a path name the same resource",
        arguments: [
            ["/a%40b/", "/a@b/", "/%61%40b/", "/x/../a@b/", "/./a%40b/", "/a%40b/c/.."],
            ["/c%c3%a9.ics", "/c%C3%A9.ics", "/cé.ics"], ["/%c3%bf", "/%C3%BF", "/ÿ"],
            ["/a%20b(1)%2b%26.ics", "/a b%281%29+&.ics"],
            ["/%7Euser/%2E%2E/t", "/t"],
            ["/100%", "/100%25"],
            ["/", "", "/..", "/../../", "/."].filter { !$0.isEmpty },
        ])
    func spelling(paths: [String]) {
        #expect(Set(paths.map { WebDAVPath($0) }).count == 1)
        #expect(!paths.map { WebDAVPath($0) }.contains(nil))
    }

    @Test("different resources stay different: slashes, encoded slashes and case count")
    func differences() {
        let paths = ["/a", "/a/", "/a//", "/A", "/a/b", "/a%2Fb", "/a%252Fb", "//a", "/a+b", "/a%20b"]
        #expect(Set(paths.map { WebDAVPath($0) }).count == paths.count)
        #expect(WebDAVPath("a") == nil && WebDAVPath("") == nil)
        #expect(path("/a") < path("/a/") && path("/B") < path("/a"))
        #expect(path("/é(").rawValue == "/%C3%A9%28" && "\(path("/é"))" == "/%C3%A9")
    }

    @Test("normalizing twice changes nothing", arguments: ["/a%2fb%%/..c/é/", "//", "/a//.", "/%25%32%35", "/%zz%4"])
    func idempotent(text: String) {
        #expect(path(path(text).rawValue) == path(text))
    }

    @Test(
        "an href is an absolute path, a relative one or a URL of the same server",
        arguments: [
            ("/dav/t/1.ics", "/dav/t/1.ics"), ("1.ics", "/dav/t/1.ics"), ("./1.ics", "/dav/t/1.ics"),
            ("../t/1.ics", "/dav/t/1.ics"), ("https://Dav.Example/dav/t/1.ics", "/dav/t/1.ics"),
            ("https://dav.example:443/1", "/1"), ("http://dav.example/1", "/1"), ("//dav.example/1", "/1"),
            ("https://dav.example", "/"), ("https://other@dav.example/1", "/1"), (" \n/1\n", "/1"), ("/1#part", "/1"),
            ("HTTPS://dav.example/http://x", "/http%3A//x"),
        ])
    func href(text: String, expected: String) throws {
        let base = try address("https://dav.example/dav/t/")
        #expect(try WebDAVPath(href: text, on: base).rawValue == expected)
    }

    @Test(
        "an href of another host or port is refused in any form",
        arguments: [
            ("https://evil.example/1", "evil.example"), ("//evil.example/1", "evil.example"),
            ("https://dav.example:8443/1", "dav.example:8443"), ("https://dav.example@evil.example/1", "evil.example"),
            ("https://dav.example.evil.example", "dav.example.evil.example"),
            ("http://dav.example:8080/1", "dav.example:8080"), ("https://[::1]/1", "::1"),
        ])
    func foreign(text: String, host: String) throws {
        let base = try address("https://dav.example/dav/t/")
        #expect(throws: WebDAVError.foreignRedirect(host: host)) { try WebDAVPath(href: text, on: base) }
    }

    @Test("an invalid path is refused", arguments: ["", " ", "/1?x=1", "ftp://dav.example/1", "https:///1", "#a"])
    func noPath(text: String) throws {
        let base = try address("https://dav.example/dav/t/")
        #expect {
            try WebDAVPath(href: text, on: base)
        } throws: {
            isMalformed($0 as? WebDAVError)
        }
    }

    @Test("any text can name a new resource")
    func names() throws {
        let collection = try collection(FakeDAVClient(), url: "https://user@dav.example/my%20tasks")
        #expect(collection.path == path("/my tasks/"))
        #expect(collection.url.absoluteString == "https://dav.example/my%20tasks/")
        #expect(collection.path(named: "a").rawValue == "/my%20tasks/a.ics")
        #expect(collection.path(named: "ü/../x?#%").rawValue == "/my%20tasks/%C3%BC%3D2F..%3D2Fx%3F%23%25.ics")
        let names = ["ü/../x?#%", "..", "a b", "a/b", "a=2Fb", "a\\b", "a\nb", "", "=", "a%2Fb", "a%252Fb"]
        #expect(Set(names.map(collection.path(named:))).count == names.count)
        for name in names {
            #expect(path(collection.path(named: name).rawValue) == collection.path(named: name))
        }
    }
}
