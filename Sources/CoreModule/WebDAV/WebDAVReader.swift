package import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads WebDAV's XML in one pass, in linear time. Elements are released as soon as their response is complete.
///
/// Loads nothing from outside the document, and refuses a DOCTYPE, which could define entities (RFC 4918, section 20.6).
package enum WebDAVReader {
    /// Reads the body of a status 207. Throws ``WebDAVError/malformed(_:)``.
    package static func multistatus(_ data: Data) throws(WebDAVError) -> WebDAVMultistatus {
        var responses: [WebDAVResponse] = []
        let syncToken = try multistatus(data) { responses.append($0) }
        return WebDAVMultistatus(responses: responses, syncToken: syncToken)
    }

    /// Reads the body of a status 207, and hands each response over as soon as it is complete. Throws
    /// ``WebDAVError/malformed(_:)``, also at the end.
    /// - Returns: the sync token.
    package static func multistatus(
        _ data: Data, each: @escaping (WebDAVResponse) -> Void
    ) throws(WebDAVError) -> String? {
        let root = try read(data) { element in
            guard element.name == .dav("response") else { return false }
            each(WebDAVResponse(element))
            return true
        }
        guard root.name == .dav("multistatus") else { throw .malformed(Message("it is not a WebDAV answer")) }
        return root.first(.dav("sync-token"))?.trimmedText
    }

    /// An error's body. Nil if it is another one: an error may have any.
    static func error(in data: Data) -> WebDAVElement? {
        do {
            let root = try read(data) { _ in false }
            return root.name == .dav("error") ? root : nil
        } catch {
            return nil
        }
    }

    /// Reads a document. Calls `consume` with each child of the root. The root keeps the children for which it returns false.
    private static func read(
        _ data: Data, consume: @escaping (WebDAVElement) -> Bool
    ) throws(WebDAVError) -> WebDAVElement {
        let body = try withoutPreamble(data)
        // As a stream: on Linux, the parser refuses data of more than ten million bytes.
        let parser = XMLParser(stream: InputStream(data: body))
        let builder = WebDAVTreeBuilder(consume: consume)
        parser.delegate = builder
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        // On Linux, `parse()` returns true for a truncated document; only the error shows it.
        guard parser.parse(), parser.parserError == nil, !builder.hasFailed, let root = builder.root else {
            throw .malformed(Message("it is not XML, or is truncated"))
        }
        return root
    }

    /// Removes a leading byte-order mark and white space, which some servers send. Refuses a DOCTYPE, and encodings in which it
    /// could hide.
    private static func withoutPreamble(_ data: Data) throws(WebDAVError) -> Data {
        let hasMark = data.starts(with: [0xEF, 0xBB, 0xBF])
        let body = data.dropFirst(hasMark ? 3 : 0).drop(while: \.isWhiteSpace)
        var rest = body
        while rest.first == UInt8(ascii: "<") {
            let skipped = [("<?", "?>"), ("<!--", "-->")].first { rest.starts(with: $0.0.utf8) }
            guard let (_, end) = skipped else {
                guard rest.starts(with: "<!".utf8) else { return body }
                throw .malformed(Message("it has a DOCTYPE, like a web page"))
            }
            guard let range = rest.range(of: Data(end.utf8)) else { break }
            rest = rest[range.upperBound...].drop(while: \.isWhiteSpace)
        }
        throw .malformed(Message("it is not XML, or is truncated"))
    }
}

/// Builds elements from the parser's events, within limits.
private final class WebDAVTreeBuilder: NSObject, XMLParserDelegate {
    private static let maximumDepth = 64

    private let consume: (WebDAVElement) -> Bool
    private var open: [WebDAVElement] = []
    private(set) var root: WebDAVElement?
    private(set) var hasFailed = false

    init(consume: @escaping (WebDAVElement) -> Bool) {
        self.consume = consume
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        guard !hasFailed else { return }
        guard open.count < Self.maximumDepth else {
            hasFailed = true
            parser.abortParsing()
            return
        }
        let name = WebDAVName(namespace: namespaceURI ?? "", local: elementName)
        open.append(WebDAVElement(name: name, attributes: attributes))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard !hasFailed, let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else if open.count > 1 || !consume(element) {
            open[open.count - 1].children.append(element)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { append(string.utf8) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { append(block) }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) { hasFailed = true }

    private func append(_ bytes: some Sequence<UInt8>) {
        guard !hasFailed, !open.isEmpty else { return }
        open[open.count - 1].text.append(contentsOf: bytes)
    }
}
