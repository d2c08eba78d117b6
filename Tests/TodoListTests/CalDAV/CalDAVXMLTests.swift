import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("What CalDAV servers answer", .bounded)
struct CalDAVXMLTests {
    /// The same two tasks and a removed one, as servers word it.
    static let styles: [(String, String)] = [
        (
            "Radicale",
            """
            <?xml version='1.0' encoding='utf-8'?>
            <multistatus xmlns="DAV:"><sync-token>t</sync-token><response><href>/u/tasks/a%40b.ics</href><propstat><prop>\
            <getetag>"1"</getetag><resourcetype /></prop><status>HTTP/1.1 200 OK</status></propstat></response><response>\
            <href>/u/tasks/c%26d.ics</href><propstat><prop><getetag>"2"</getetag></prop><status>HTTP/1.1 200 OK</status>\
            </propstat></response><response><href>/u/tasks/gone.ics</href><status>HTTP/1.1 404 Not Found</status>\
            </response></multistatus>
            """
        ),
        (
            "sabre, Nextcloud",
            """
            <?xml version="1.0"?>
            <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:cal="urn:ietf:params:xml:ns:caldav" \
            xmlns:oc="http://owncloud.org/ns"><d:response><d:status>HTTP/1.1 404 Not Found</d:status>\
            <d:href>/u/tasks/gone.ics</d:href></d:response><d:response><d:href>/u/tasks/a@b.ics</d:href><d:propstat>\
            <d:prop><d:getetag>&quot;1&quot;</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>\
            <d:propstat><d:prop><d:resourcetype/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>\
            </d:response><d:response><d:href>/u/tasks/c&amp;d.ics</d:href><d:propstat><d:prop><d:getetag>&quot;2&quot;\
            </d:getetag><s:unknown><d:getetag>no</d:getetag></s:unknown></d:prop><d:status>HTTP/1.1 200 OK</d:status>\
            </d:propstat></d:response><d:sync-token>t</d:sync-token></d:multistatus>
            """
        ),
        (
            "Cyrus, Fastmail",
            """
            <?xml version="1.0" encoding="utf-8"?>
            <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:CY="http://cyrusimap.org/ns/">
              <D:response>
                <D:href>/u/tasks/a%40b.ics</D:href>
                <D:propstat><D:prop><D:getetag>"1"</D:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
              </D:response>
              <D:response>
                <D:href>/u/tasks/c%26d.ics</D:href>
                <D:propstat>
                  <D:prop><CY:x/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status>
                  <D:responsedescription>?</D:responsedescription>
                </D:propstat>
                <D:propstat><D:prop><D:getetag>
                  "2"
                </D:getetag></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
              </D:response>
              <D:response><D:href>/u/tasks/gone.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>
              <D:sync-token>t</D:sync-token>
            </D:multistatus>
            """
        ),
        (
            "iCloud",
            """
            <?xml version='1.0' encoding='UTF-8'?><multistatus xmlns='DAV:'><response xmlns='DAV:'>\
            <href>/u/tasks/a%40b.ics</href><propstat><prop><getetag xmlns='DAV:'>"1"</getetag></prop>\
            <status>HTTP/1.1 200 OK</status></propstat></response><response xmlns='DAV:'><href>/u/tasks/c%26d.ics</href>\
            <propstat><prop><getetag><![CDATA["2"]]></getetag></prop><status>HTTP/1.1 200 OK</status></propstat></response>\
            <response><href>/u/tasks/gone.ics</href><status>HTTP/1.1 404 Not Found</status></response>\
            <sync-token>t</sync-token></multistatus>
            """
        ),
        (
            "Google",
            """
            \u{FEFF}
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- a comment --><D:multistatus xmlns:D="DAV:"><D:response><D:href>https://dav.example/u/tasks/a%40b.ics</D:href>
            <D:propstat><D:status>HTTP/1.1 200 OK</D:status><D:prop><D:getetag>"1"</D:getetag></D:prop></D:propstat>
            </D:response><D:response><D:href>https://dav.example:443/u/tasks/c%26d.ics</D:href><D:propstat>
            <D:status>HTTP/1.1 200 OK</D:status><D:prop><D:getetag>&#34;2&#x22;</D:getetag></D:prop></D:propstat>
            </D:response><D:response><D:href>/u/tasks/gone.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status>
            </D:response><D:sync-token>t</D:sync-token></D:multistatus>
            """
        ),
        (
            "Xandikos",
            """
            <ns0:multistatus xmlns:ns0="DAV:"><ns0:response><ns0:href>/u/tasks/a%40b.ics</ns0:href><ns0:propstat>\
            <ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop><ns0:getetag>"1"</ns0:getetag></ns0:prop></ns0:propstat>\
            </ns0:response><ns0:response><ns0:href>/u/tasks/c%26d.ics</ns0:href><ns0:propstat><ns0:status>HTTP/1.1 200 OK\
            </ns0:status><ns0:prop><ns1:getetag xmlns:ns1="DAV:">"2"</ns1:getetag><ns1:getetag xmlns:ns1="other:">"9"\
            </ns1:getetag></ns0:prop></ns0:propstat></ns0:response><ns0:response><ns0:href>/u/tasks/gone.ics</ns0:href>\
            <ns0:status>HTTP/1.1 404 Not Found</ns0:status></ns0:response><ns0:sync-token>t</ns0:sync-token></ns0:multistatus>
            """
        ),
    ]

    @Test("the XML of every known server gives the same result", arguments: styles)
    func style(name: String, xml: String) async throws {
        let tasks = try collection(FakeDAVClient(.xml(xml)), url: "https://dav.example/u/tasks/")
        let changes = try await tasks.changes(since: "s")
        let entries = [
            CalDAVEntry(path: path("/u/tasks/a@b.ics"), etag: ETag("\"1\"")),
            CalDAVEntry(path: path("/u/tasks/c&d.ics"), etag: ETag("\"2\"")),
        ]
        #expect(
            changes
                == CalDAVChanges(
                    changed: entries, removed: [path("/u/tasks/gone.ics")], isFullListing: false, token: "t"))
    }

    @Test(
        "an invalid or truncated multistatus is an error",
        arguments: [
            "", " \n", "not found", "<html><body><h1>Sign in</h1></body></html>",
            "<!DOCTYPE html><html><body>Sign in<br></body></html>", "<multistatus/>", "<multistatus xmlns='dav:'/>",
            "<multistatus xmlns='DAV:'><sync-token>t</sync-token>",
            "<multistatus xmlns='DAV:'><sync-token>t</multistatus>",
            "<multistatus xmlns='DAV:'><sync-token>t</sync-token></multistatus><x/>", "<?xml version='1.0'?>",
            "<!-- <multistatus xmlns='DAV:'><sync-token>t</sync-token></multistatus>", "<d:multistatus/>",
            "<multistatus xmlns='DAV:'><sync-token>t&nbsp;</sync-token></multistatus>",
            "<multistatus xmlns='DAV:'><sync-token>t\u{1}</sync-token></multistatus>",
            "<!DOCTYPE m [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><multistatus xmlns='DAV:'><sync-token>&e;t</sync-token></multistatus>",
            "<?xml version='1.0'?> <!-- --> <!DOCTYPE m [<!ENTITY e 'x'>]><multistatus xmlns='DAV:'><sync-token>&e;</sync-token></multistatus>",
            "<multistatus xmlns='DAV:'><sync-token>t</sync-token>" + String(repeating: "<x>", count: 64)
                + String(repeating: "</x>", count: 64) + "</multistatus>",
        ])
    func malformed(xml: String) async throws {
        let client = FakeDAVClient { _ in .xml(xml) }
        let tasks = try collection(client)
        #expect(isMalformed(await error { () throws(WebDAVError) in try await tasks.changes(since: nil) }))
        #expect(client.requests.count == 1)
    }

    @Test("every prefix of a response is an error")
    func cut() async throws {
        for (_, xml) in Self.styles {
            let bytes = Array(xml.utf8)
            for length in stride(from: 0, to: bytes.count - 1, by: 7) {
                let part = String(decoding: bytes[..<length], as: UTF8.self)
                let tasks = try collection(FakeDAVClient(.xml(part)))
                #expect(isMalformed(await error { () throws(WebDAVError) in try await tasks.changes(since: nil) }))
            }
        }
    }

    @Test("a response of twelve million bytes, and nesting within the limits, are read")
    func large() async throws {
        let data = String(repeating: "DESCRIPTION:one &amp; two\r\n", count: 450_000)
        let nested = String(repeating: "<d:x>", count: 50) + String(repeating: "</d:x>", count: 50)
        let body = object("/tasks/a.ics", "1", data) + nested
        let objects = try await collection(FakeDAVClient(.multistatus(body))).objects(at: [path("/tasks/a.ics")])
        #expect(objects.first?.data.count == 450_000 * "DESCRIPTION:one & two\r\n".utf8.count)
    }
}
