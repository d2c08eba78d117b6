import CoreModule
import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads the XML of WebDAV in one pass: a response is made of its elements as soon as it is whole, and they are let go.
///
/// Nothing outside the text is loaded, and a document type, which could define entities, is refused: WebDAV has none (RFC 4918,
/// section 20.6). Time is linear in the length.
enum DAVReader {
    static let maximumDepth = 64

    /// Reads the body of an answer of status 207; throws ``CalDAVError/malformed(_:)``.
    static func multistatus(_ data: Data) throws(CalDAVError) -> DAVMultistatus {
        var result = DAVMultistatus()
        let root = try read(data) { element in
            guard element.name == .dav("response") else { return false }
            result.responses.append(DAVResponse(element))
            return true
        }
        guard root.name == .dav("multistatus") else { throw .malformed(Message("it is not what WebDAV answers")) }
        result.syncToken = root.first(.dav("sync-token"))?.trimmedText
        return result
    }

    /// The rule that the body of a refusal names, without its namespace (RFC 4918, section 16); `nil` where it names none: a
    /// refusal may have any body, or none at all.
    static func precondition(in data: Data) -> String? {
        do {
            let root = try read(data) { _ in false }
            return root.name == .dav("error") ? root.children.first?.name.local : nil
        } catch {
            return nil
        }
    }

    /// Reads a document. `taking` is handed each child of the root; the root keeps those that it does not take.
    private static func read(
        _ data: Data, taking: @escaping (DAVElement) -> Bool
    ) throws(CalDAVError) -> DAVElement {
        let body = try withoutPreamble(data)
        // Not of the data itself: on Linux, a document of more than ten million bytes would be refused.
        let parser = XMLParser(stream: InputStream(data: body))
        let builder = DAVTreeBuilder(maximumDepth: maximumDepth, taking: taking)
        parser.delegate = builder
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        // On Linux, parsing a document that was cut short returns true, and only the error tells.
        guard parser.parse(), parser.parserError == nil, !builder.hasFailed, let root = builder.root else {
            throw .malformed(Message("it is no XML, or not all of it"))
        }
        return root
    }

    /// Drops a byte-order mark and white space, which some servers send ahead, and refuses a document type and encodings of
    /// which one cannot say whether there is one.
    private static func withoutPreamble(_ data: Data) throws(CalDAVError) -> Data {
        var rest = data[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let body = rest
        while rest.first == UInt8(ascii: "<") {
            let end: Data
            if rest.starts(with: Data("<?".utf8)) {
                end = Data("?>".utf8)
            } else if rest.starts(with: Data("<!--".utf8)) {
                end = Data("-->".utf8)
            } else if rest.starts(with: Data("<!".utf8)) {
                throw .malformed(Message("it has a document type, as a web page has"))
            } else {
                return body
            }
            guard let range = rest.range(of: end) else { break }
            rest = rest[range.upperBound...].drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        }
        throw .malformed(Message("it is no XML, or not all of it"))
    }
}

/// Builds elements of what the parser calls out, within limits.
private final class DAVTreeBuilder: NSObject, XMLParserDelegate {
    private let maximumDepth: Int
    private let taking: (DAVElement) -> Bool
    private var open: [DAVElement] = []
    private(set) var root: DAVElement?
    private(set) var hasFailed = false

    init(maximumDepth: Int, taking: @escaping (DAVElement) -> Bool) {
        self.maximumDepth = maximumDepth
        self.taking = taking
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String]
    ) {
        guard !hasFailed else { return }
        guard open.count < maximumDepth else {
            hasFailed = true
            parser.abortParsing()
            return
        }
        let name = DAVName(namespace: namespaceURI ?? "", local: elementName)
        open.append(DAVElement(name: name, attributes: attributes))
    }

    func parser(
        _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard !hasFailed, let element = open.popLast() else { return }
        if open.isEmpty {
            root = element
        } else if open.count > 1 || !taking(element) {
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
